/**
 * The messages between a page and its widget by `postMessage`, version 1. Documented in
 * docs/embedding.md.
 *
 * Every message is an object with `ackscope: 1` and a `type`. Within a version fields may be added,
 * but none is renamed or changes its meaning. A receiver ignores unknown types.
 */
export const PROTOCOL = 1;

export type Theme = 'auto' | 'light' | 'dark';

/**
 * A scenario: its JSON, or text as in the element's attribute (`gm04-table1?hops.0.rate=4Mbps`,
 * `lesson/sawtooth`, `sweep?set=…`, the address of a scenario file).
 */
export type ScenarioSource = string | Readonly<Record<string, unknown>>;

/**
 * A command. One with an `id` is answered once, by `done` or `error` with the same `id`. An answer
 * that takes longer than a second is announced by `waiting`.
 */
export type Command =
  | { type: 'hello' }
  | { type: 'play'; speed?: number }
  | { type: 'pause' }
  | { type: 'seek'; timeS: number }
  | { type: 'setScenario'; scenario: ScenarioSource }
  | { type: 'setRows'; rows: readonly string[] }
  | { type: 'setTheme'; theme: Theme };

export interface LaneResult {
  label: string;
  algorithm: string;
  /** One per measured window: bounds in seconds, goodput of compared flows in bit/s, or null. */
  windows: readonly { fromS: number; toS: number; goodputBps: number | null }[];
}

/** How near a learner's answer is to the run. */
export const LESSON_VERDICTS = ['right', 'near', 'far', 'opposite', 'skipped'] as const;
export type LessonVerdict = (typeof LESSON_VERDICTS)[number];

/** An answer of a learner. It has no name in it and no time of day. */
export interface LessonReport {
  type: 'lesson';
  lesson: string;
  /** Of the lesson's text: eight hexadecimal digits. Another text has another one. */
  revision: string;
  /** From 1, as in an address; `steps` is their number. */
  step: number;
  steps: number;
  form: 'curve' | 'choice' | 'number' | 'script';
  /** The means of twelve parts of a curve, the index of an option, a number, or the text of a script; null: skipped. */
  answer: readonly number[] | number | string | null;
  /** The index of the right option, or the run's number; null for a curve, a script or a skipped question. */
  right: number | null;
  verdict: LessonVerdict;
  /**
   * The distance from the run as a share of the axis or of the slider; of a script the share of the conditions that do
   * not hold; null for a choice or a skipped question.
   */
  gap: number | null;
  /** Answers to this step so far. The first one counts. */
  tries: number;
  /** From the question to the answer. */
  seconds: number;
  /** The learner's variant; null without variants. */
  variant: number | null;
  /** The answer as a code of sixteen characters (docs/codes.md); empty if a code cannot hold it. */
  code: string;
  traceHash: string;
  /** The engine's version. */
  engine: string;
  /**
   * 0 to 100: the share of the questions that are answered, or, if the lesson says so, that are right. Of a script that
   * is to be written, the share of its conditions that hold counts.
   */
  score: number;
  /** Every question of the lesson is answered. */
  done: boolean;
}

export type Report =
  /** The frame accepts commands. A command wakes up a frame that is out of view. */
  | { type: 'listening' }
  | {
      type: 'ready';
      version: string;
      durationS: number;
      lanes: readonly { label: string; algorithm: string }[];
    }
  | { type: 'time'; timeS: number; playing: boolean }
  /** The clock passed a decision of a lane's algorithm, or somebody picked it. */
  | { type: 'event'; timeS: number; lane: string; rule: string; kind: string; title: string }
  /** A run is finished; `traceHash` is the same wherever this scenario runs. */
  | { type: 'result'; lanes: readonly LaneResult[]; traceHash: string; link: string }
  /**
   * A finished run, checked with the widget's test: how many of the conditions hold. `scripts` are
   * the scenario's scripts by id, with the reader's changes.
   */
  | {
      type: 'test';
      passed: boolean;
      holding: number;
      of: number;
      scripts: Readonly<Record<string, string>>;
      /** The reader has changed nothing yet. */
      untouched: boolean;
    }
  /** The learner has answered a question of a lesson. Sent only if the host page is known. */
  | LessonReport
  /** What is on the screen, as an address of the full lab; of a lab also the scenario. */
  | { type: 'state'; link: string; scenario?: Readonly<Record<string, unknown>> }
  | { type: 'height'; px: number }
  | { type: 'done'; id: number }
  /** The answer to a command will come later: `message` says what it waits for. */
  | { type: 'waiting'; message: string; id: number }
  /**
   * `path`: the place in the scenario, if there is one. `attribute`: the element's attribute, or the
   * part of the frame's address, that has the mistake. `id`: the command that is refused.
   */
  | { type: 'error'; message: string; path: string; attribute?: string; id?: number };

export type CommandMessage = Command & { ackscope: typeof PROTOCOL; id?: number };
export type ReportMessage = Report & { ackscope: typeof PROTOCOL };

export function isReport(data: unknown): data is ReportMessage {
  return (
    typeof data === 'object' &&
    data !== null &&
    'ackscope' in data &&
    data.ackscope === PROTOCOL &&
    'type' in data &&
    typeof data.type === 'string'
  );
}
