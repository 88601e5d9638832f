/** What charts are given. They hold no store: values in, events out. */
import type { Unit } from './format.ts';
import type { SeriesColour } from './palette.ts';

/** Columns of one series: bins in order of time; between bins the last value holds. */
export interface TraceColumns {
  readonly info: { readonly series: string; readonly estimator: string | null };
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
  /** 0 a cut of the window, 1 a timeout. */
  readonly kind: Uint8Array;
}

export interface BandSpan {
  fromS: number;
  toS: number;
  label: string;
}

/** A lane as its rows see it. */
export interface LaneData {
  colour: SeriesColour;
  /** Rises whenever columns grew. */
  revision: number;
  series: (name: string) => readonly TraceColumns[];
  /** Rate of the bottleneck. */
  rateBps: number | null;
  /** Capacity of the bottleneck's queue. */
  capacityPackets: number | null;
  /** What the algorithm does with the bandwidth estimate, for the row's title. */
  estimateUsed: boolean;
}

/** A value that changes often and is read without rendering. */
export interface Signal<T> {
  get: () => T;
  subscribe(listener: () => void): () => void;
}

export type LayerStyle = 'line' | 'area' | 'step-dashed';

export interface Layer {
  columns: TraceColumns;
  style: LayerStyle;
  /** Colour of the lane, or quiet ink for what accompanies it. */
  ink: 'lane' | 'quiet' | 'second';
  label: string;
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
  /** A remark after the title. */
  remark?: (lane: LaneData) => string;
}
