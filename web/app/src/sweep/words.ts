/** Numbers of a report in words. */
import { knownUnit } from '@ackscope/charts';
import type { Unit } from '@ackscope/charts';
import { QUANTITIES } from '@ackscope/model/sweep';
import type { SweepNumber } from '@ackscope/model/sweep';

/** What a measured quantity is called, and its unit. */
export function metricWords(metric: string): { name: string; unit: Unit } {
  const [name = metric, unit = ''] = QUANTITIES[metric] ?? [];
  return { name, unit: knownUnit(unit) };
}

/** Where and when it was measured; the window only where there are several. */
export function placeWords(number: SweepNumber, severalWindows: boolean): string {
  const channel = /^hop (\d+) (forward|backward)$/.exec(number.source);
  const source = channel === null ? number.source : `hop ${Number(channel[1]) + 1} ${channel[2] ?? ''}`;
  return severalWindows ? `${source}, ${number.fromS}–${number.toS} s` : source;
}

/** “2 min 10 s”, “8 s”. */
export function durationWords(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
