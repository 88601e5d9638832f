/** Widths at which the layout changes, and readers' preferences. */
export const NARROW = '(max-width: 760px)';
/** A low screen: the plots come first. */
export const LOW = '(max-height: 780px)';
/** A phone upright: two lanes side by side are too narrow to read. */
export const PHONE = '(max-width: 640px)';
/** One column: a long list beside a plot would leave no room for the plot. */
export const ONE_COLUMN = '(max-width: 60rem)';
/** Too narrow for a row of pages beside a scenario's title. */
export const TIGHT = '(max-width: 1120px)';
/** A widget is as wide as a column of text: its lanes stand side by side down to a phone's width. */
export const PHONE_FRAME = '(max-width: 480px)';
export const isFrame = document.documentElement.dataset.frame !== undefined;
/**
 * A phone in landscape: with columns there is no room for a curve. A frame never is one: its height
 * is that of its content.
 */
export const FLAT = isFrame ? 'not all' : '(max-width: 1000px) and (max-height: 500px)';
/** A column of knobs with room for a curve above each. A frame shows those that its page asks for. */
export const ROOMY = isFrame ? 'not all' : '(min-width: 1100px) and (min-height: 800px)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
