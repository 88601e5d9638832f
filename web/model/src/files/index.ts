export { readBlob, readFile, readText } from './read.ts';
export type { Beside, Curve, MeasuredFile, Opened, Quantity, SegmentSize } from './types.ts';
