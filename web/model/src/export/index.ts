export { citationBibtex, citationText } from './citation.ts';
export type { Cited } from './citation.ts';
export { csvField, dataCsv, dataJson } from './data.ts';
export type { DataOrigin } from './data.ts';
