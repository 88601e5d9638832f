/** The pie of a share. No React. */

/** Browsers draw no arc that ends where it begins. */
const LARGEST_ARC = 0.999;

/** SVG path of a share from 0 to 1: a sector of radius 6 around (7, 7), clockwise from the top. */
export function sectorPath(part: number): string {
  const angle = 2 * Math.PI * Math.min(part, LARGEST_ARC);
  const [x, y] = [7 + 6 * Math.sin(angle), 7 - 6 * Math.cos(angle)];
  return `M7 7V1A6 6 0 ${part > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}Z`;
}
