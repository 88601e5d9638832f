import type { PathInks } from './inks.ts';
import type { ChannelPlace, PathGeometry } from './geometry.ts';
import type { Dot, DropAnimation, QueuedPackets, Scene } from './scene.ts';
import { isLevel, isStub, pointOn, tracePart } from './wires.ts';
import type { Wire } from './wires.ts';

const DATA_THICKNESS = 10;
const ACK_THICKNESS = 5;
/** The smallest length of a packet, where there is room for all of them. */
const DATA_LENGTH = 4;
const ACK_LENGTH = 2.5;

export function paintScene(
  context: CanvasRenderingContext2D,
  scene: Scene,
  geometry: PathGeometry,
  inks: PathInks,
  hidesQueues = false,
): void {
  context.clearRect(0, 0, geometry.width, geometry.height);
  if (!hidesQueues)
    for (const [id, channel] of geometry.channels) paintQueue(context, scene.queues.get(id), channel, inks);
  paintDots(context, scene.dots, inks);
  for (const fall of scene.falls) paintDrop(context, fall, inks);
  context.globalAlpha = 1;
}

/** One path per colour, so that a hundred flows need no more strokes than one. */
function paintDots(context: CanvasRenderingContext2D, dots: readonly Dot[], inks: PathInks): void {
  const room = roomPerDot(dots);
  const batches = new Map<string, Dot[]>();
  for (const dot of dots) {
    const key = `${inks.flow(dot.ink)}|${thicknessOf(dot)}`;
    const batch = batches.get(key);
    if (batch === undefined) batches.set(key, [dot]);
    else batch.push(dot);
  }
  for (const batch of batches.values()) {
    const [first] = batch;
    if (first === undefined) continue;
    const colour = inks.flow(first.ink);
    const thickness = thicknessOf(first);
    context.fillStyle = colour;
    context.strokeStyle = colour;
    context.lineWidth = thickness;
    context.beginPath();
    for (const dot of batch)
      if (isLevel(dot.wire)) traceBox(context, dot, thickness, room.get(dot.wire) ?? 1);
    context.fill();
    context.beginPath();
    for (const dot of batch) {
      if (isLevel(dot.wire)) continue;
      const [tail, head] = shown(dot, room.get(dot.wire) ?? 1);
      tracePart(context, dot.wire, tail, head);
    }
    context.stroke();
  }
  for (const dot of dots) {
    if (!dot.retransmitted && !dot.marked) continue;
    const { x, y } = pointOn(dot.wire, (dot.tail + dot.head) / 2);
    if (dot.marked) paintMark(context, x, y, inks);
    if (!dot.retransmitted) continue;
    // A gap in the packet shows a retransmission.
    context.fillStyle = inks.surface;
    context.fillRect(x - 1, y - 3, 2, 6);
  }
}

/** A disk wider than the packet: its shape shows the mark without colour. */
function paintMark(context: CanvasRenderingContext2D, x: number, y: number, inks: PathInks): void {
  for (const [colour, radius] of [
    [inks.surface, 3.5],
    [inks.mark, 2.5],
  ] as const) {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }
}

function thicknessOf(dot: Dot): number {
  const thickness = dot.ack ? ACK_THICKNESS : DATA_THICKNESS;
  return isStub(dot.wire) ? thickness / 2 : thickness;
}

/** The screen length per packet on a wire: many packets must not overlap. */
function roomPerDot(dots: readonly Dot[]): Map<Wire, number> {
  const counts = new Map<Wire, number>();
  for (const dot of dots) counts.set(dot.wire, (counts.get(dot.wire) ?? 0) + 1);
  const room = new Map<Wire, number>();
  for (const [way, count] of counts) room.set(way, Math.max(0.8, (way.length / count) * 0.7));
  return room;
}

/** Tail and head as drawn: long enough to see, slightly shorter so that neighbours do not touch. */
function shown(dot: Dot, room: number): [number, number] {
  const least = Math.min(dot.ack ? ACK_LENGTH : DATA_LENGTH, room);
  const long = Math.max(least, (dot.head - dot.tail) * dot.wire.length - 1);
  const middle = (dot.head + dot.tail) / 2;
  const half = long / 2 / Math.max(1, dot.wire.length);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

function traceBox(context: CanvasRenderingContext2D, dot: Dot, thickness: number, room: number): void {
  const [tail, head] = shown(dot, room);
  const a = pointOn(dot.wire, tail);
  const b = pointOn(dot.wire, head);
  const width = Math.abs(b.x - a.x);
  context.roundRect(Math.min(a.x, b.x), a.y - thickness / 2, width, thickness, Math.min(2, width / 2));
}

/** The packet turns and fades. The cross distinguishes a loss from a packet of a red flow. */
function paintDrop(context: CanvasRenderingContext2D, fall: DropAnimation, inks: PathInks): void {
  const { x, y, progress } = fall;
  context.save();
  context.translate(x, y);
  context.globalAlpha = (1 - progress) * 0.85;
  context.rotate(progress * 1.4);
  context.fillStyle = inks.flow(fall.ink);
  const [width, height] = fall.ack ? [4, ACK_THICKNESS] : [6, DATA_THICKNESS];
  context.fillRect(-width / 2, -height / 2, width, height);
  context.rotate(-progress * 1.4);
  context.globalAlpha = 1 - progress * progress;
  context.strokeStyle = inks.danger;
  context.lineWidth = 2.25;
  context.lineCap = 'round';
  const reach = 4 + 2 * progress;
  context.beginPath();
  context.moveTo(-reach, -reach);
  context.lineTo(reach, reach);
  context.moveTo(reach, -reach);
  context.lineTo(-reach, reach);
  context.stroke();
  context.restore();
}

const NOTHING: QueuedPackets = { inks: [], acks: [] };

function paintQueue(
  context: CanvasRenderingContext2D,
  queue: QueuedPackets = NOTHING,
  channel: ChannelPlace,
  inks: PathInks,
): void {
  const { queue: box, exit } = channel;
  const slots = Math.max(channel.hop.capacity_packets ?? 0, queue.inks.length, 1);
  const pitch = Math.min(7, box.width / slots);
  const gap = pitch >= 3 ? 1 : pitch >= 1.5 ? 0.5 : 0;
  context.globalAlpha = 1;
  context.fillStyle = inks.empty;
  if (gap === 0) context.fillRect(box.x, box.y, box.width, box.height);
  for (let slot = 0; slot < slots; slot += 1) {
    const ink = queue.inks[slot];
    if (ink === undefined && gap === 0) break;
    const offset = slot * pitch;
    const x = exit === 'right' ? box.x + box.width - offset - pitch : box.x + offset;
    const tall = queue.acks[slot] === true ? box.height / 2 : box.height;
    context.fillStyle = ink === undefined ? inks.empty : inks.flow(ink);
    context.fillRect(x + gap / 2, box.y + (box.height - tall) / 2, Math.max(0.35, pitch - gap), tall);
  }
}
