/**
 * `#lesson/sawtooth?step=2`: steps count from 1 in an address, as on the screen. A lesson from elsewhere has its
 * address as its id: `#lesson?from=https://course.example/window.md&step=2`.
 */
import { cutOff, isBegun, routeHref, webAddress } from '@ackscope/model';
import { LAST_VARIANT } from '@ackscope/model/lesson';
import type { Lesson } from '@ackscope/model/lesson';

/**
 * `form`: the lesson for a hall, or the notes beside it. `more`: a further part of the address: the codes of the class, a
 * variant.
 */
export function lessonHref(
  id: string,
  at: number,
  form: 'lecture' | 'notes' | null = null,
  more = '',
): string {
  const step = at === 0 ? [] : [`step=${at + 1}`];
  const from = isForeign(id) ? [`from=${encodeURIComponent(id)}`] : [];
  const query = [...from, ...step, form ?? '', more].filter((part) => part !== '').join('&');
  return `${routeHref('lesson', isForeign(id) ? null : id)}${query === '' ? '' : `?${query}`}`;
}

/** A step of a lesson, with its variant. */
export const stepHref = ({ id, variant }: Pick<Lesson, 'id' | 'variant'>, at: number): string =>
  lessonHref(id, at, null, variant === null ? '' : `variant=${String(variant)}`);

/** A lesson from elsewhere has its address as its id. */
export const isForeign = (id: string): boolean => id.includes(':');

/** The address of a lesson from elsewhere; null if the address names none. */
export function foreignAddress(query: string): string | null {
  return webAddress(new URLSearchParams(query).get('from'))?.href ?? null;
}

/** The index of an address's step; 0 if the address names no step of this lesson. */
export function stepOf(query: string, count: number): number {
  const step = Number(new URLSearchParams(query).get('step') ?? 1);
  return Number.isInteger(step) && step >= 1 && step <= count ? step - 1 : 0;
}

/** What in a lesson's address is left out, one sentence each. */
export function stepProblems(
  query: string,
  { id, steps, vary }: Pick<Lesson, 'id' | 'steps' | 'vary'>,
): string[] {
  const last = query.split('&').at(-1) ?? '';
  if (last !== '' && isBegun(last, ['step=1'])) return [cutOff(last)];
  return [...new URLSearchParams(query)].flatMap(([key, step]) => {
    // A lecture and its notes are the same lesson in another form.
    if (key === 'lecture' || key === 'notes' || key === 'codes') return [];
    if (key === 'from' && isForeign(id)) return [];
    if (key === 'variant' && Object.keys(vary).length > 0)
      return /^\d{1,4}$/.test(step) && Number(step) <= LAST_VARIANT
        ? []
        : [`“${step}” is no variant: 0 to ${LAST_VARIANT}.`];
    if (key !== 'step') return [`The lesson does not take “${key}”, but step.`];
    const isStep = /^[1-9]\d*$/.test(step) && Number(step) <= steps.length;
    return isStep ? [] : [`“${step}” is no step of the lesson “${id}”. Steps: 1 to ${steps.length}.`];
  });
}

export const NO_LESSON = 'This address names no lesson.';

export const noAddress = (from: string): string =>
  `“${from.slice(0, 60)}” is no address of a lesson: it begins with https:// or http://.`;
