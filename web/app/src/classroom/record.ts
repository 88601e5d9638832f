/** What a learner has answered in a lesson, and the report of each answer (web/embed/src/protocol.ts). */
import type { LessonReport } from '@ackscope/embed/protocol';
import type { CodeRequest } from '@ackscope/engine';
import { decodeLink, getPath, traceHashes } from '@ackscope/model';
import type { LabState } from '@ackscope/model';
import { meansOf } from '@ackscope/model/lesson';
import type { Guess, Judgement, Lesson } from '@ackscope/model/lesson';
import { resultOf, said } from './said.ts';

/** A committed answer; without a guess the question was skipped. */
export interface Answered {
  /** Index of the step, from 0. */
  at: number;
  form: keyof typeof FORMS;
  guess: Guess | null;
  judgement: Judgement | null;
}

const FORMS = { draw: 'curve', pick: 'choice', estimate: 'number', write: 'script' } as const;

/** Writes a code; the second WebAssembly module does. */
export type WriteCode = (said: CodeRequest) => Promise<string>;

interface Step {
  /** What the first try counts, from 0 to 1. */
  share: number;
  tries: number;
}

/** Whether a step counts what a run says of the answer, and not that there is one. */
export const isMeasured = (score: Lesson['score'], form: string | undefined): boolean =>
  score === 'right' || form === 'write' || form === 'script';

export class LessonRecord {
  readonly #lesson: Lesson;
  readonly #engine: string;
  readonly #steps = new Map<number, Step>();
  #at = -1;
  #openedMs = 0;

  constructor(lesson: Lesson, engine: string) {
    this.#lesson = lesson;
    this.#engine = engine;
  }

  /** A step is shown; the seconds until its answer count from here. */
  opened(at: number, nowMs: number): void {
    if (at === this.#at) return;
    this.#at = at;
    this.#openedMs = nowMs;
  }

  /** A step that was answered on an earlier visit. */
  remember(at: number, share = 0): void {
    this.#steps.set(at, { share, tries: 1 });
  }

  /** The report of an answer. Its code is empty if no code can hold the answer. */
  async report(
    { at, form, guess, judgement }: Answered,
    lanes: LabState['run']['lanes'],
    nowMs: number,
    write: WriteCode,
  ): Promise<LessonReport> {
    const before = this.#steps.get(at);
    const tries = (before?.tries ?? 0) + 1;
    this.#steps.set(at, { share: before?.share ?? this.#counts(at, guess, judgement), tries });
    const [score, done] = [this.score(), this.isDone()];
    const seconds = Math.round((nowMs - this.#openedMs) / 100) / 10;
    const wanted = said(this.#lesson, at, guess, resultOf(judgement, lanes));
    const code = wanted === null ? '' : await write(wanted).catch(() => '');
    return {
      type: 'lesson',
      lesson: this.#lesson.id,
      revision: this.#lesson.revision,
      step: at + 1,
      steps: this.#lesson.steps.length,
      form: FORMS[form],
      answer: answerOf(guess),
      right: rightOf(judgement),
      verdict: judgement?.nearness ?? 'skipped',
      gap: gapOf(this.#lesson, at, guess, judgement),
      tries,
      seconds,
      variant: this.#lesson.variant,
      code,
      traceHash: traceHashes(lanes),
      engine: this.#engine,
      score,
      done,
    };
  }

  /**
   * 0 to 100. The share of the questions that are answered: marks for guesses would end honest guessing. With
   * `score: right` in the lesson's front matter, the share whose first answer was right. Of a script the share of its
   * conditions that hold counts. A skipped question counts nothing, and nor does a script as it was given.
   */
  score(): number {
    const asked = this.#asked();
    const sum = asked.reduce((total, at) => total + (this.#steps.get(at)?.share ?? 0), 0);
    return asked.length === 0 ? 100 : Math.round((100 * sum) / asked.length);
  }

  /** Every question is answered. */
  isDone(): boolean {
    return this.#asked().every((at) => this.#steps.has(at));
  }

  #counts(at: number, guess: Guess | null, judgement: Judgement | null): number {
    if (guess === null || isAsGiven(this.#lesson, at, guess)) return 0;
    return isMeasured(this.#lesson.score, guess.kind) ? shareOf(judgement) : 1;
  }

  #asked(): number[] {
    return this.#lesson.steps.flatMap(({ predict }, at) => (predict === null ? [] : [at]));
  }
}

/** Whether a script is the one that the step gives, but for comments and white space. */
function isAsGiven(lesson: Lesson, at: number, guess: Guess | null): boolean {
  const step = lesson.steps[at];
  if (guess?.kind !== 'write' || step?.predict?.kind !== 'write') return false;
  const given = getPath(decodeLink(step.run).scenario, `scripts.${step.predict.script}`);
  const bare = (text: string): string => text.replace(/#[^\n]*/g, '').replace(/\s+/g, '');
  return typeof given === 'string' && bare(given) === bare(guess.text);
}

function shareOf(judgement: Judgement | null): number {
  if (judgement?.kind === 'write') return judgement.holds.filter(Boolean).length / judgement.holds.length;
  return judgement?.nearness === 'right' ? 1 : 0;
}

function answerOf(guess: Guess | null): LessonReport['answer'] {
  if (guess === null) return null;
  if (guess.kind === 'write') return guess.text;
  if (guess.kind === 'draw') return meansOf(guess.values);
  return guess.kind === 'pick' ? guess.option : guess.value;
}

function rightOf(judgement: Judgement | null): number | null {
  if (judgement === null || judgement.kind === 'draw' || judgement.kind === 'write') return null;
  return judgement.kind === 'pick' ? judgement.right : judgement.value;
}

/** The distance from the run as a share of the axis or of the slider, or of conditions; null for a choice. */
function gapOf(lesson: Lesson, at: number, guess: Guess | null, judgement: Judgement | null): number | null {
  const predict = lesson.steps[at]?.predict;
  if (predict?.kind === 'draw' && judgement?.kind === 'draw') return judgement.verdict.gap / predict.top;
  if (predict?.kind === 'estimate' && judgement?.kind === 'estimate' && guess?.kind === 'estimate')
    return Math.abs(guess.value - judgement.value) / (predict.high - predict.low);
  if (judgement?.kind === 'write') return isAsGiven(lesson, at, guess) ? 1 : 1 - shareOf(judgement);
  return null;
}
