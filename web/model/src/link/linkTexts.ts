/** Numbers and texts as links write them. */

/**
 * Written to the engine's nanosecond and never rounded down: a clock that stands on an event must
 * open on that event, not on the one before it.
 */
export function momentText(timeS: number): string {
  const text = timeS.toFixed(9);
  const upwards = Number(text) < timeS ? (timeS + 1e-9).toFixed(9) : text;
  return upwards.replace(/\.?(?<!0)0+$/, '');
}

/** Plain decimal seconds only; no exponent, no sign. */
export function readTime(text: string): number | null {
  return /^\d{1,9}(\.\d{1,12})?$/.test(text) ? Number(text) : null;
}

/** A value of a row, to six digits: more than a screen has pixels. */
export function valueText(value: number): string {
  return String(Number(value.toPrecision(6)));
}

export function readNumber(text: string): number | null {
  return /^-?\d{1,18}(\.\d{1,12})?(e-?\d{1,2})?$/.test(text) ? Number(text) : null;
}

export function shorten(text: string, length = 40): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
