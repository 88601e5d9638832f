import { useEffect, useMemo } from 'react';
import type { Signal } from '@ackscope/charts';
import type { Engine } from '@ackscope/engine';
import { applyChanges, compareList } from '@ackscope/model';
import type { JsonObject, LaneTrace } from '@ackscope/model';
import { cell } from '../base/signals.ts';
import { useSignal } from '../base/useSignal.ts';
import { jobsOf } from '../jobs/jobs.ts';
import { runLanes } from '../jobs/runs.ts';
import { useLab, useLabState } from '../lab/context.ts';
import { ghostOf } from '../notes/ghost.ts';
import type { Ghost } from '../notes/ghost.ts';
import { handChanges } from '../scenario/knobs.ts';
import { withoutCause } from './proof.ts';
import type { Telling } from './useTold.ts';

const NONE: Signal<LaneTrace | null> = cell<LaneTrace | null>(null);

/** One lane of a scenario, up to a time. */
function traceOf(engine: Engine, scenario: JsonObject, untilS: number): Signal<LaneTrace | null> {
  return jobsOf(engine).run<LaneTrace | null>({
    key: `without ${untilS} ${JSON.stringify(scenario)}`,
    priority: 'near',
    first: null,
    async work(show, signal) {
      const { traces } = await runLanes(engine, scenario, { want: 'traces', signal, untilS });
      show(traces[0] ?? null);
    },
  });
}

/** Runs the lane of the sentence without the cause that it names, and puts that curve behind the lane's own. */
export function useGhost(telling: Telling | null): Ghost | null {
  const lab = useLab();
  const scenario = useLabState((state) => state.run.scenario);
  const { report = null, subject } = telling ?? {};
  const [lane, toS] = [subject?.lane ?? 0, subject?.toS ?? 0];
  const job = useMemo(() => {
    const without = report === null ? null : withoutCause(report);
    const own = scenario === null ? undefined : compareList(scenario)[lane];
    if (without === null || scenario === null || own === undefined) return NONE;
    const changed = applyChanges({ ...scenario, compare: [own] }, handChanges(without.set));
    return changed === null ? NONE : traceOf(lab.engine, changed, toS);
  }, [lab, report, scenario, lane, toS]);
  const trace = useSignal(job);
  const ghost = useMemo<Ghost | null>(
    () =>
      trace === null || report === null ? null : { lane, name: withoutCause(report)?.name ?? '', trace },
    [trace, report, lane],
  );
  const shown = ghostOf(lab);
  useEffect(() => {
    shown.set(ghost);
    return () => shown.set(null);
  }, [shown, ghost]);
  return ghost;
}
