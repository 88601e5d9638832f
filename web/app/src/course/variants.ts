/** Which values a student has in a lesson: the engine chooses them (core/lab/src/codes). */
import type { Engine } from '@ackscope/engine';
import { LAST_VARIANT } from '@ackscope/model/lesson';
import type { Lesson, Values } from '@ackscope/model/lesson';

type Work = Pick<Engine, 'ask'>;

export const isVaried = ({ vary }: Pick<Lesson, 'vary'>): boolean => Object.keys(vary).length > 0;

/** The variant in an address; null if it names none. */
export function variantIn(query: string): number | null {
  const given = new URLSearchParams(query).get('variant') ?? '';
  return /^\d{1,4}$/.test(given) && Number(given) <= LAST_VARIANT ? Number(given) : null;
}

/** The variant of a student. The number is not kept. */
export const variantOf = async (
  engine: Work,
  { salt }: Pick<Lesson, 'salt'>,
  student: string,
): Promise<number> => (await engine.ask('classwork', { do: 'variant', salt, student })) as number;

export const valuesOf = async (
  engine: Work,
  { vary }: Pick<Lesson, 'vary'>,
  variant: number,
): Promise<Values> => (await engine.ask('classwork', { do: 'values', vary, variant })) as Values;
