/** Lanes of the run as charts want them. */
import { useMemo } from 'react';
import type { LaneData, MarkColumns, SeriesStyle } from '@ackscope/charts';
import { laneStyles } from '@ackscope/charts';
import { bottleneck, focusSeries, MarkList } from '@ackscope/model';
import type { LaneRun, LaneTrace, RuleTable } from '@ackscope/model';
import type { Catalogue } from '@ackscope/engine';
import { useLab, useLabState } from './context.ts';

export interface LaneView {
  run: LaneRun;
  name: string;
  summary: string;
  style: SeriesStyle;
  data: LaneData;
  marks: MarkColumns;
}

const NO_MARKS: MarkColumns = { count: 0, timeS: new Float64Array(0), kind: new Uint8Array(0) };

/** One list of marks per trace, kept as long as the trace is. */
const markLists = new WeakMap<LaneTrace, MarkList>();

function marksOf(trace: LaneTrace | null, rules: RuleTable): MarkColumns {
  if (trace === null) return NO_MARKS;
  let list = markLists.get(trace);
  if (list === undefined) {
    list = new MarkList(trace, rules);
    markLists.set(trace, list);
  }
  return list.update();
}

/** An algorithm uses the bandwidth estimate if one of its own rules has a term for it. */
export function usesEstimate(catalogue: Catalogue, algorithm: string): boolean {
  return catalogue.rules.some(
    (rule) => rule.algorithm === algorithm && rule.terms.some((term) => /^bwe(_|$)/.test(term.name)),
  );
}

function laneData(run: LaneRun, style: SeriesStyle, estimateUsed: boolean): LaneData {
  const { trace } = run;
  const hop = trace === null ? null : bottleneck(trace.info);
  return {
    colour: style.colour,
    revision: trace?.revision ?? 0,
    series: (name) => (trace === null ? [] : focusSeries(trace, name)),
    rateBps: hop?.rate_bps ?? null,
    capacityPackets: hop?.capacity_packets ?? null,
    estimateUsed,
  };
}

/** The lanes on the screen; renders again when columns grew, never because the clock moved. */
export function useLanes(): LaneView[] {
  const { catalogue, rules } = useLab();
  const lanes = useLabState((state) => state.run.lanes);
  const revision = useLabState((state) => state.run.revision);
  return useMemo(() => {
    const styles = laneStyles(lanes.map((lane) => lane.algorithm));
    return lanes.flatMap((run, index) => {
      const style = styles[index];
      if (style === undefined) return [];
      const model = catalogue.algorithms.find((item) => item.id === run.algorithm);
      return {
        run,
        style,
        name: run.label === run.algorithm ? (model?.name ?? run.label) : run.label,
        summary: model?.summary ?? '',
        data: laneData(run, style, usesEstimate(catalogue, run.algorithm)),
        marks: marksOf(run.trace, rules),
      };
    });
    // Columns grow in place: the revision says when.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lanes, revision, catalogue, rules]);
}
