/** `#lesson/sawtooth?step=2`: steps count from 1 in an address, as on the screen. */
import { routeHref } from '@ackscope/model';

export function lessonHref(id: string, at: number): string {
  return at === 0 ? routeHref('lesson', id) : `${routeHref('lesson', id)}?step=${at + 1}`;
}

/** The index of an address's step; 0 if the address names no step of this lesson. */
export function stepOf(query: string, count: number): number {
  const step = Number(new URLSearchParams(query).get('step') ?? 1);
  return Number.isInteger(step) && step >= 1 && step <= count ? step - 1 : 0;
}
