import formulas from './generated/theory.json' with { type: 'json' };
import type { Formula } from './types.ts';

/** Closed forms and fluid models of papers. Not in the first load: only one page shows them. */
export const FORMULAS = formulas as readonly Formula[];
