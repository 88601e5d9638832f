/** Index of the last of `count` rising times that is at or before `timeS`; -1 before the first. */
export function lastAtOrBefore(times: ArrayLike<number>, count: number, timeS: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= timeS) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
