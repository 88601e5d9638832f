import formulas from './generated/theory.json' with { type: 'json' };
import type { Formula } from './types.ts';

/** The papers' closed forms and fluid models. Not in the first load: one page shows them. */
export const FORMULAS = formulas as readonly Formula[];
