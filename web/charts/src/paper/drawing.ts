/** A curve drawn by hand: one value per equal part of the time range, null where not drawn. */

export type Drawing = readonly (number | null)[];

/** Fine enough for a hand, coarse enough for a link or an arrow key. */
export const DRAWING_PARTS = 120;

export const EMPTY_DRAWING: Drawing = Array.from({ length: DRAWING_PARTS }, () => null);

/** Adds a stroke from one part to another: a straight line that replaces what was there. */
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

/** The share of the width that is drawn. */
export function drawnShare(drawing: Drawing): number {
  return drawing.filter((value) => value !== null).length / drawing.length;
}

/** A hand misses the last pixel. */
export const DRAWN_ENOUGH = 0.9;

/** Whether nearly all parts are drawn. */
export function isDrawn(drawing: Drawing): boolean {
  return drawnShare(drawing) >= DRAWN_ENOUGH;
}

/** The area between the drawing and the true values, where something is drawn. */
export function gapPath(
  drawing: Drawing,
  truth: readonly number[],
  width: number,
  y: (value: number) => number,
): string {
  const at = (part: number, value: number): string =>
    `${(((part + 0.5) / drawing.length) * width).toFixed(1)} ${y(value).toFixed(1)}`;
  let path = '';
  for (let from = 0; from < drawing.length; from += 1) {
    if (drawing[from] === null) continue;
    let to = from;
    while (to + 1 < drawing.length && drawing[to + 1] !== null) to += 1;
    const there: string[] = [];
    const back: string[] = [];
    for (let part = from; part <= to; part += 1) {
      there.push(at(part, drawing[part] ?? 0));
      back.unshift(at(part, truth[part] ?? 0));
    }
    path += `M${[...there, ...back].join('L')}Z`;
    from = to;
  }
  return path;
}

/** Where drawing and truth are furthest apart; null where nothing is drawn. */
export function widestGap(drawing: Drawing, truth: readonly number[]): number | null {
  let widest: number | null = null;
  let most = -1;
  drawing.forEach((value, part) => {
    if (value === null) return;
    const apart = Math.abs(value - (truth[part] ?? 0));
    if (apart <= most) return;
    most = apart;
    widest = part;
  });
  return widest;
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
