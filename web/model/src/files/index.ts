export { readBlob, readFile, readText } from './read.ts';
export type { Curve, MeasuredFile, Opened, Quantity, SegmentSize } from './types.ts';
