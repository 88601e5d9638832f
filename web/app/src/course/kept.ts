/**
 * Committed answers of the lesson in this tab: after a reload its steps are as they were. They are kept for the tab's life,
 * in this browser alone, and only of the same text of the lesson and the same variant. A rule that was written is not kept.
 */
import type { Guess, Lesson } from '@ackscope/model/lesson';

/** By the index of a step; null: the learner does not know. */
export type KeptAnswers = ReadonlyMap<number, Guess | null>;

type Whole = Pick<Lesson, 'id' | 'revision' | 'variant' | 'steps'>;

const KEY = 'ackscope-lesson ';

const keyOf = ({ id, revision, variant }: Whole): string => `${KEY}${id} ${revision} ${String(variant)}`;

export function keptAnswers(lesson: Whole): KeptAnswers {
  let text: string | null = null;
  try {
    text = sessionStorage.getItem(keyOf(lesson));
  } catch {
    // Storage may be forbidden: then answers last as long as the page.
  }
  return readAnswers(text ?? '[]', lesson);
}

export function keepAnswers(lesson: Whole, answers: KeptAnswers): void {
  try {
    sessionStorage.setItem(keyOf(lesson), JSON.stringify([...answers]));
  } catch {
    // As above.
  }
}

/** What is no answer to its step is left out. */
export function readAnswers(text: string, { steps }: Pick<Lesson, 'steps'>): KeptAnswers {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return new Map();
  }
  return new Map(
    (Array.isArray(read) ? read : []).flatMap((entry: unknown): [number, Guess | null][] => {
      const [at, guess] = Array.isArray(entry) ? (entry as unknown[]) : [];
      if (typeof at !== 'number') return [];
      const predict = steps[at]?.predict ?? null;
      if (predict === null) return [];
      if (guess === null) return [[at, null]];
      const known = guessOf(guess);
      const fits =
        known?.kind === predict.kind &&
        (known.kind !== 'pick' || predict.kind !== 'pick' || predict.options[known.option] !== undefined);
      return fits ? [[at, known]] : [];
    }),
  );
}

function guessOf(guess: unknown): Guess | null {
  if (typeof guess !== 'object' || guess === null) return null;
  const { kind, option, value, values } = guess as Record<string, unknown>;
  const isNumber = (one: unknown): one is number => typeof one === 'number' && Number.isFinite(one);
  if (kind === 'pick' && Number.isInteger(option)) return { kind, option: Number(option) };
  if (kind === 'estimate' && isNumber(value)) return { kind, value };
  if (kind === 'draw' && Array.isArray(values) && values.every((one) => one === null || isNumber(one)))
    return { kind, values: values as (number | null)[] };
  return null;
}
