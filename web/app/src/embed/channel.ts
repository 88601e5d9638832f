/**
 * The channel to the page around the frame (web/embed/src/protocol.ts). It opens with the frame's
 * first script, long before there is a lab. Commands that come before are kept and answered in
 * order.
 */
import { PROTOCOL } from '@ackscope/embed/protocol';
import type { CommandMessage, Report } from '@ackscope/embed/protocol';
import { readCommand } from './commands.ts';

/** An answer that takes longer than this is announced: it must come within a second. */
const SOON_MS = 700;

const LOADING = 'The widget is still loading.';

/** Commands kept until the lab is loaded. A well-behaved page does not send more within seconds. */
export const MAX_KEPT = 100;

/** The page around the frame; tests use their own window. */
export interface HostWindow {
  postMessage: (message: unknown, targetOrigin: string) => void;
}

export interface Channel {
  post: (report: Report) => void;
  /** The origin of the host page, if it is known and checked. */
  hostOrigin: string | null;
  /** Says what a command waits for. */
  explain: (command: CommandMessage, message: string) => void;
  /** Resolves at the first command other than `hello`: then a widget out of view starts, too. */
  asked: Promise<void>;
  /** Sets the handler; kept commands are passed to it at once. The result removes it again. */
  onCommand: (runCommand: (command: CommandMessage) => void) => () => void;
  close: () => void;
}

/** Listens only to `host` and, if its origin is known, only to that origin. */
export function openChannel(host: HostWindow, hostOrigin: string | null): Channel {
  let kept: CommandMessage[] = [];
  let runCommand: ((command: CommandMessage) => void) | null = null;
  let resolveAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    resolveAsked = resolve;
  });
  /** Commands without an answer yet; a page may use an id again. */
  const unanswered = new Map<number, number[]>();
  const post = (report: Report): void => {
    if ((report.type === 'done' || report.type === 'error') && report.id !== undefined) {
      const [first, ...rest] = unanswered.get(report.id) ?? [];
      window.clearTimeout(first);
      if (rest.length === 0) unanswered.delete(report.id);
      else unanswered.set(report.id, rest);
    }
    host.postMessage({ ...report, ackscope: PROTOCOL }, hostOrigin ?? '*');
  };
  const expectAnswer = ({ id }: CommandMessage): void => {
    if (id === undefined) return;
    const message = runCommand === null ? LOADING : 'The widget is still busy with it.';
    const timer = window.setTimeout(() => post({ type: 'waiting', id, message }), SOON_MS);
    unanswered.set(id, [...(unanswered.get(id) ?? []), timer]);
  };
  const fail = (message: string, id: number | undefined): void => {
    post({ type: 'error', path: '', message, ...(id === undefined ? {} : { id }) });
  };

  const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== host || (hostOrigin !== null && origin !== hostOrigin)) return;
    // What a browser gives instead of a message that it cannot read.
    if (data === null) fail('A message could not be read: it may be nested too deeply.', undefined);
    const read = readCommand(data);
    if (read.kind === 'foreign') return;
    if (read.kind === 'faulty') {
      fail(read.message, read.id);
      return;
    }
    const { command } = read;
    if (command.type !== 'hello') resolveAsked();
    if (runCommand !== null) {
      expectAnswer(command);
      runCommand(command);
    } else if (command.type === 'hello') {
      post({ type: 'listening' });
      if (command.id !== undefined) post({ type: 'done', id: command.id });
    } else if (kept.length < MAX_KEPT) {
      expectAnswer(command);
      kept.push(command);
    } else fail(`${LOADING} It queues at most ${String(MAX_KEPT)} commands.`, command.id);
  };

  window.addEventListener('message', hear);
  post({ type: 'listening' });
  return {
    post,
    hostOrigin,
    asked,
    explain({ id }, message) {
      if (id === undefined) return;
      window.clearTimeout(unanswered.get(id)?.[0]);
      post({ type: 'waiting', id, message });
    },
    onCommand(next) {
      runCommand = next;
      const early = kept;
      kept = [];
      early.forEach(next);
      return () => {
        if (runCommand === next) runCommand = null;
      };
    },
    close() {
      window.removeEventListener('message', hear);
      for (const timer of [...unanswered.values()].flat()) window.clearTimeout(timer);
    },
  };
}
