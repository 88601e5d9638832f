/** The picture as text, for readers who do not see it. */
import type { LaneInfo } from '@ackscope/engine';
import { formatFixed, formatNumber, formatQuantity } from '../format.ts';
import { channelId } from './geometry.ts';
import { mediumOf } from './rooms.ts';
import type { Scene } from './scene.ts';

/** With more channels than this, a text per channel is too long. */
const MAX_CHANNELS = 12;

export function describeScene(
  info: LaneInfo,
  scene: Scene,
  timeS: number,
  isBad: (channel: number) => boolean | null,
  hidesQueues = false,
): string {
  const lines = info.hops.slice(0, MAX_CHANNELS).map((hop) => {
    const id = channelId(hop);
    const waiting = scene.queues.get(id)?.inks.length ?? 0;
    const room = hop.capacity_packets === null ? '' : ` of ${formatNumber(hop.capacity_packets, 6)}`;
    const lost = scene.lost.get(id) ?? 0;
    const parts = [
      ...(hidesQueues ? [] : [`${formatNumber(waiting, 6)}${room} queued`]),
      `${formatNumber(scene.underWay.get(id) ?? 0, 6)} on the link`,
    ];
    if (lost > 0) parts.push(`${formatNumber(lost, 6)} just lost`);
    if (isBad(id) === true) parts.push('in its bad state');
    return `${nameOf(info, hop)} ${hop.direction}: ${parts.join(', ')}.`;
  });
  const left = info.hops.length - MAX_CHANNELS;
  if (left > 0) lines.push(`${left} more channels.`);
  return `At ${formatFixed(timeS, 3)} s. ${lines.join(' ')}`;
}

/** Whether the ACKs have the return path for themselves at a time. */
export function wayBackInWords(info: LaneInfo, timeS: number, scene: Pick<Scene, 'queues'>): string {
  // At the end of the run a flow that lasts to the end still sends.
  const isOn = ([fromS, toS]: readonly [number, number]): boolean =>
    timeS >= fromS && (timeS < toS || (timeS === toS && toS >= info.duration_s));
  const sending = info.flows.filter(
    ({ direction, compared, active }) => direction === 'backward' && !compared && active.some(isOn),
  ).length;
  if (sending === 0) {
    // A flow that has stopped leaves its packets behind.
    const waiting = info.hops
      .filter(({ direction }) => direction === 'backward')
      .flatMap((hop) => scene.queues.get(channelId(hop))?.acks ?? [])
      .filter((isAck) => !isAck).length;
    if (waiting === 0) return 'only ACKs on the reverse path';
    return `${formatNumber(waiting, 6)} data ${waiting === 1 ? 'packet waits' : 'packets wait'} on the reverse path`;
  }
  return `${formatNumber(sending, 6)} ${sending === 1 ? 'flow' : 'flows'} on the reverse path`;
}

function nameOf(info: LaneInfo, hop: LaneInfo['hops'][number]): string {
  const medium = { wire: 'Hop', radio: 'Lossy hop', satellite: 'Satellite hop' }[mediumOf(info, hop.hop)];
  const which = info.hops.length > 2 ? ` ${hop.hop + 1}` : '';
  const rate = formatQuantity(hop.rate_bps, 'bps');
  if (hop.rate_model == null) return `${medium}${which} (${rate})`;
  return `Hop${which} (${hop.rate_model}, ${rate} on average)`;
}
