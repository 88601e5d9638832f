import { cell } from '../base/signals.ts';

/** The name of the file that is being read; null if there is none. */
export const readingFile = cell<string | null>(null);
