/** The rows on the screen. */
import { useMemo } from 'react';
import { rowsById, stateRow } from '@ackscope/charts';
import type { RowDefinition, Signal } from '@ackscope/charts';
import { DEFAULT_ROWS, ownStates, packetsWithin, shownRows } from '@ackscope/model';
import type { LabState, OwnState } from '@ackscope/model';
import { useLab, useLabState } from './context.ts';
import type { Lab } from './context.ts';
import type { LaneView } from './laneData.ts';
import { useSignal } from './useSignal.ts';

/** An expression over rows, as far as the engine has read it. */
export interface Channel {
  text: string;
  /** Null while it is not read, and where it has a mistake. */
  row: RowDefinition | null;
  /** What is wrong, and where it begins. */
  problem: { column: number; message: string } | null;
}

export type Channels = Signal<readonly Channel[]> & { set(value: readonly Channel[]): void };

const channelRows = (channels: readonly Channel[]): RowDefinition[] =>
  channels.flatMap(({ row }) => (row === null ? [] : [row]));

/** Rows of states, by the list that the store keeps as long as it is the same. */
const stateRows = new WeakMap<readonly OwnState[], readonly RowDefinition[]>();

function rowsOfStates(states: readonly OwnState[]): readonly RowDefinition[] {
  const rows = stateRows.get(states) ?? states.map(({ name, unit }) => stateRow(name, unit));
  stateRows.set(states, rows);
  return rows;
}

/** The rows of what the scripts of this run show in rows of their own. */
export function useStateRows(): readonly RowDefinition[] {
  return rowsOfStates(useLabState((state) => ownStates(state.run.lanes)));
}

type RowSource = Pick<Lab, 'channels' | 'store'>;

/** Rows by their ids, states that scripts show, and behind them the channels. */
export function rowsOf({ channels, store }: RowSource, ids: readonly string[]): RowDefinition[] {
  if (ids === PACKET_ROWS) return rowsById(ids);
  const states = rowsOfStates(ownStates(store.getState().run.lanes)).filter(({ id }) => ids.includes(id));
  return [...rowsById(ids), ...states, ...channelRows(channels.get())];
}

/** One row by its id, a channel too. */
export function rowOf(lab: RowSource, id: string): RowDefinition | undefined {
  return rowsOf(lab, [id]).find((row) => row.id === id);
}

/** What the engine has read of the channels; renders when that changes. */
export function useChannels(): readonly Channel[] {
  return useSignal(useLab().channels);
}

/** The same as `rowsOf`; renders when a channel or a script's state changes. */
export function useRows(ids: readonly string[]): RowDefinition[] {
  const lab = useLab();
  const channels = useChannels();
  const states = useStateRows();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- channels and states are what `rowsOf` reads
  return useMemo(() => rowsOf(lab, ids), [lab, ids, channels, states]);
}

/** With more packets than this across the screen a ladder is a grey area. */
const MOST_IN_A_LADDER = 360;

/** What a zoom ends at: which packet, and where it is. */
const PACKET_ROWS: readonly string[] = ['sequence', 'ladder'];

/**
 * Those that are chosen. Where nobody has chosen any, a zoom goes on from the traces into single
 * packets, as soon as they are few enough and known in every lane.
 */
export function rowsOnScreen(
  { view, run }: Pick<LabState, 'view' | 'run'>,
  lanes: readonly LaneView[],
  isSideBySide: boolean,
): readonly string[] {
  const range = view.timeRange;
  if (view.rows !== DEFAULT_ROWS || range === null || !isSideBySide || lanes.length === 0)
    return shownRows(view.rows, run.lanes);
  const isDeep = lanes.every(({ run: { trace }, data }) => {
    if (trace === null || data.packets === null) return false;
    return packetsWithin(trace.info, range[1] - range[0]) <= MOST_IN_A_LADDER / lanes.length;
  });
  return isDeep ? PACKET_ROWS : shownRows(view.rows, run.lanes);
}
