import type { PacketLog } from '@ackscope/engine';
import type { LaneTrace, RuleTable } from '@ackscope/model';
import type { FlowLog } from './flowLog.ts';

/** What a line of the picture is. */
export type Tone = 'lost' | 'later' | 'ack' | 'resent' | 'closing' | 'marked';

/** A packet that is drawn thick, by the records of its way. */
export interface Thick {
  tone: Tone;
  records: readonly number[];
}

export interface Step {
  timeS: number;
  /** At an end of the way, or where a record's line ends. */
  at: 'sender' | 'receiver' | { record: number };
  title: string;
  detail: string;
  /** For a step that lasts. */
  toS?: number;
}

export interface Story {
  number: number;
  title: string;
  /** In order of time, at most six. */
  steps: readonly Step[];
  lines: readonly Thick[];
  /** The log in which the records stand. */
  log: PacketLog;
  fromS: number;
  toS: number;
  /** False if its end is after the range: then a longer one is asked for. */
  isOver: boolean;
}

export interface Source {
  flow: FlowLog;
  /** The replayed range. */
  trace: LaneTrace;
  rules: RuleTable;
  /** The lane. */
  name: string;
  capacityPackets: number | null;
  rttS: number;
}
