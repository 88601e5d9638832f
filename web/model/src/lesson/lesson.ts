/** A lesson, made from a file in docs/lessons at build time (web/app/vite/lessons.ts). */
import type { RunExpression } from './read.ts';

export type Inline =
  | string
  | { kind: 'strong' | 'em'; text: readonly Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; text: readonly Inline[] };

export type Block =
  | { kind: 'paragraph'; text: readonly Inline[] }
  | { kind: 'list'; ordered: boolean; items: readonly (readonly Inline[])[] };

/** What the learner predicts before the run. */
export type Prediction =
  | {
      kind: 'draw';
      ask: string;
      /** The recorded series to draw, and its lane. */
      series: string;
      lane: string;
      /** Of several such series, the one of this estimator or state; in the lane, this flow. */
      which?: string;
      flow?: string;
      fromS: number;
      toS: number;
      /** Upper limit of the empty chart, in the series' unit. */
      top: number;
      unit: 'packets' | 'bps' | 's';
      /** What a hall chooses from by hands: times and values. */
      shapes?: readonly { says: string; points: readonly (readonly [timeS: number, value: number])[] }[];
    }
  | {
      kind: 'pick';
      ask: string;
      options: readonly { name: string; value: RunExpression }[];
      /** Which option is right: the greatest, the smallest, or the one whose comparison holds. */
      right: 'most' | 'least' | 'true';
    }
  | {
      kind: 'estimate';
      ask: string;
      value: RunExpression;
      unit: 'packets' | 'bps' | 's' | 'ratio' | '';
      low: number;
      high: number;
      step: number;
      /** What the textbook's formula gives, if the step has one: a hall's parts keep clear of it, too. */
      textbook?: RunExpression;
    }
  | {
      kind: 'write';
      ask: string;
      /** The script of the run that the learner changes. */
      script: string;
      /** What a finished run has to fulfil; the learner sees how many hold. */
      test: readonly RunExpression[];
    };

export interface LessonStep {
  title: string;
  text: readonly Block[];
  /** Text shown after the run has answered. */
  after: readonly Block[];
  /** What the lab shows: a link's fragment without its `#`. */
  run: string;
  predict: Prediction | null;
  /** A question of causes that the learner may ask after the answer. */
  why: {
    lane: string;
    of: 'goodput' | 'delay' | 'completion' | 'fairness';
    fromS: number;
    toS: number;
  } | null;
}

export type VaryValue = string | number | boolean;

export interface Lesson {
  /** The name of its file. */
  id: string;
  title: string;
  summary: string;
  minutes: number;
  /** The unit of the course, from 1, and the units before it. They lock nothing. */
  unit: number;
  after: readonly number[];
  /** The place in its unit. */
  order: number;
  /** The lesson in codes of answers: never used again for another lesson. */
  code: number;
  /** Of its text, eight hexadecimal digits: another text has another one. */
  revision: string;
  /** What counts for its score: that a question is answered, or that the first answer is right. */
  score: 'answered' | 'right';
  /** Paths of the scenario, each with the values that variants take; none without variants. */
  vary: Readonly<Record<string, readonly VaryValue[]>>;
  /** A student's variant is a hash of this and the student's number. */
  salt: string;
  /** The variant whose values stand in the runs and texts; null if none is chosen. */
  variant: number | null;
  intro: readonly Block[];
  steps: readonly LessonStep[];
  /** Notes for the teacher: what to look for, what the model omits. */
  note: readonly Block[];
}

/** A unit of the course, made from a file in docs/units at build time (web/app/vite/units.ts). */
export interface Unit {
  /** The name of its file. */
  id: string;
  number: number;
  title: string;
  asks: string;
  inClass: number;
  goals: readonly string[];
  needs: readonly string[];
  bring: readonly string[];
  time: readonly { minutes: number; what: string }[];
  beliefs: readonly Belief[];
  exam: readonly { ask: string; answer: string }[];
  leaves: string;
}

/** What students believe, and the run of a step that refutes it. */
export interface Belief {
  they: string;
  says: string;
  lesson: string;
  /** Index of the step. */
  at: number;
  /** What they would draw: times and values. */
  curve?: readonly (readonly [timeS: number, value: number])[];
}
