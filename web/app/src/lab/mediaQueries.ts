/** Widths at which the page changes its form, and what a reader may have asked for. */
export const NARROW = '(max-width: 760px)';
/** Too narrow for three columns: the inspector moves into a sheet. */
export const MEDIUM = '(max-width: 1180px)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
