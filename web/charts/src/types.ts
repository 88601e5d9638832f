/** The data of charts. Charts have no store: they take values and emit events. */
import type { PacketLog, RuleKind } from '@ackscope/engine';
import type { Unit } from './format.ts';
import type { SeriesColour, SeriesStyle } from './palette.ts';

/** Columns of one series: bins in order of time; between bins the last value holds. */
export interface TraceColumns {
  readonly info: {
    readonly series: string;
    readonly estimator: string | null;
    /** For a script's state: its name, and the row in which it is drawn. */
    readonly shown?: { readonly name: string; readonly row: string } | null;
  };
  readonly count: number;
  readonly revision: number;
  /** How long a bin is: its extremes count for so long, then its last value holds. None for derived series. */
  readonly binS?: number;
  readonly timeS: Float64Array;
  readonly min: Float32Array;
  readonly max: Float32Array;
  readonly last: Float32Array;
  readonly peak: number;
  indexAt: (timeS: number) => number;
  at: (timeS: number) => number;
}

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
  /** 0: the queue was full, 1: the queue discipline dropped it early, 2: the link lost it. */
  readonly kind: Uint8Array;
}

/** The sender's phases, each from its time until the next. */
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
  /** Others' traffic by default; the states of a channel have another shade. */
  kind?: 'traffic' | 'bad' | 'outage';
}

/** A flow whose series were recorded. */
export interface FlowData {
  index: number;
  name: string;
  packetBits: number;
  /** Its look in a lane of several flows. */
  look: SeriesStyle;
  /** Two-way propagation delay. */
  rttS: number;
  /** When it sends, in seconds. */
  active: readonly (readonly [number, number])[];
  series: (name: string) => readonly TraceColumns[];
  /** The run's own record, even if a replay adds detail. */
  recorded: (name: string) => readonly TraceColumns[];
}

/** The time up to which marks are complete, and how many later ones were only counted. */
export interface LeftOut {
  fromS: number;
  count: number;
}

/** A window measured elsewhere, in packets, on this run's clock. */
export interface MeasuredLine {
  name: string;
  columns: TraceColumns;
  /** The time of the last measurement: nothing is known after it. */
  endS: number;
}

/** The links that a flow's data crosses, in order, and the slowest of them. */
export interface LaneWay {
  /** Numbered as in `PacketLog.place`; the return channel has the neighbouring number. */
  channels: readonly number[];
  bottleneck: number;
}

/** A threshold, or the sending rate, is set from it; a script draws it; or the sender has no use for it. */
export type EstimateRole = 'ssthresh' | 'rate' | 'shown' | 'none';

/** A lane's data, as its rows use them. */
export interface LaneData {
  name: string;
  colour: SeriesColour;
  /** Lengths of strokes and gaps, used where lanes share a chart. */
  dash: readonly number[];
  simulatedS: number;
  durationS: number;
  /** Two-way propagation delay of the flow in focus. */
  rttS: number;
  packetBits: number;
  /** Index of the flow in focus. */
  flow: number;
  /** The recorded flows of the focus flow's group, itself included, and the group's size. */
  group: { members: readonly FlowData[]; size: number };
  /** Recorded flows that share the path with the flow in focus, itself included. */
  competing: readonly FlowData[];
  losses: LossColumns;
  phases: PhaseColumns;
  /** The path of the flow in focus; null before it is known. */
  way?: LaneWay | null;
  /** Every packet of the time range, if there are few enough to show. */
  packets: PacketLog | null;
  /** Rises whenever columns grew. */
  revision: number;
  series: (name: string) => readonly TraceColumns[];
  /** The record of the whole run, while `series` may hold a replayed range. */
  recorded: (name: string) => readonly TraceColumns[];
  /** Rate of the bottleneck. */
  rateBps: number | null;
  /** Capacity of the bottleneck's queue. */
  capacityPackets: number | null;
  /** The bottleneck in the direction of the ACKs. */
  back?: {
    series: (name: string) => readonly TraceColumns[];
    capacityPackets: number | null;
  };
  /** What the sender does with the bandwidth estimate; shown in the row's title. */
  estimateRole: EstimateRole;
  /** The same lane before the last change: shown after the simulated part of the new run. */
  before?: LaneData | null;
  /** The time from which a fork differs from its origin, which is drawn in grey behind it. */
  forkS?: number | null;
  /** Lanes in grey behind it: a reference run, or the other lanes on a small screen. */
  behind?: readonly LaneData[];
  /** A measured window over the chart of cwnd. */
  measured?: MeasuredLine | null;
}

/** A value that changes often and is read without rendering. */
export interface Signal<T> {
  get: () => T;
  subscribe(listener: () => void): () => void;
}

/** Two times over all rows, and two levels in one of them. */
export interface CursorSet {
  timeS: readonly [number, number];
  row: string;
  levels: readonly [number, number] | null;
}

export type LayerStyle = 'line' | 'area' | 'step-dashed' | 'band' | 'density';

export interface LayerBox {
  width: number;
  height: number;
  domain: readonly [number, number];
  isLog?: boolean | undefined;
  /** The farthest from zero is the lowest. */
  isDown?: boolean | undefined;
  /** Where the last sample stops holding: the simulated time, in pixels. */
  reach: number;
}

export interface Ink {
  colour: string;
  lineWidth: number;
  dash: readonly number[];
  fill: number;
}

export interface Occurrences {
  columns: TraceColumns;
  /** The time at which each occurrence begins, in rising order. */
  moments: readonly number[];
  /** The paint functions; passed with the data, because few pages need this code. */
  painter: {
    /** True if some traces are not painted yet. */
    paintDensity: (
      context: CanvasRenderingContext2D,
      of: Pick<Occurrences, 'columns' | 'moments'>,
      box: LayerBox,
      span: readonly [number, number],
      ink: Ink,
    ) => boolean;
    paintMedian: (
      context: CanvasRenderingContext2D,
      median: TraceColumns,
      box: LayerBox,
      timeDomain: readonly [number, number],
      ink: Ink,
      halo: string,
    ) => void;
  };
}

export interface Layer {
  columns: TraceColumns;
  style: LayerStyle;
  /** Several series drawn as one: the lowest, the highest, and their mean. */
  members?: readonly TraceColumns[];
  /** For a density: the series after each of many moments; `columns` is the highlighted one. */
  occurrences?: Occurrences;
  /** `lane`: the lane's colour; `cross`: other traffic's; `quiet`, `second`: context; `foreign`: not of this run; a look: that of another flow. */
  ink: 'lane' | 'cross' | 'quiet' | 'second' | 'foreign' | SeriesStyle;
  label: string;
  /** When its last sample stops holding, if not at the run's end. */
  endS?: number;
  /** Whether the row's scale fits it. An infinite threshold is excluded. */
  scales: boolean;
  /** Drawn downwards from zero; its values are still positive. */
  isDown?: boolean;
}

export interface RowReference {
  value: number;
  label: string;
  /** It helps to read the curves: its label stands in the row's head. */
  isKey?: true;
  /** It makes no room for itself: it is drawn where it lies within the curves' scale. */
  isAside?: true;
}

export interface RowDefinition {
  id: string;
  title: string;
  /** A shorter title, used where there is little room. */
  tight?: string;
  /** The name in the row chooser. */
  short: string;
  unit: Unit;
  /** Share of the height. */
  weight: number;
  /** A description for the row chooser and the help. */
  help: string;
  /** Its words for a beginner: beside the lane that has the row's name, each further lane shows one. */
  meanings?: readonly string[];
  /** Position in the column of rows. */
  order: number;
  layers: (lane: LaneData) => Layer[];
  reference: (lane: LaneData) => RowReference | null;
  /** The same for the layers that are drawn downwards, as a negative value. */
  below?: (lane: LaneData) => RowReference | null;
  /** The text shown if there are no data. */
  absent?: string;
  /** The scale fits the time range, not everything since zero: for values that only grow. */
  follows?: boolean;
  /** A time-sequence diagram replaces it where single packets are known. */
  packets?: boolean;
  /** How packets are drawn: by sequence number, or by place. */
  packetStyle?: 'sequence' | 'ladder';
  /** Values may be negative; the scale then includes them. */
  isSigned?: boolean;
  /** A logarithmic scale that begins at one. */
  isLog?: boolean;
  /** Losses are marked in this row. */
  losses?: boolean;
  /** Single moments, drawn on the row's floor where they are far enough apart. */
  ticks?: (lane: LaneData) => Pick<TraceColumns, 'timeS' | 'count'> | null;
  /** Events of the queue that the row shows: a press picks one. */
  shows?: readonly RuleKind[];
  /** What the reader must know about this lane's values; empty if nothing. */
  warning?: (lane: LaneData) => string;
  /** A remark after the title. */
  remark?: (lane: LaneData) => string;
  /** Lanes differ in it: each has its own. */
  remarksEach?: boolean;
}
