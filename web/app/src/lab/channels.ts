import type { RowDefinition, Signal } from '@ackscope/charts';

/** A math channel: its text, and its row once the engine has read it. */
export interface Channel {
  text: string;
  /** Null until the expression is read, and if it has a mistake. */
  row: RowDefinition | null;
  /** The mistake, and the column where it begins. */
  problem: { column: number; message: string } | null;
}

export type Channels = Signal<readonly Channel[]> & { set(value: readonly Channel[]): void };
