/** `#lesson/sawtooth?step=2`: steps are counted from 1 in an address, as on the screen. */
import { routeHref } from '@ackscope/model';

export function lessonHref(id: string, at: number): string {
  return at === 0 ? routeHref('lesson', id) : `${routeHref('lesson', id)}?step=${at + 1}`;
}

/** The step an address names, from 0; the first where it names none of this lesson. */
export function stepOf(query: string, count: number): number {
  const step = Number(new URLSearchParams(query).get('step') ?? 1);
  return Number.isInteger(step) && step >= 1 && step <= count ? step - 1 : 0;
}
