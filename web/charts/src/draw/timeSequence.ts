/**
 * Single segments and ACKs over time. Each line shows one segment, from its sending through its
 * queues to its arrival; an ACK is on the line of the sequence number it asks for. A loss ends in a
 * cross; a mark by a queue is a dot.
 */
import { clamp } from '../clamp.ts';
import { ACCESS_BIT, ACCESS_LINK, FATE, PACKET_KIND } from '@ackscope/engine';
import type { LayerBox } from '../types.ts';
import type { PacketLog } from '@ackscope/engine';
import { blankPath } from './blankPath.ts';
import { stroke } from './stroke.ts';

/** Pixels per segment from which numbers fit. */
const ROOM_FOR_NUMBERS = 11;

export interface PacketInks {
  segment: string;
  resent: string;
  ack: string;
  lost: string;
  /** For a segment that a queue has marked. */
  marked: string;
  text: string;
}

interface Paths {
  way: Path2D;
  wait: Path2D;
  sent: Path2D;
  resent: Path2D;
  arrived: Path2D;
  ackWay: Path2D;
  acked: Path2D;
  lost: Path2D;
  marked: Path2D;
}

export function paintTimeSequence(
  context: CanvasRenderingContext2D,
  log: PacketLog,
  flow: number,
  box: LayerBox,
  timeDomain: readonly [number, number],
  inks: PacketInks,
): void {
  const perSecond = box.width / (timeDomain[1] - timeDomain[0]);
  const perSegment = box.height / (box.domain[1] - box.domain[0]);
  const x = (timeS: number): number => clamp((timeS - timeDomain[0]) * perSecond, -20, box.width + 20);
  const y = (number: number): number => box.height - (number - box.domain[0]) * perSegment;
  const half = clamp(perSegment * 0.32, 1, 4);
  const paths: Paths = {
    way: blankPath(context),
    wait: blankPath(context),
    sent: blankPath(context),
    resent: blankPath(context),
    arrived: blankPath(context),
    ackWay: blankPath(context),
    acked: blankPath(context),
    lost: blankPath(context),
    marked: blankPath(context),
  };
  const numbers: [number, number, number][] = [];
  for (let at = 0; at < log.flow.length; at += 1) {
    if (log.flow[at] !== flow) continue;
    const [enterS, startS] = [log.enter_s[at] ?? 0, log.start_s[at] ?? 0];
    const arriveS = log.arrive_s[at] ?? 0;
    if (enterS > timeDomain[1] || arriveS < timeDomain[0]) continue;
    const number = log.sequence[at] ?? 0;
    const line = y(number);
    if (line < -8 || line > box.height + 8) continue;
    const place = log.place[at] ?? 0;
    const link = place >= ACCESS_BIT ? (place - ACCESS_BIT) & 3 : null;
    const fate = log.fate[at] ?? 0;
    const isAck = log.kind[at] === PACKET_KIND.ack;
    const way = isAck ? paths.ackWay : paths.way;
    if (fate === FATE.dropped) {
      cross(paths.lost, x(enterS), line, half + 1.5);
      continue;
    }
    rule(way, x(enterS), x(arriveS), line);
    if (startS > enterS && !isAck) rule(paths.wait, x(enterS), x(startS), line);
    // Drawn where the segment leaves the marking queue, larger than an arrival.
    if (fate === FATE.marked) dot(paths.marked, x(startS), line, half + 1);
    if (fate === FATE.lost) cross(paths.lost, x(arriveS), line, half + 1.5);
    else if (!isAck && link === ACCESS_LINK.sourceOut) {
      const sent = log.kind[at] === PACKET_KIND.retransmission ? paths.resent : paths.sent;
      sent.rect(x(enterS) - half / 2, line - half, half, 2 * half);
      if (perSegment >= ROOM_FOR_NUMBERS) numbers.push([x(enterS), line, number]);
    } else if (!isAck && link === ACCESS_LINK.receiverIn) dot(paths.arrived, x(arriveS), line, half * 0.75);
    else if (isAck && link === ACCESS_LINK.sourceIn) arrow(paths.acked, x(arriveS), line, half);
  }
  context.setLineDash([]);
  stroke(context, paths.ackWay, inks.ack, 0.75, 0.55);
  stroke(context, paths.way, inks.segment, 1, 0.5);
  stroke(context, paths.wait, inks.segment, clamp(perSegment * 0.45, 2, 5), 0.35);
  fill(context, paths.arrived, inks.segment);
  fill(context, paths.acked, inks.ack);
  fill(context, paths.sent, inks.segment);
  fill(context, paths.resent, inks.resent);
  fill(context, paths.marked, inks.marked);
  stroke(context, paths.lost, inks.lost, 1.75, 1);
  if (numbers.length === 0) return;
  context.fillStyle = inks.text;
  context.font = '9.5px system-ui, sans-serif';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const [left, line, number] of numbers) {
    if (left > 34) context.fillText(String(number), left - half - 2, line);
  }
}

function rule(path: Path2D, fromX: number, toX: number, y: number): void {
  path.moveTo(fromX, y);
  path.lineTo(Math.max(toX, fromX + 0.5), y);
}

function cross(path: Path2D, x: number, y: number, half: number): void {
  path.moveTo(x - half, y - half);
  path.lineTo(x + half, y + half);
  path.moveTo(x - half, y + half);
  path.lineTo(x + half, y - half);
}

function dot(path: Path2D, x: number, y: number, radius: number): void {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 2 * Math.PI);
}

/** An arrow at the sender's time line: an ACK arrived. */
function arrow(path: Path2D, x: number, y: number, half: number): void {
  path.moveTo(x, y - half - 1);
  path.lineTo(x + half + 1, y + half);
  path.lineTo(x - half - 1, y + half);
  path.closePath();
}

function fill(context: CanvasRenderingContext2D, path: Path2D, colour: string): void {
  context.fillStyle = colour;
  context.fill(path);
}
