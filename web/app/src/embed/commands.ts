/** Messages from an untrusted host page: an invalid one is refused with the reason. */
import * as v from 'valibot';
import { PROTOCOL } from '@ackscope/embed/protocol';
import type { CommandMessage } from '@ackscope/embed/protocol';

const SECONDS = v.pipe(v.number(), v.finite(), v.minValue(0));
/** Longer than any link or scenario file of this page. */
const MAX_CHARACTERS = 100_000;
const TEXT = v.pipe(v.string(), v.maxLength(MAX_CHARACTERS));

/** Anything else could not be answered so that the host page knows its command again. */
const ID = v.custom<number>(
  Number.isSafeInteger,
  ({ received }) => `found ${received}, allowed is a whole number, or no id`,
);

const common = { ackscope: v.literal(PROTOCOL), id: v.optional(ID) };

// A field that a command does not have is left out: within a version of the protocol fields may be added.
const COMMAND = v.variant('type', [
  v.object({ ...common, type: v.literal('hello') }),
  v.object({
    ...common,
    type: v.literal('play'),
    speed: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0.0001), v.maxValue(10_000))),
  }),
  v.object({ ...common, type: v.literal('pause') }),
  v.object({ ...common, type: v.literal('seek'), timeS: SECONDS }),
  v.object({
    ...common,
    type: v.literal('setScenario'),
    scenario: v.union([TEXT, v.record(v.string(), v.unknown())]),
  }),
  v.object({ ...common, type: v.literal('setRows'), rows: v.pipe(v.array(v.string()), v.maxLength(16)) }),
  v.object({ ...common, type: v.literal('setTheme'), theme: v.picklist(['auto', 'light', 'dark']) }),
]);

export type ReadCommand =
  | { kind: 'command'; command: CommandMessage }
  /** For the widget, but invalid. */
  | { kind: 'faulty'; message: string; id: number | undefined }
  /** A message for somebody else: pages send many. */
  | { kind: 'foreign' };

export function readCommand(data: unknown): ReadCommand {
  if (typeof data !== 'object' || data === null || !('ackscope' in data)) return { kind: 'foreign' };
  const read = v.safeParse(COMMAND, data);
  if (read.success) return { kind: 'command', command: read.output as CommandMessage };
  const id = 'id' in data && Number.isSafeInteger(data.id) ? (data.id as number) : undefined;
  return { kind: 'faulty', id, message: read.issues.map(describe).join('; ') };
}

function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path === null ? issue.message : `${path}: ${issue.message}`;
}
