/** A curve drawn by hand: one value per equal part of the time range, null where not drawn. */

export type Drawing = readonly (number | null)[];

/** Fine enough for a hand, coarse enough for a link or a key. */
export const DRAWING_PARTS = 120;

export const EMPTY_DRAWING: Drawing = Array.from({ length: DRAWING_PARTS }, () => null);

/** With a stroke from one part to another: straight in between, replacing what was there. */
export function withStroke(
  drawing: Drawing,
  from: { part: number; value: number },
  to: { part: number; value: number },
): Drawing {
  const next = [...drawing];
  const [a, b] = from.part <= to.part ? [from, to] : [to, from];
  for (let part = a.part; part <= b.part; part += 1) {
    const share = a.part === b.part ? 1 : (part - a.part) / (b.part - a.part);
    next[part] = a.part === b.part ? to.value : a.value + (b.value - a.value) * share;
  }
  return next;
}

export function partAt(share: number): number {
  return Math.min(DRAWING_PARTS - 1, Math.max(0, Math.floor(share * DRAWING_PARTS)));
}

/** Nearly everywhere: a hand leaves the last pixel out. */
export function isDrawn(drawing: Drawing): boolean {
  return drawing.filter((value) => value !== null).length >= 0.9 * drawing.length;
}

/** The path through the middle of every part; gaps stay open. */
export function drawingPath(drawing: Drawing, width: number, y: (value: number) => number): string {
  let path = '';
  let open = false;
  drawing.forEach((value, part) => {
    if (value === null) {
      open = false;
      return;
    }
    const x = ((part + 0.5) / drawing.length) * width;
    path += `${open ? 'L' : 'M'}${x.toFixed(1)} ${y(value).toFixed(1)}`;
    open = true;
  });
  return path;
}
