/** Paths on the screen that packets follow: along the ground, or up to a satellite and down. */

export interface Point {
  x: number;
  y: number;
}

export interface Wire {
  readonly points: readonly Point[];
  readonly length: number;
}

export function wire(...points: Point[]): Wire {
  let length = 0;
  points.forEach((point, at) => {
    const before = points[at - 1];
    if (before !== undefined) length += distance(before, point);
  });
  return { points, length };
}

export function reversed(way: Wire): Wire {
  return { points: [...way.points].reverse(), length: way.length };
}

/** Whether it is horizontal, so that a packet on it is an upright box. */
export function isLevel(way: Wire): boolean {
  return way.points.every((point) => point.y === way.points[0]?.y);
}

export function pointOn(way: Wire, share: number): Point {
  let left = Math.min(1, Math.max(0, share)) * way.length;
  for (let at = 1; at < way.points.length; at += 1) {
    const from = way.points[at - 1];
    const to = way.points[at];
    if (from === undefined || to === undefined) break;
    const part = distance(from, to);
    if (left <= part && part > 0) {
      return { x: from.x + ((to.x - from.x) * left) / part, y: from.y + ((to.y - from.y) * left) / part };
    }
    left -= part;
  }
  return way.points[way.points.length - 1] ?? { x: 0, y: 0 };
}

/** Adds the part of a wire between two shares of its length to the current path. */
export function tracePart(
  context: Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo'>,
  way: Wire,
  tail: number,
  head: number,
): void {
  const start = pointOn(way, tail);
  context.moveTo(start.x, start.y);
  let passed = 0;
  for (let at = 1; at < way.points.length - 1; at += 1) {
    const from = way.points[at - 1];
    const corner = way.points[at];
    if (from === undefined || corner === undefined) break;
    passed += distance(from, corner);
    const share = passed / way.length;
    if (share > tail && share < head) context.lineTo(corner.x, corner.y);
  }
  const end = pointOn(way, head);
  context.lineTo(end.x, end.y);
}

/** A vertical wire between a router and a joining host: too narrow for full packets. */
export function isStub(way: Wire): boolean {
  return way.points.length === 2 && way.points.every((point) => point.x === way.points[0]?.x);
}

/** The `d` attribute of an SVG path. */
export function svgPath(way: Wire): string {
  return way.points.map((point, at) => `${at === 0 ? 'M' : 'L'}${point.x} ${point.y}`).join('');
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}
