export { fitTable, readBlob, readFile, readText } from './read.ts';
export type { Beside, Curve, FitTable, MeasuredFile, Opened, Quantity, SegmentSize } from './types.ts';
