/** The host page's side of the protocol: commands as promises, reports as callbacks. About 1 kB. */
import { isReport, PROTOCOL } from './protocol.ts';
import type { Command, CommandMessage, Report, ScenarioSource, Theme } from './protocol.ts';

export type * from './protocol.ts';

type ReportOf<T extends Report['type']> = Extract<Report, { type: T }>;

export interface Client {
  play(speed?: number): Promise<void>;
  pause(): Promise<void>;
  /** Moves the clock, in simulated seconds. */
  seek(timeS: number): Promise<void>;
  /** Rejects with the reason if the scenario cannot run; the widget keeps the last good one. */
  setScenario(scenario: ScenarioSource): Promise<void>;
  setRows(rows: readonly string[]): Promise<void>;
  setTheme(theme: Theme): Promise<void>;
  /**
   * Listens to one type of report and returns a function that stops it. A `ready` that came earlier
   * is reported at once.
   */
  on<T extends Report['type']>(type: T, hear: (report: ReportOf<T>) => void): () => void;
  /** Stops listening; pending commands are rejected. */
  close(): void;
}

/** The widget refused: the message, and the path in the scenario that it concerns (empty: none). */
export class WidgetError extends Error {
  readonly path: string;

  constructor(message: string, path: string) {
    super(message);
    this.name = 'WidgetError';
    this.path = path;
  }
}

const CLOSED = 'the connection was closed';
const DEEP = 'A scenario is a plain JSON object, at most 24 levels deep.';

/** Whether a value is nested deeper than a scenario may be: a browser cannot send any depth. */
function isDeep(value: unknown, levels = 24): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeep(item, levels - 1));
}

interface Waiting {
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Connects to the widget in a frame, whether or not it has finished loading. */
export function connect(frame: HTMLIFrameElement): Client {
  const home = new URL(frame.src, location.href).origin;
  const listeners = new Map<string, Set<(report: Report) => void>>();
  const waiting = new Map<number, Waiting>();
  /** Commands sent before the widget was listening. */
  let early: CommandMessage[] | null = [];
  let ready: Report | null = null;
  let lastId = 0;
  let isClosed = false;

  // A sandboxed frame without an origin can only be addressed by '*'. Its messages are recognised
  // by their source window.
  const target = frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin') ? '*' : home;
  const post = (message: CommandMessage): void => {
    frame.contentWindow?.postMessage(message, target);
  };
  const send = (command: Command): Promise<void> =>
    new Promise((resolve, reject) => {
      if (isClosed) {
        reject(new WidgetError(CLOSED, ''));
        return;
      }
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      const message: CommandMessage = { ...command, ackscope: PROTOCOL, id: lastId };
      if (early === null) post(message);
      else early.push(message);
    });

  const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== frame.contentWindow) return;
    if (origin !== home && target !== '*') return;
    if (!isReport(data)) return;
    if (data.type === 'ready') ready = data;
    if (data.type === 'listening' || data.type === 'ready') {
      const held = early ?? [];
      early = null;
      held.forEach(post);
    }
    if ((data.type === 'done' || data.type === 'error') && data.id !== undefined) {
      const answer = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.type === 'done') answer?.resolve();
      else answer?.reject(new WidgetError(data.message, data.path));
    }
    listeners.get(data.type)?.forEach((listener) => {
      listener(data);
    });
  };
  addEventListener('message', hear);
  // A widget that was loaded earlier repeats its report. The target is '*', because the frame may
  // still be empty.
  frame.contentWindow?.postMessage({ type: 'hello', ackscope: PROTOCOL }, '*');

  return {
    play: (speed) => send(speed === undefined ? { type: 'play' } : { type: 'play', speed }),
    pause: () => send({ type: 'pause' }),
    seek: (timeS) => send({ type: 'seek', timeS }),
    setScenario: (scenario) =>
      isDeep(scenario) ? Promise.reject(new WidgetError(DEEP, '')) : send({ type: 'setScenario', scenario }),
    setRows: (rows) => send({ type: 'setRows', rows }),
    setTheme: (theme) => send({ type: 'setTheme', theme }),
    on(type, listener) {
      const set = listeners.get(type) ?? new Set();
      listeners.set(type, set);
      // Safe: the listeners of a type only get reports of that type.
      const entry = listener as (report: Report) => void;
      set.add(entry);
      if (type === 'ready' && ready !== null) entry(ready);
      return () => set.delete(entry);
    },
    close() {
      isClosed = true;
      removeEventListener('message', hear);
      for (const { reject } of waiting.values()) reject(new WidgetError(CLOSED, ''));
      waiting.clear();
    },
  };
}
