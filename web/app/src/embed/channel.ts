/**
 * The channel to the page around the frame (web/embed/src/protocol.ts). It opens with the frame's
 * first script, long before there is a lab. Commands that come before are kept and answered in
 * order.
 */
import { PROTOCOL } from '@ackscope/embed/protocol';
import type { CommandMessage, Report } from '@ackscope/embed/protocol';
import { readCommand } from './commands.ts';

/** Commands kept until the lab is loaded. A well-behaved page does not send more within seconds. */
export const MOST_KEPT = 100;

/** The page around the frame; tests use their own window. */
export interface HostWindow {
  postMessage: (message: unknown, targetOrigin: string) => void;
}

export interface Channel {
  post: (report: Report) => void;
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
  const post = (report: Report): void => {
    host.postMessage({ ...report, ackscope: PROTOCOL }, hostOrigin ?? '*');
  };
  const fail = (message: string, id: number | undefined): void => {
    post({ type: 'error', path: '', message, ...(id === undefined ? {} : { id }) });
  };

  const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== host || (hostOrigin !== null && origin !== hostOrigin)) return;
    const read = readCommand(data);
    if (read.kind === 'foreign') return;
    if (read.kind === 'faulty') {
      fail(read.message, read.id);
      return;
    }
    const { command } = read;
    if (command.type !== 'hello') resolveAsked();
    if (runCommand !== null) runCommand(command);
    else if (command.type === 'hello') post({ type: 'listening' });
    else if (kept.length < MOST_KEPT) kept.push(command);
    else fail(`The widget is still loading. It queues at most ${String(MOST_KEPT)} commands.`, command.id);
  };

  window.addEventListener('message', hear);
  post({ type: 'listening' });
  return {
    post,
    asked,
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
    },
  };
}
