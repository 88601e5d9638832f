import { useMemo } from 'react';
import { rowsById, stateRow } from '@ackscope/charts';
import type { RowDefinition } from '@ackscope/charts';
import { DEFAULT_ROWS, ownStates, packetsWithin, shownRows } from '@ackscope/model';
import type { LabState, OwnState } from '@ackscope/model';
import type { Channel } from '../lab/channels.ts';
import { useLab, useLabState } from '../lab/context.ts';
import type { Lab } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { useSignal } from '../base/useSignal.ts';

const channelRows = (channels: readonly Channel[]): RowDefinition[] =>
  channels.flatMap(({ row }) => (row === null ? [] : [row]));

/** The rows of states; cached by the list, which stays the same object in the store. */
const stateRows = new WeakMap<readonly OwnState[], readonly RowDefinition[]>();

function rowsOfStates(states: readonly OwnState[]): readonly RowDefinition[] {
  const rows = stateRows.get(states) ?? states.map(({ name, unit }) => stateRow(name, unit));
  stateRows.set(states, rows);
  return rows;
}

/** The rows of the states that this run's scripts show. */
export function useStateRows(): readonly RowDefinition[] {
  return rowsOfStates(useLabState((state) => ownStates(state.run.lanes)));
}

type RowSource = Pick<Lab, 'channels' | 'store'>;

/** Rows by id, then the rows of scripts' states, then the channels. */
export function rowsOf({ channels, store }: RowSource, ids: readonly string[]): RowDefinition[] {
  if (ids === PACKET_ROWS) return rowsById(ids);
  const states = rowsOfStates(ownStates(store.getState().run.lanes)).filter(({ id }) => ids.includes(id));
  return [...rowsById(ids), ...states, ...channelRows(channels.get())];
}

/** One row by id, which may be a channel. */
export function rowOf(lab: RowSource, id: string): RowDefinition | undefined {
  return rowsOf(lab, [id]).find((row) => row.id === id);
}

/** The channels as the engine has read them; renders when they change. */
export function useChannels(): readonly Channel[] {
  return useSignal(useLab().channels);
}

/** The same as `rowsOf`; renders when a channel or a script's state changes. */
export function useRows(ids: readonly string[]): RowDefinition[] {
  const lab = useLab();
  const channels = useChannels();
  const states = useStateRows();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- `rowsOf` reads channels and states
  return useMemo(() => rowsOf(lab, ids), [lab, ids, channels, states]);
}

/** With more packets than this on the screen, a ladder would be a grey area. */
const MAX_IN_A_LADDER = 360;

/** The rows of the deepest zoom: which packet, and where it is. */
const PACKET_ROWS: readonly string[] = ['sequence', 'ladder'];

/** With more packets than this in a lane, segments and ACKs are one line. */
const MAX_IN_A_SEQUENCE = 1200;

/** Between curves and single packets: rounds of segments and their ACKs, in place of the estimate, which is a level there. */
const ROUND_ROWS: readonly string[] = ['cwnd', 'queue', 'sequence'];

/** In a chart that lanes share, the queue is drawn in one direction. Cached: equal rows stay the same list. */
const sharedRows = new WeakMap<readonly string[], readonly string[]>();

function rowsInShared(rows: readonly string[]): readonly string[] {
  if (!rows.includes('queue-ways')) return rows;
  const found = sharedRows.get(rows) ?? rows.map((id) => (id === 'queue-ways' ? 'queue' : id));
  sharedRows.set(rows, found);
  return found;
}

/**
 * The rows on the screen: those chosen by the reader. Without a choice, a deep zoom shows
 * segments and ACKs, and then single packets, once they are few enough and known in every lane.
 */
export function rowsOnScreen(
  { view, run }: Pick<LabState, 'view' | 'run'>,
  lanes: readonly LaneView[],
  isSideBySide: boolean,
  isShared = false,
): readonly string[] {
  if (isShared) return rowsInShared(shownRows(view.rows, run.lanes));
  const range = view.timeRange;
  if (view.rows !== DEFAULT_ROWS || range === null || !isSideBySide || lanes.length === 0)
    return shownRows(view.rows, run.lanes);
  const most = Math.max(
    ...lanes.map(({ run: { trace }, data }) =>
      trace === null || data.packets === null ? Infinity : packetsWithin(trace.info, range[1] - range[0]),
    ),
  );
  if (most <= MAX_IN_A_LADDER / lanes.length) return PACKET_ROWS;
  return most <= MAX_IN_A_SEQUENCE ? ROUND_ROWS : shownRows(view.rows, run.lanes);
}
