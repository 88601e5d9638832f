/** What charts are given. They hold no store: values in, events out. */
import type { PacketLog, RuleKind } from '@ackscope/engine';
import type { paintDensity, paintMedian } from './draw/density.ts';
import type { Unit } from './format.ts';
import type { SeriesColour } from './palette.ts';

/** Columns of one series: bins in order of time; between bins the last value holds. */
export interface TraceColumns {
  readonly info: {
    readonly series: string;
    readonly estimator: string | null;
    /** Which state of a script it is, and the row that this is drawn in. */
    readonly shown?: { readonly name: string; readonly row: string } | null;
  };
  readonly count: number;
  readonly revision: number;
  readonly timeS: Float64Array;
  readonly min: Float32Array;
  readonly max: Float32Array;
  readonly last: Float32Array;
  readonly peak: number;
  indexAt: (timeS: number) => number;
  at: (timeS: number) => number;
}

/** Discrete marks over a lane. */
export interface MarkColumns {
  readonly count: number;
  readonly timeS: Float64Array;
  /** `MARK_KIND` */
  readonly kind: Uint8Array;
}

/** Packets that a channel did not deliver. */
export interface LossColumns {
  readonly count: number;
  readonly timeS: Float64Array;
  /** 0 the queue was full, 1 the discipline dropped early, 2 the link lost it. */
  readonly kind: Uint8Array;
}

/** What a sender is in, from each moment until the next. */
export interface PhaseColumns {
  readonly count: number;
  readonly timeS: Float64Array;
  /** 0 none, 1 slow start, 2 congestion avoidance, 3 recovery. */
  readonly phase: Uint8Array;
}

export interface BandSpan {
  fromS: number;
  toS: number;
  label: string;
  /** Traffic of others by default; the states of a channel are drawn in another shade. */
  kind?: 'traffic' | 'bad' | 'outage';
}

/** A flow whose series were recorded. */
export interface FlowData {
  index: number;
  name: string;
  packetBits: number;
  /** Two-way propagation delay. */
  rttS: number;
  /** When it sends, in seconds. */
  active: readonly (readonly [number, number])[];
  series: (name: string) => readonly TraceColumns[];
  /** What the run recorded, whatever a replay adds. */
  recorded: (name: string) => readonly TraceColumns[];
}

/** Up to when marks are complete, and how many came later that were only counted. */
export interface LeftOut {
  fromS: number;
  count: number;
}

/** A window that was measured elsewhere, in packets over this run's clock. */
export interface MeasuredLine {
  name: string;
  columns: TraceColumns;
  /** When it was measured last: nothing is known of later. */
  endS: number;
}

/** The links that a flow's data crosses, in order, and the slowest of them. */
export interface LaneWay {
  /** As `PacketLog.place` numbers them; the way back is the channel beside each. */
  channels: readonly number[];
  bottleneck: number;
}

/** A lane as its rows see it. */
export interface LaneData {
  name: string;
  colour: SeriesColour;
  /** Lengths of strokes and gaps, for where lanes share a chart. */
  dash: readonly number[];
  /** How far it is simulated. */
  simulatedS: number;
  durationS: number;
  /** Two-way propagation delay of the flow in focus. */
  rttS: number;
  packetBits: number;
  /** Index of the flow in focus. */
  flow: number;
  /** The recorded flows of the focus flow's group, itself included, and the group's size. */
  group: { members: readonly FlowData[]; size: number };
  /** Recorded flows that share the way with the flow in focus, it included. */
  competing: readonly FlowData[];
  losses: LossColumns;
  phases: PhaseColumns;
  /** Where the flow in focus goes; null before it is known. */
  way?: LaneWay | null;
  /** Every packet of the time range, if there are few enough to show. */
  packets: PacketLog | null;
  /** Rises whenever columns grew. */
  revision: number;
  series: (name: string) => readonly TraceColumns[];
  /** What the run recorded over its whole length, while `series` may hold a replayed range. */
  recorded: (name: string) => readonly TraceColumns[];
  /** Rate of the bottleneck. */
  rateBps: number | null;
  /** Capacity of the bottleneck's queue. */
  capacityPackets: number | null;
  /** What the algorithm does with the bandwidth estimate, for the row's title. */
  estimateUsed: boolean;
  /** The same lane before the scenario was changed: seen beyond what is simulated of it now. */
  before?: LaneData | null;
  /** From when on it is another run than the one in grey behind it; before that both are one. */
  forkS?: number | null;
  /** What stands in grey behind it: a reference run, or the other lanes on a small screen. */
  behind?: readonly LaneData[];
  /** What lies over the window's chart. */
  measured?: MeasuredLine | null;
}

/** A value that changes often and is read without rendering. */
export interface Signal<T> {
  get: () => T;
  subscribe(listener: () => void): () => void;
}

/** Two moments over all rows, and two levels in one of them. */
export interface CursorSet {
  timeS: readonly [number, number];
  row: string;
  levels: readonly [number, number] | null;
}

export type LayerStyle = 'line' | 'area' | 'step-dashed' | 'band' | 'density';

export interface Occurrences {
  columns: TraceColumns;
  /** Where the time of each begins, in rising order. */
  moments: readonly number[];
  /** How they are painted: it comes with them, since few pages need it. */
  painter: {
    paintDensity: typeof paintDensity;
    paintMedian: typeof paintMedian;
  };
}

export interface Layer {
  columns: TraceColumns;
  style: LayerStyle;
  /** Several series as one: from the lowest to the highest of them, and their mean. */
  members?: readonly TraceColumns[];
  /** Of a density: one series from each of many moments on; `columns` is what stands out of it. */
  occurrences?: Occurrences;
  /** Colour of the lane, quiet ink for context, plain ink for what is not of this run. */
  ink: 'lane' | 'quiet' | 'second' | 'foreign';
  label: string;
  /** Where its last sample stops holding, if not at the run's end. */
  endS?: number;
  /** Whether the row's scale makes room for it. An infinite threshold does not. */
  scales: boolean;
}

export interface RowReference {
  value: number;
  label: string;
}

export interface RowDefinition {
  id: string;
  title: string;
  /** The same where there is little room. */
  tight?: string;
  /** On the chooser. */
  short: string;
  unit: Unit;
  /** Share of the height. */
  weight: number;
  /** What it is, for the row chooser and the help. */
  help: string;
  /** Place in the column of rows. */
  order: number;
  layers: (lane: LaneData) => Layer[];
  reference: (lane: LaneData) => RowReference | null;
  /** Why there is nothing to show, where there is nothing. */
  absent?: string;
  /** The scale holds what is in the time range, not everything since zero: for what only grows. */
  follows?: boolean;
  /** A time-sequence diagram takes its place where single packets are known. */
  packets?: boolean;
  /** How they are drawn: by number, or by where they are. */
  packetStyle?: 'sequence' | 'ladder';
  /** Values may be below zero; the scale then has room for them. */
  isSigned?: boolean;
  /** Equal ways up are equal ratios; the scale begins at one. */
  isLog?: boolean;
  /** Losses are marked in it. */
  losses?: boolean;
  /** Single moments on its floor, where a pixel holds few of them. */
  ticks?: (lane: LaneData) => Pick<TraceColumns, 'timeS' | 'count'> | null;
  /** Events of the queue that it shows: a press picks one. */
  shows?: readonly RuleKind[];
  /** A remark after the title. */
  remark?: (lane: LaneData) => string;
}
