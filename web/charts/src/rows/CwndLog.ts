import type { RowDefinition } from '../types.ts';
import { row as cwnd } from './Cwnd.ts';

/** For cwnds that differ by a factor of a hundred: equal distances mean equal ratios. */
export const row: RowDefinition = {
  ...cwnd,
  id: 'cwnd-log',
  title: 'cwnd, log',
  short: 'window, log',
  order: 1.5,
  help: 'The congestion window on a logarithmic scale, from one packet. Use it when windows differ by orders of magnitude.',
  isLog: true,
};
