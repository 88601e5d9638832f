/**
 * Sizes at which the layout changes, and readers' preferences. Styles of pages change at 23.75, 30, 40, 47.5, 60, 70 and 80rem.
 */
export const NARROW = '(max-width: 47.5em)';
/** A phone upright: two lanes side by side are too narrow to read. */
export const PHONE = '(max-width: 40em)';
/** One column: a long list beside a plot would leave no room for the plot. */
export const ONE_COLUMN = '(max-width: 60em)';
/** Too narrow for a row of pages beside a scenario's title. */
export const TIGHT = '(max-width: 70em)';
/** A widget is as wide as a column of text: its lanes stand side by side down to a phone's width. */
export const PHONE_FRAME = '(max-width: 30em)';
export const isFrame = document.documentElement.dataset.frame !== undefined;
/**
 * A phone in landscape, or a page at twice its size: one below the other, everything is as high as it needs, and the page
 * scrolls. A frame never is one: its height is that of its content.
 */
export const FLAT = isFrame ? 'not all' : '(max-width: 70em) and (max-height: 31.25em)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
