/** The run's lanes as data for the charts. */
import type {
  EstimateRole,
  FlowData,
  LaneData,
  LaneWay,
  MarkColumns,
  PhaseColumns,
  SeriesStyle,
} from '@ackscope/charts';
import { rivalStyles } from '@ackscope/charts';
import {
  bottleneck,
  focusSeries,
  forksOf,
  originOf,
  leftOut,
  LossList,
  MARKED_KINDS,
  MarkList,
  phaseAt,
  phasesOf,
  competingFlows,
  seriesOf,
  referenceLane,
  shownDetail,
} from '@ackscope/model';
import type {
  Fork,
  LabState,
  LaneDetail,
  LaneRun,
  LaneTrace,
  MarksLeftOut,
  RuleTable,
} from '@ackscope/model';
import type { Catalogue, FlowInfo, HopInfo, LaneInfo, RuleKind } from '@ackscope/engine';
import { forkInWords } from '../scenario/forkWords.ts';
import { laneLooks } from './laneLooks.ts';

export interface LaneView {
  run: LaneRun;
  name: string;
  summary: string;
  style: SeriesStyle;
  data: LaneData;
  marks: MarkColumns;
  /** The marks of the whole run, even if a replay adds detail. */
  recordedMarks: MarkColumns;
  /** The time from which marks are only counted. */
  leftOut: MarksLeftOut | null;
  /** The same for the whole run. */
  recordedLeftOut: MarksLeftOut | null;
  /** The start of each seed's run, if its rows hold several. */
  starts?: readonly number[];
}

const NOTHING = { count: 0, timeS: new Float64Array(0) };
const NO_MARKS: MarkColumns = { ...NOTHING, kind: new Uint8Array(0) };
/** For a lane of which only the curves are known. */
const ALONE = { group: { members: [], size: 0 }, competing: [], losses: NO_MARKS, packets: null };
const NO_PHASES: PhaseColumns = { ...NOTHING, phase: new Uint8Array(0) };

/** One list per trace, which lives as long as the trace. */
function perTrace<T extends { update: () => T }>(
  make: (trace: LaneTrace, rules: RuleTable) => T,
): (trace: LaneTrace, rules: RuleTable) => T {
  const lists = new WeakMap<LaneTrace, T>();
  return (trace, rules) => {
    const list = lists.get(trace) ?? make(trace, rules);
    lists.set(trace, list);
    return list.update();
  };
}

const marksOf = perTrace((trace, rules) => new MarkList(trace, rules));
const lossesOf = perTrace((trace, rules) => new LossList(trace, rules));

/** What an algorithm does with the bandwidth estimate: its own rules have a term for it. BBR's filter is `bw` there. */
export function estimateRole(rules: Catalogue['rules'], algorithm: string): EstimateRole {
  const terms = rules.flatMap((rule) => (rule.algorithm === algorithm ? rule.terms : []));
  if (terms.some(({ name }) => /^bwe(_|$)/.test(name))) return 'ssthresh';
  return terms.some(({ name }) => name === 'bw') ? 'rate' : 'none';
}

const SHOWN_KINDS: readonly RuleKind[] = [...MARKED_KINDS, 'drop'];

function flowData(trace: LaneTrace, recorded: LaneTrace, flow: FlowInfo, look: SeriesStyle): FlowData {
  const source = { kind: 'flow' as const, index: flow.index };
  return {
    index: flow.index,
    name: flow.name,
    packetBits: flow.packet_bytes * 8,
    look,
    rttS: flow.rtt_s,
    active: flow.active,
    series: (name) => seriesOf(trace, name, source),
    recorded: (name) => seriesOf(recorded, name, source),
  };
}

/** The recorded flows of the focus flow's group, if that has several flows. */
function groupOf(trace: LaneTrace, recorded: LaneTrace, style: SeriesStyle): LaneData['group'] {
  const focus = recorded.info.flows.find((flow) => flow.index === recorded.focus);
  const all = recorded.info.flows.filter((flow) => flow.group === focus?.group);
  if (all.length < 2) return { members: [], size: all.length };
  const able = new Set(competingFlows(recorded));
  const members = all
    .filter((flow) => able.has(flow.index))
    .map((flow) => flowData(trace, recorded, flow, style));
  return { members, size: all.length };
}

/** The recorded flows that share the path with the one in focus, and that one. */
function competingOf(trace: LaneTrace, recorded: LaneTrace, style: SeriesStyle): LaneData['competing'] {
  const able = new Set(competingFlows(recorded));
  const flows = recorded.info.flows.filter(({ index }) => able.has(index));
  const isFocus = ({ index }: FlowInfo): boolean => index === recorded.focus;
  const looks = rivalStyles(
    style,
    flows.filter((flow) => !isFocus(flow)).map(({ algorithm }) => algorithm),
  );
  return flows.map((flow) =>
    flowData(trace, recorded, flow, isFocus(flow) ? style : (looks.shift() ?? style)),
  );
}

/** The bottleneck in the direction of the ACKs. */
function backOf(trace: LaneTrace | null, hop: HopInfo | null): Pick<LaneData, 'back'> {
  if (trace === null || hop === null) return {};
  const direction = hop.direction === 'forward' ? 'backward' : 'forward';
  const way = trace.info.hops.find((one) => one.hop === hop.hop && one.direction === direction);
  return {
    back: {
      series: (name) => seriesOf(trace, name, { kind: 'hop', hop: hop.hop, direction }),
      capacityPackets: way?.capacity_packets ?? null,
    },
  };
}

/** The channels that a flow's data crosses. */
function wayOf(info: LaneInfo, index: number): LaneWay | null {
  const flow = info.flows.find((item) => item.index === index);
  const slowest = bottleneck(info, index);
  if (flow === undefined || slowest === null) return null;
  const [first, last] = [Math.min(flow.from, flow.to), Math.max(flow.from, flow.to)];
  const isBack = flow.direction === 'backward';
  const hops = Array.from({ length: last - first }, (_, at) => first + at);
  const channels = (isBack ? hops.reverse() : hops).map((hop) => 2 * hop + (isBack ? 1 : 0));
  return { channels, bottleneck: 2 * slowest.hop + (isBack ? 1 : 0) };
}

function laneData(
  run: LaneRun,
  detail: LaneDetail | null,
  style: SeriesStyle,
  role: EstimateRole,
  name: string,
  rules: RuleTable,
): LaneData {
  const recorded = run.trace;
  const trace = detail?.trace ?? recorded;
  const hop = recorded === null ? null : bottleneck(recorded.info, recorded.focus);
  const flow = recorded?.info.flows.find((item) => item.index === recorded.focus);
  const phases = recorded === null ? NO_PHASES : phasesOf(recorded, rules);
  const lane: LaneData = {
    name,
    colour: style.colour,
    dash: style.dash,
    revision: trace?.revision ?? 0,
    simulatedS: recorded?.simulatedS ?? 0,
    durationS: recorded?.info.duration_s ?? 0,
    rttS: flow?.rtt_s ?? 0,
    packetBits: (flow?.packet_bytes ?? 1500) * 8,
    flow: recorded?.focus ?? 0,
    group: trace === null || recorded === null ? ALONE.group : groupOf(trace, recorded, style),
    competing: trace === null || recorded === null ? [] : competingOf(trace, recorded, style),
    losses: trace === null ? NO_MARKS : lossesOf(trace, rules),
    phases: detail === null ? phases : phasesOf(detail.trace, rules, phaseAt(phases, detail.fromS)),
    way: recorded === null ? null : wayOf(recorded.info, recorded.focus),
    packets: detail?.packets ?? null,
    series: (wanted) => (trace === null ? [] : focusSeries(trace, wanted)),
    recorded: (wanted) => (recorded === null ? [] : focusSeries(recorded, wanted)),
    rateBps: hop?.rate_bps ?? null,
    capacityPackets: hop?.capacity_packets ?? null,
    ...backOf(trace, hop),
    estimateRole: role,
  };
  const { before } = run;
  if (before == null || before === recorded || detail !== null) return lane;
  const series = (wanted: string) => focusSeries(before, wanted);
  return { ...lane, before: { ...lane, ...ALONE, simulatedS: before.simulatedS, series, recorded: series } };
}

/** Everything that a lane's view depends on. A changed part is a new object or number. */
interface Ingredients {
  run: LaneRun;
  trace: LaneTrace | null;
  revision: number;
  focus: number;
  shown: LaneDetail | null;
  style: SeriesStyle;
  /** The reference's lane of the same name. */
  ghost: LaneRun | null;
  /** The lane that it forks from, and that lane's revision. */
  origin: LaneRun | null;
  originRevision: number;
  fork: Fork | null;
}

function sameIngredients(a: Ingredients, b: Ingredients): boolean {
  return a.run === b.run && showsTheSame(a, b);
}

/** Whether both give the same curves. */
function showsTheSame(a: Ingredients, b: Ingredients): boolean {
  return (
    a.run.label === b.run.label &&
    a.run.algorithm === b.run.algorithm &&
    a.run.info?.script_name === b.run.info?.script_name &&
    a.run.info?.half_growth === b.run.info?.half_growth &&
    // Until the first data of its run a lane stays as it was: its curve is not compared with itself.
    ((b.run.stale && b.run.error === null) || (a.run.before === b.run.before && a.ghost === b.ghost)) &&
    a.trace === b.trace &&
    a.revision === b.revision &&
    a.focus === b.focus &&
    a.shown === b.shown &&
    a.origin?.trace === b.origin?.trace &&
    a.originRevision === b.originRevision &&
    a.style.colour === b.style.colour &&
    a.style.dash === b.style.dash &&
    a.style.mark === b.style.mark
  );
}

export type LaneViews = (
  state: Pick<LabState, 'run' | 'detail' | 'view' | 'reference'>,
) => readonly LaneView[];

/**
 * Reads the lanes on the screen from the store. All panels share the last result. A lane is rebuilt
 * only if one of its parts has changed; neither the clock nor a moving time range over the same
 * samples does that.
 */
export function laneViews(catalogue: Catalogue, rules: RuleTable): LaneViews {
  let made: readonly { of: Ingredients; view: LaneView }[] = [];
  let views: readonly LaneView[] = [];
  return (state) => {
    const { reference } = state;
    const { lanes, scenario } = state.run;
    const forks = forksOf(scenario);
    const styles = laneLooks(lanes, forks);
    const next = lanes.flatMap((run, index) => {
      const style = styles[index];
      if (style === undefined) return [];
      const shown = shownDetail(state, index);
      const { trace } = run;
      const origin = lanes[originOf(scenario, index) ?? -1];
      const of = {
        run,
        trace,
        revision: trace?.revision ?? 0,
        focus: trace?.focus ?? 0,
        shown,
        style,
        ghost: referenceLane(reference, run.label),
        origin: origin ?? null,
        originRevision: origin?.trace?.revision ?? 0,
        fork: forks[index] ?? null,
      };
      const before = made[index];
      if (before !== undefined && sameIngredients(before.of, of)) return before;
      // Results, or a run that has just begun, need no repainting.
      const kept = before !== undefined && showsTheSame(before.of, of);
      return { of, view: kept ? { ...before.view, run } : laneView(of, catalogue, rules) };
    });
    if (next.length === made.length && next.every((item, index) => item === made[index])) return views;
    made = next;
    views = next.map((item) => item.view);
    return views;
  };
}

/** What an algorithm does, as it is with the lane's settings. */
export function summaryOf(summary: string, halfGrowth: boolean): string {
  return halfGrowth ? summary.replace('one segment per RTT', 'half a segment per RTT') : summary;
}

function laneView(
  { run, shown, style, ghost, origin, fork }: Ingredients,
  catalogue: Catalogue,
  rules: RuleTable,
): LaneView {
  const model = catalogue.algorithms.find((item) => item.id === run.algorithm);
  const named = model?.name ?? run.info?.script_name ?? run.label;
  // A fork without its own name is named after the old and the new algorithm.
  const isNameless = run.label.startsWith(`${run.algorithm} → `);
  const alone = run.label === run.algorithm ? named : run.label;
  const name = fork !== null && isNameless ? `${named} ${forkInWords(fork, catalogue)}` : alone;
  const shownTrace = shown?.trace ?? run.trace;
  const shows = run.info?.series.some(({ estimator }) => estimator === 'script') ?? false;
  const role = shows ? 'shown' : estimateRole(catalogue.rules, run.algorithm);
  // A fork's own curves begin at the fork; before that, its origin is drawn in grey.
  const behind = [origin, ghost].flatMap((other) =>
    other === null ? [] : [laneData(other, null, style, 'none', name, rules)],
  );
  const forkS = origin === null ? null : (run.info?.fork_s ?? null);
  return {
    run,
    style,
    name,
    leftOut: shownTrace === null ? null : leftOut(shownTrace, rules, SHOWN_KINDS),
    recordedLeftOut: run.trace === null ? null : leftOut(run.trace, rules, MARKED_KINDS),
    summary: summaryOf(model?.summary ?? '', run.info?.half_growth ?? false),
    data: {
      ...laneData(run, shown, style, role, name, rules),
      ...(behind.length === 0 ? {} : { behind }),
      forkS,
    },
    recordedMarks: run.trace === null ? NO_MARKS : marksOf(run.trace, rules),
    marks: shownTrace === null ? NO_MARKS : marksOf(shownTrace, rules),
  };
}
