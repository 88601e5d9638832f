export { citationBibtex, citationText } from './citation.ts';
export type { Cited } from './citation.ts';
export { csvField, dataCsv, dataJson, DATA_COLUMNS } from './data.ts';
export type { DataOrigin } from './data.ts';
