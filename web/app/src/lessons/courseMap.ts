/**
 * Where the units stand on the map, and the lines between them. A line joins a unit with one below it or
 * in the next column, so it runs only between the tiles.
 */

/** By number of the unit: its column and row. */
const PLACES: readonly (readonly [column: number, row: number])[] = [
  [0, 0],
  [0, 1],
  [1, 0],
  [2, 0],
  [0, 2],
  [1, 1],
  [2, 1],
  [3, 2],
  [2, 2],
  [3, 0],
  [3, 1],
  [1, 2],
];

export const placeOf = (unit: number): readonly [column: number, row: number] => PLACES[unit - 1] ?? [0, 0];

export interface Edge {
  from: number;
  to: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** First line from the top of a tile, and the distance of two lines, in pixels. */
const FIRST_PX = 16;
const APART_PX = 12;
const ARROW_PX = 7;

/** The points of each line, in the coordinates of the tiles. */
export function linesOf(
  edges: readonly Edge[],
  tiles: ReadonlyMap<number, Box>,
): (readonly [number, number])[][] {
  const across = edges.filter(({ from, to }) => placeOf(from)[0] !== placeOf(to)[0]);
  return edges.map((edge) => {
    const [from, to] = [tiles.get(edge.from), tiles.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    if (!across.includes(edge)) {
      const x = from.left + 32;
      return [
        [x, from.bottom],
        [x, to.top - ARROW_PX],
      ];
    }
    const out = across.filter((other) => other.from === edge.from).indexOf(edge);
    const into = across.filter((other) => other.to === edge.to).indexOf(edge);
    const gutter = across.filter((other) => placeOf(other.from)[0] === placeOf(edge.from)[0]);
    const share = (gutter.indexOf(edge) + 1) / (gutter.length + 1);
    const x = from.right + (to.left - ARROW_PX - from.right) * share;
    const [y1, y2] = [from.top + FIRST_PX + APART_PX * out, to.top + FIRST_PX + APART_PX * into];
    return [
      [from.right, y1],
      [x, y1],
      [x, y2],
      [to.left - ARROW_PX, y2],
    ];
  });
}
