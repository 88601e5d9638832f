/** The colours, dashes and marks of a scenario's lanes. */
import { laneStyles } from '@ackscope/charts';
import type { SeriesStyle } from '@ackscope/charts';
import type { Fork } from '@ackscope/model';

/** A fork looks like its new algorithm, after the plain lane of that algorithm and lanes with settings of their own. */
export function laneLooks(
  lanes: readonly { label: string | null; algorithm: string }[],
  forks: readonly (Fork | null)[],
): SeriesStyle[] {
  return laneStyles(
    lanes.map(({ algorithm }, at) => forks[at]?.algorithm ?? algorithm),
    lanes.map(({ label, algorithm }, at) =>
      forks[at] != null ? 2 : label !== null && label !== algorithm ? 1 : 0,
    ),
  );
}
