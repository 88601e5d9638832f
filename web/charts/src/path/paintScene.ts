import { property } from '../draw/surface.ts';
import type { SeriesColour } from '../palette.ts';
import type { PathGeometry } from './geometry.ts';
import type { Dot, QueuedPackets, Scene } from './scene.ts';

export interface PathInks {
  series(colour: SeriesColour): string;
  empty: string;
  danger: string;
  surface: string;
}

/** Colours resolved once per theme, not once per packet. */
export function pathInks(themeKey: string): PathInks {
  const known = new Map<SeriesColour, string>();
  return {
    series(colour) {
      let value = known.get(colour);
      if (value === undefined) {
        value = property(`--series-${colour}`, themeKey);
        known.set(colour, value);
      }
      return value;
    },
    empty: property('--line', themeKey),
    danger: property('--danger', themeKey),
    surface: property('--surface', themeKey),
  };
}

const DATA_HEIGHT = 10;
const ACK_HEIGHT = 5;

export function paintScene(
  context: CanvasRenderingContext2D,
  scene: Scene,
  geometry: PathGeometry,
  inks: PathInks,
): void {
  context.clearRect(0, 0, geometry.width, geometry.height);
  for (const [id, channel] of geometry.channels) {
    const queue = scene.queues.find((item) => item.channel === id) ?? { channel: id, colours: [], acks: [] };
    paintQueue(context, queue, channel.queue, channel.exit, channel.hop.capacity_packets, inks);
  }
  for (const dot of scene.dots) paintDot(context, dot, inks);
  context.globalAlpha = 1;
}

function paintDot(context: CanvasRenderingContext2D, dot: Dot, inks: PathInks): void {
  const thick = dot.ack ? ACK_HEIGHT : DATA_HEIGHT;
  const least = dot.ack ? 2 : 4;
  const length = Math.hypot(dot.x1 - dot.x0, dot.y1 - dot.y0);
  const upright = Math.abs(dot.y1 - dot.y0) > Math.abs(dot.x1 - dot.x0);
  // A hair shorter than it is, so that packets back to back are still seen to be several.
  const long = Math.max(least, length - 1);
  const x = (dot.x0 + dot.x1) / 2;
  const y = (dot.y0 + dot.y1) / 2;
  const [width, height] = upright ? [thick, long] : [long, thick];
  if (dot.fade > 0) {
    paintLost(context, x, y, dot.fade, inks.danger);
    return;
  }
  context.globalAlpha = 1;
  context.fillStyle = inks.series(dot.colour);
  context.beginPath();
  context.roundRect(x - width / 2, y - height / 2, width, height, Math.min(2, width / 2));
  context.fill();
  if (dot.retransmitted) {
    context.fillStyle = inks.surface;
    context.fillRect(x - 1, y - height / 2 + 2, 2, height - 4);
  }
}

/** A cross, so that it is told from a packet of a flow that happens to be red. */
function paintLost(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  fade: number,
  colour: string,
): void {
  context.globalAlpha = 1 - fade;
  context.strokeStyle = colour;
  context.lineWidth = 2.25;
  context.beginPath();
  context.moveTo(x - 4, y - 4);
  context.lineTo(x + 4, y + 4);
  context.moveTo(x + 4, y - 4);
  context.lineTo(x - 4, y + 4);
  context.stroke();
}

function paintQueue(
  context: CanvasRenderingContext2D,
  queue: QueuedPackets,
  box: { x: number; y: number; width: number; height: number },
  exit: 'left' | 'right',
  capacity: number | null,
  inks: PathInks,
): void {
  const slots = Math.max(capacity ?? 0, queue.colours.length, 1);
  const pitch = Math.min(7, box.width / slots);
  const gap = pitch >= 3 ? 1 : pitch >= 1.5 ? 0.5 : 0;
  context.globalAlpha = 1;
  context.fillStyle = inks.empty;
  if (gap === 0) context.fillRect(box.x, box.y, box.width, box.height);
  for (let slot = 0; slot < slots; slot += 1) {
    const colour = queue.colours[slot];
    if (colour === undefined && gap === 0) break;
    const offset = slot * pitch;
    const x = exit === 'right' ? box.x + box.width - offset - pitch : box.x + offset;
    const tall = queue.acks[slot] === true ? box.height / 2 : box.height;
    context.fillStyle = colour === undefined ? inks.empty : inks.series(colour);
    context.fillRect(x + gap / 2, box.y + (box.height - tall) / 2, Math.max(0.35, pitch - gap), tall);
  }
}
