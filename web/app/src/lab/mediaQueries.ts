/** Widths at which the page changes its form, and what a reader may have asked for. */
export const NARROW = '(max-width: 760px)';
/** A phone upright: two lanes beside one another are too narrow to read. */
export const PHONE = '(max-width: 640px)';
/** One column: a list of many beside a plot would leave it none. */
export const ONE_COLUMN = '(max-width: 60rem)';
/** Too narrow for a row of pages beside a scenario's title. */
export const TIGHT = '(max-width: 1120px)';
/** A phone on its side: columns leave no room for a curve. */
export const FLAT = '(max-width: 1000px) and (max-height: 500px)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
