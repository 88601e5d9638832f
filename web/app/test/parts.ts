/** How well a value lies within its part of a slider, measured from the borders alone. */
export function clearanceIn(
  value: number,
  { low, high }: Readonly<{ low: number; high: number }>,
  borders: readonly number[],
): number {
  const above = borders.find((border) => border > value);
  const below = borders.findLast((border) => border <= value);
  const width = (above ?? high) - (below ?? low);
  return Math.min(...borders.map((border) => Math.abs(border - value))) / width;
}
