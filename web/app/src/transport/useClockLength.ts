import { readDurationS } from '../scenario/knobs.ts';
import { useLabState } from '../lab/context.ts';

/** The length of the clock's range: the run's, or before the first run that of the wanted one. */
export function useClockLengthS(): number {
  return useLabState(({ run, scenario }) =>
    run.durationS > 0 ? run.durationS : (readDurationS(scenario.wanted) ?? 1),
  );
}
