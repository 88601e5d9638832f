/** `#lesson/sawtooth?step=2`: steps count from 1 in an address, as on the screen. */
import { cutOff, isBegun, routeHref } from '@ackscope/model';
import type { Lesson } from '@ackscope/model/lesson';

export function lessonHref(id: string, at: number): string {
  return at === 0 ? routeHref('lesson', id) : `${routeHref('lesson', id)}?step=${at + 1}`;
}

/** The index of an address's step; 0 if the address names no step of this lesson. */
export function stepOf(query: string, count: number): number {
  const step = Number(new URLSearchParams(query).get('step') ?? 1);
  return Number.isInteger(step) && step >= 1 && step <= count ? step - 1 : 0;
}

/** What in a lesson's address is left out, one sentence each. */
export function stepProblems(query: string, { id, steps }: Pick<Lesson, 'id' | 'steps'>): string[] {
  const last = query.split('&').at(-1) ?? '';
  if (last !== '' && isBegun(last, ['step=1'])) return [cutOff(last)];
  return [...new URLSearchParams(query)].flatMap(([key, step]) => {
    // A lecture and its notes are the same lesson in another form.
    if (key === 'lecture' || key === 'notes') return [];
    if (key !== 'step') return [`The lesson does not take “${key}”, but step.`];
    const isStep = /^[1-9]\d*$/.test(step) && Number(step) <= steps.length;
    return isStep ? [] : [`“${step}” is no step of the lesson “${id}”. Steps: 1 to ${steps.length}.`];
  });
}
