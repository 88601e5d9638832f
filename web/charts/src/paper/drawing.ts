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
export const DRAWN_ENOUGH = 0.97;

/** Whether nearly all parts are drawn. */
export function isDrawn(drawing: Drawing): boolean {
  return drawnShare(drawing) >= DRAWN_ENOUGH;
}

/** A curve has so many handles, each in the middle of its part of the range: keys move them. */
export const HANDLES = 12;

/** The value in the middle of each handle's part, null where it is not drawn. */
export function handlesOf(drawing: Drawing): (number | null)[] {
  const parts = drawing.length / HANDLES;
  return Array.from({ length: HANDLES }, (_, at) => {
    const middle = (at + 0.5) * parts;
    return drawing[Math.floor(middle)] ?? null;
  });
}

/** The value of the nearest handle that is drawn. */
export function nearestHandle(handles: readonly (number | null)[], at: number): number | null {
  const drawn = handles.flatMap((value, where) =>
    value === null ? [] : [{ value, off: Math.abs(where - at) }],
  );
  return drawn.toSorted((a, b) => a.off - b.off)[0]?.value ?? null;
}

/** Moves a handle, or with `isRest` it and all after it; its neighbours are joined by straight lines. */
export function withHandle(drawing: Drawing, at: number, value: number, isRest = false): Drawing {
  const handles = handlesOf(drawing).map((before, where) =>
    where === at || (isRest && where > at) ? value : before,
  );
  const parts = drawing.length / HANDLES;
  const next = [...drawing];
  const begin = Math.max(0, at - 1) * parts;
  const end = (isRest ? HANDLES : Math.min(HANDLES, at + 2)) * parts;
  for (let part = begin; part < end; part += 1) {
    const here = (part + 0.5) / parts - 0.5;
    const left = Math.min(HANDLES - 1, Math.max(0, Math.floor(here)));
    const right = Math.min(HANDLES - 1, left + 1);
    const own = handles[Math.floor(part / parts)] ?? null;
    const [a, b] = [handles[left] ?? own, handles[right] ?? own];
    // Of a neighbour's part only the half towards the handle changes.
    const isFar = part < at * parts - parts / 2 || (!isRest && part >= (at + 1) * parts + parts / 2);
    if (isFar || own === null || a === null || b === null) continue;
    // The two parts in the middle have the value of the handle itself.
    next[part] = a + (b - a) * Math.min(1, Math.max(0, ((here - left) * parts - 0.5) / (parts - 1)));
  }
  return next;
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
