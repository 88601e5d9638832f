/**
 * An engine only for tests of the page. It simulates no TCP. It answers in the engine's formats
 * with an invented sawtooth. No build of the page contains it.
 */
import { answering, answeringRun } from '../../engine/test/answering.ts';
import { NO_EXPRESSION } from './noExpression.ts';
import type {
  Catalogue,
  Check,
  Chunk,
  Engine,
  Evaluate,
  LaneInfo,
  LaneResults,
  Rule,
  RunHandle,
  RunListener,
  ScenarioError,
  SweepHandle,
  Verdict,
} from '@ackscope/engine';
import { fakePackets } from './fakePackets.ts';
import { fakeTable } from './fakeTheory.ts';

const model = (id: string, name: string, summary: string) => ({ id, name, summary });

export const FAKE_RULES: Rule[] = [
  {
    id: 1,
    key: 'newreno.halve',
    kind: 'window-cut',
    algorithm: 'newreno',
    title: 'Three duplicate ACKs: the window is halved',
    formula: '\\mathit{ssthresh} \\leftarrow \\max\\!\\left(\\frac{{{flight}}}{2}, 2\\right)',
    terms: [{ name: 'flight', symbol: 'F', unit: 'packets', help: 'in flight' }],
    source: 'RFC 5681, equation 4',
  },
  {
    id: 2,
    key: 'westwood+.cut',
    kind: 'window-cut',
    algorithm: 'westwood+',
    title: 'Three duplicate ACKs: the window follows the estimate',
    formula:
      '\\mathit{ssthresh} \\leftarrow \\max\\!\\left(\\frac{{{bwe}} \\cdot {{rtt_min}}}{8L}, 2\\right)',
    terms: [
      { name: 'bwe', symbol: '\\mathit{BWE}', unit: 'bps', help: 'bandwidth estimate' },
      { name: 'rtt_min', symbol: '\\mathit{RTT}_{\\min}', unit: 's', help: 'least round-trip time' },
    ],
    source: 'GM04, section 2',
  },
  {
    id: 3,
    key: 'timeout',
    kind: 'timeout',
    algorithm: null,
    title: 'The retransmission timer ran out',
    formula: '\\mathit{cwnd} \\leftarrow 1',
    terms: [],
    source: 'RFC 6298',
  },
];

export const FAKE_CATALOGUE: Catalogue = {
  version: '0.0.0',
  algorithms: [
    model('newreno', 'New Reno', 'Adds a packet per round trip, halves at a loss.'),
    model('vegas', 'Vegas', 'Holds a few packets in the queue, judged by delay.'),
    model('westwood+', 'Westwood+', 'Cuts to what the returning ACKs show to be free.'),
    model('cubic', 'CUBIC', 'Grows along a cubic around the last loss.'),
  ],
  rules: FAKE_RULES,
  scenario_defaults: {},
};

const SERIES = ['cwnd', 'ssthresh', 'bwe', 'rtt', 'flight', 'delivered'] as const;
const UNITS: Record<string, string> = {
  cwnd: 'packets',
  ssthresh: 'packets',
  bwe: 'bps',
  rtt: 's',
  flight: 'packets',
  delivered: 'segments',
};

interface Wanted {
  duration: string;
  hops: { rate: string; queue: { capacity: string } }[];
  flows: { name: string; count?: number; direction?: string; active?: [string, string][] }[];
  compare: (string | { algorithm: string; label?: string })[];
  measure: [string, string][];
}

export interface FakeEngine extends Engine {
  /** The scenarios that were started, as text. */
  readonly started: string[];
  /** Sends the rest of the run. Without this call a run stops after its first chunk. */
  finish(): void;
}

export interface FakeOptions {
  /** Refuses a scenario. */
  refuse?(scenario: Wanted): ScenarioError | null;
  /** Segments per simulated second in the estimate; zero if omitted. */
  segmentsPerSimulatedS?: number;
  /** Evaluates expressions: the real engine. */
  evaluate?: Evaluate;
  /** Runs to the end without `finish`, one slice per callback. */
  auto?: boolean;
}

export function fakeEngine(options: FakeOptions = {}): FakeEngine {
  const started: string[] = [];
  let finishCurrent: (() => void) | null = null;
  const read = (text: string): Wanted => JSON.parse(text) as Wanted;
  const lanesOf = (wanted: Wanted) =>
    wanted.compare.map((entry) =>
      typeof entry === 'string'
        ? { label: entry, algorithm: entry }
        : { label: entry.label ?? entry.algorithm, algorithm: entry.algorithm },
    );
  return {
    catalogue: FAKE_CATALOGUE,
    started,
    ask: answering({
      expression: () => NO_EXPRESSION,
      scriptWords: () => [],
      theory: fakeTable,
      program: (_, lane, simulator) =>
        lane === 1
          ? { simulator, program: null, cannot: ['there is no such agent'], differs: [] }
          : {
              simulator,
              program: `a script for ${simulator}`,
              cannot: [],
              differs: ['the timer counts ticks'],
            },
    }),
    evaluator: () =>
      options.evaluate === undefined
        ? Promise.reject(new Error('no expressions here'))
        : Promise.resolve(options.evaluate),
    why: () => Promise.reject(new Error('no causes here')),
    search: () => Promise.reject(new Error('no search here')),
    fit: () => Promise.reject(new Error('no fit here')),
    check(text): Promise<Check> {
      const wanted = read(text);
      const error = options.refuse?.(wanted) ?? null;
      if (error !== null) return Promise.resolve({ ok: false, error });
      return Promise.resolve({
        ok: true,
        lanes: lanesOf(wanted),
        scenario: JSON.parse(text) as never,
        duration_s: Number.parseFloat(wanted.duration),
        estimate: {
          segments: Number.parseFloat(wanted.duration) * (options.segmentsPerSimulatedS ?? 0),
          memory_bytes: 0,
          trial: 'made',
        },
        warnings: [],
      });
    },
    start(text, listener): RunHandle {
      started.push(text);
      const wanted = read(text);
      const lanes = lanesOf(wanted).map(
        ({ label, algorithm }, index) => new FakeLane(wanted, label, algorithm, index, listener),
      );
      let cancelled = false;
      finishCurrent = () => {
        if (!cancelled) for (const lane of lanes) lane.runTo(lane.info.duration_s);
      };
      queueMicrotask(() => {
        if (!cancelled) for (const lane of lanes) lane.begin();
      });
      if (options.auto === true) {
        const slice = (at: number): void => {
          if (cancelled) return;
          for (const lane of lanes) lane.runTo(at);
          if (at < (lanes[0]?.info.duration_s ?? 0)) setTimeout(() => slice(at + 25), 15);
        };
        setTimeout(() => slice(25), 15);
      }
      return {
        cancel() {
          cancelled = true;
        },
        ask: answeringRun({
          packets: (lane, fromS, toS) => fakePackets(fromS, toS, lane),
          verdict: (lane, timeS) => fakeVerdict(lanesOf(wanted), lane, timeS),
          qlog: (lane, flow) => JSON.stringify({ qlog_version: '0.3', lane, flow }),
        }),
        replay: (lane, fromS, toS, wanted) =>
          Promise.resolve({
            from_s: fromS,
            to_s: toS,
            chunk: lanes[lane]?.again(fromS, toS) ?? EMPTY_CHUNK,
            packets: wanted?.packets === true ? fakePackets(fromS, toS, lane) : null,
          }),
      };
    },
    sweep: () => NO_SWEEP,
    finish: () => finishCurrent?.(),
    dispose: () => undefined,
  };
}

/** A sweep that is never planned. */
const NO_SWEEP: SweepHandle = {
  cancel: () => undefined,
  report: () => Promise.reject(new Error('nothing to report')),
  csv: () => Promise.reject(new Error('nothing to report')),
  score: () => Promise.reject(new Error('nothing to report')),
  close: () => undefined,
};

const EMPTY_CHUNK: Chunk = {
  time_s: 0,
  series: [],
  events: {
    time_s: new Float64Array(0),
    rule: new Uint16Array(0),
    source: new Uint32Array(0),
    terms: new Float64Array(0),
    counts: new Float64Array(0),
  },
};

class FakeLane {
  readonly info: LaneInfo;
  private atS = 0;
  private bins = 0;
  private readonly wanted: Wanted;
  private readonly index: number;
  private readonly listener: RunListener;

  constructor(wanted: Wanted, label: string, algorithm: string, index: number, listener: RunListener) {
    this.wanted = wanted;
    this.index = index;
    this.listener = listener;
    const durationS = Number.parseFloat(wanted.duration);
    const rateBps = Number.parseFloat(wanted.hops[0]?.rate ?? '2') * 1e6;
    const capacity = Number.parseFloat(wanted.hops[0]?.queue.capacity ?? '40');
    const hop = {
      hop: 0,
      name: '',
      rate_bps: rateBps,
      delay_s: 0.01,
      queue_kind: 'drop-tail',
      capacity_packets: capacity,
      loss_kind: 'none',
    };
    const reverse = wanted.flows.find((flow) => flow.name === 'reverse');
    const flow = { group: 'main', algorithm, from: 0, to: 1, rtt_s: 0.25, packet_bytes: 1500 };
    const rivals = wanted.flows.slice(1).filter(({ direction }) => direction !== 'backward');
    const all: [number, number][] = [[0, durationS]];
    this.info = {
      engine: '0.1.0',
      provenance: { version: '0.1.0', engine_fingerprint: 'e', scenario_hash: 'h', seed: 1 },
      label,
      algorithm,
      duration_s: durationS,
      script_name: null,
      half_growth: false,
      fork_s: null,
      rules: [],
      flows: [
        { ...flow, index: 0, name: 'main', direction: 'forward', compared: true, active: all },
        ...rivals.map(({ name }, at) => ({
          ...flow,
          index: at + 1,
          name,
          direction: 'forward' as const,
          compared: true,
          active: all,
        })),
        ...Array.from({ length: reverse?.count ?? 0 }, (_, at) => ({
          ...flow,
          index: rivals.length + at + 1,
          name: `reverse ${at}`,
          group: 'reverse',
          direction: 'backward' as const,
          compared: false,
          active: (reverse?.active ?? []).map(([a, b]): [number, number] => [
            Number.parseFloat(a),
            Number.parseFloat(b),
          ]),
        })),
      ],
      hops: [
        { ...hop, direction: 'forward' },
        { ...hop, direction: 'backward' },
      ],
      series: [
        ...SERIES.map((series) => ({
          source: { kind: 'flow' as const, index: 0 },
          series,
          estimator: series === 'bwe' ? 'ewma-0.9' : null,
          shown: null,
          unit: UNITS[series] ?? '',
        })),
        ...rivals.map((_, at) => ({
          source: { kind: 'flow' as const, index: at + 1 },
          series: 'cwnd',
          estimator: null,
          shown: null,
          unit: 'packets',
        })),
        {
          source: { kind: 'hop' as const, hop: 0, direction: 'forward' as const },
          series: 'queue',
          estimator: null,
          shown: null,
          unit: 'packets',
        },
      ],
    };
  }

  begin(): void {
    this.listener.onLane(this.index, this.info);
    this.runTo(10);
  }

  runTo(untilS: number): void {
    const endS = Math.min(untilS, this.info.duration_s);
    if (endS <= this.atS && endS < this.info.duration_s) return;
    const stepS = this.info.duration_s / 4000;
    const times: number[] = [];
    for (let at = this.bins; at * stepS < endS; at += 1) times.push(at * stepS);
    const from = this.bins;
    this.bins += times.length;
    const cutsS = times.filter(
      (timeS) => Math.floor(timeS / 12) !== Math.floor((timeS - stepS) / 12) && timeS > 1,
    );
    const chunk: Chunk = {
      time_s: endS,
      series: this.info.series.map((series, id) => {
        const values = this.values(series, times);
        return { id, from, time_s: Float64Array.from(times), min: values, max: values, last: values };
      }),
      events: {
        time_s: Float64Array.from(cutsS),
        rule: Uint16Array.from(cutsS, (timeS) =>
          timeS % 7 < 1 ? 3 : this.info.algorithm === 'westwood+' ? 2 : 1,
        ),
        source: new Uint32Array(cutsS.length),
        terms: Float64Array.from(cutsS.flatMap(() => [1.71e6, 0.25, NaN, NaN, NaN, NaN, NaN, NaN])),
        counts: new Float64Array(0),
      },
    };
    this.atS = endS;
    this.listener.onChunk(this.index, chunk);
    this.listener.onResults(this.index, this.results(), endS >= this.info.duration_s);
  }

  /** Returns a window again, sampled at five hundred times. */
  again(fromS: number, toS: number): Chunk {
    const times = Float64Array.from({ length: 500 }, (_, at) => fromS + ((toS - fromS) * at) / 500);
    return {
      ...EMPTY_CHUNK,
      time_s: toS,
      series: this.info.series.map((series, id) => {
        const values = this.values(series, times);
        return { id, from: 0, time_s: times, min: values, max: values, last: values };
      }),
    };
  }

  /** The second flow's window is half of the first one's, the third flow's a third. */
  private values({ series, source }: LaneInfo['series'][number], times: ArrayLike<number>): Float32Array {
    const parts = source.kind === 'flow' ? source.index + 1 : 1;
    return Float32Array.from(times, (timeS) => this.value(series, timeS) / parts);
  }

  private value(series: string, timeS: number): number {
    const capacity = this.info.hops[0]?.capacity_packets ?? 40;
    const phase = (timeS % 12) / 12;
    const saw = this.info.algorithm === 'vegas' ? 44 : 0.5 * (capacity + 42) * (1 + phase);
    switch (series) {
      case 'cwnd':
      case 'flight':
        return saw;
      case 'ssthresh':
        return timeS < 12 ? Infinity : (capacity + 42) / 2;
      case 'queue':
        return Math.max(0, saw - 42);
      case 'delivered':
        return 100 * timeS;
      case 'bwe':
        return (this.info.hops[0]?.rate_bps ?? 2e6) * (1 - 0.9 ** (timeS + 1));
      default:
        return 0.25 + 0.1 * phase;
    }
  }

  private results(): LaneResults {
    const rateBps = this.info.hops[0]?.rate_bps ?? 2e6;
    const share = this.info.algorithm === 'vegas' ? 0.5 : 0.93;
    const windows = this.wanted.measure.map(([from, to]) => ({
      from_s: Number.parseFloat(from),
      to_s: Number.parseFloat(to),
    }));
    return {
      label: this.info.label,
      flows: [
        {
          name: 'main',
          flow_name: 'main',
          index: 0,
          algorithm: this.info.algorithm,
          direction: 'forward',
          windows: windows.map((window) => ({
            ...window,
            goodput_bps: rateBps * share,
            throughput_bps: rateBps * share,
            goodput_sender_bps: rateBps * share,
            retransmission_ratio: 0.001,
            retransmission_ratio_of_distinct: 0.001,
            loss_event_rate: 0.001,
            spurious_retransmissions: 0,
            retransmissions: 0,
            mean_rtt_s: 0.3,
            mean_queueing_s: 0.05,
            fast_retransmits: 20,
            timeouts: 1,
            last_sequence: 1,
          })),
        },
      ],
      groups: [],
      directions: [],
      hops: [
        {
          hop: 0,
          name: 'wire',
          direction: 'forward',
          windows: windows.map((window) => ({
            ...window,
            utilisation: share,
            useful_utilisation: share,
            convergence_s: 5,
            mean_queue_packets: 12,
            mean_queueing_delay_s: 0.05,
            p50_queueing_delay_s: 0.05,
            p95_queueing_delay_s: 0.1,
            p99_queueing_delay_s: 0.12,
            arrivals: 20_000,
            drop_ratio: 0.001,
            early_drops: 0,
            drops: 20,
            channel_losses: 0,
            reordered: 0,
            thinned_acks: 0,
          })),
        },
      ],
      engine: {
        events: 400_000,
        packet_hops: 0,
        delivered_segments: 0,
        wall_s: 0.1,
        trace_hash: `hash${this.index}`,
      },
    };
  }
}

/** Every lane halves, less two segments for each lane before it. */
function fakeVerdict(
  lanes: readonly { label: string; algorithm: string }[],
  lane: number,
  timeS: number,
): Verdict {
  return {
    time_s: timeS,
    flow: 0,
    occasion: 'loss',
    since_s: 0,
    is_whole: lane === 0,
    state: {
      cwnd: 80,
      ssthresh: 41,
      flight: 79,
      una: 1000,
      srtt_s: 0.31,
      last_rtt_s: 0.32,
      min_rtt_s: 0.25,
    },
    lanes: lanes.map(({ label, algorithm }, index) => ({
      label,
      algorithm,
      cwnd: 40 - 2 * index,
      ssthresh: 40 - 2 * index,
      estimate_bps: null,
      decisions: algorithm === 'newreno' ? [{ rule: 1, terms: [79] }] : [],
    })),
  };
}
