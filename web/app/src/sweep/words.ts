/** Numbers of a report in words. */
import type { Unit } from '@ackscope/charts';
import type { SweepNumber } from '@ackscope/model/sweep';

const SPECIAL: Record<string, string> = {
  jain_index: 'Jain index',
  mix_jain_index: 'Jain index of the mix',
  throughput_jain_index: 'Jain index of throughputs',
  mean_rtt_s: 'mean RTT',
  rtt_exponent: 'exponent of RTT',
};

const SUFFIXES: readonly [string, Unit][] = [
  ['_bps', 'bps'],
  ['_packets', 'packets'],
  ['_s', 's'],
];

/** `mean_queue_packets` as “mean queue” in packets: a name of the report ends in its unit. */
export function metricWords(metric: string): { name: string; unit: Unit } {
  const [suffix, unit] = SUFFIXES.find(([end]) => metric.endsWith(end)) ?? ['', ''];
  const bare = suffix === '' ? metric : metric.slice(0, -suffix.length);
  const isShare = /(?:utilisation|retransmission_ratio|drop_ratio|loss_event_rate)$/.test(metric);
  return { name: SPECIAL[metric] ?? bare.replaceAll('_', ' '), unit: isShare ? 'ratio' : unit };
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
