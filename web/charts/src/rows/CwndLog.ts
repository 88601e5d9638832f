import type { RowDefinition } from '../types.ts';
import { row as cwnd } from './Cwnd.ts';

/** For windows of which one is a hundred times another: equal ways up are equal ratios, and the small ones keep their shape. */
export const row: RowDefinition = {
  ...cwnd,
  id: 'cwnd-log',
  title: 'cwnd, log',
  short: 'window, log',
  order: 1.5,
  help: 'The congestion window on a logarithmic scale, from one packet. Use it when windows differ by orders of magnitude.',
  isLog: true,
};
