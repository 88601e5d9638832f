/** The trajectory on a canvas: faint as a whole, clear in the past, strong in its last part. */
import type { Trajectory } from './trajectory.ts';

export interface TrailLook {
  colour: string;
  future: number;
}

type Position = (value: number) => number;

const PAST_ALPHA = 0.5;
const LAST_WIDTH = 2.25;

export class Trail {
  private readonly canvas: HTMLCanvasElement;
  /** Buffers for the whole trajectory, which is fixed, and for the past, which grows per frame. */
  private readonly whole: HTMLCanvasElement;
  private readonly past: HTMLCanvasElement;
  private path: Trajectory | null = null;
  private place: Position = (value) => value;
  private side = 0;
  private ratio = 1;
  private look: TrailLook = { colour: '', future: 0.26 };
  /** How many points of the past are drawn. */
  private drawn = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.whole = canvas.ownerDocument.createElement('canvas');
    this.past = canvas.ownerDocument.createElement('canvas');
  }

  set(path: Trajectory, side: number, top: number, ratio: number, look: TrailLook): void {
    this.path = path;
    this.side = side;
    this.ratio = ratio;
    this.look = look;
    this.place = (value) => (value / top) * side;
    for (const canvas of [this.canvas, this.whole, this.past]) {
      const pixels = Math.max(1, Math.round(side * ratio));
      if (canvas.width !== pixels) canvas.width = canvas.height = pixels;
    }
    this.drawn = 0;
    const context = this.begin(this.whole);
    this.begin(this.past);
    if (context !== null) this.stroke(context, 0, path.count - 1, 1, look.future);
  }

  /** Shows the trail up to the point `until`; the last `tail` points are strong. */
  show(until: number, tail: number): void {
    const context = this.begin(this.canvas);
    if (context === null || this.path === null) return;
    if (until < this.drawn) {
      this.begin(this.past);
      this.drawn = 0;
    }
    const past = this.past.getContext('2d');
    if (past !== null && until > this.drawn) {
      this.stroke(past, this.drawn, until, 1.1, PAST_ALPHA);
      this.drawn = until;
    }
    for (const layer of [this.whole, this.past]) context.drawImage(layer, 0, 0, this.side, this.side);
    if (until < 0) return;
    this.stroke(context, Math.max(0, until - tail), until, LAST_WIDTH, 1);
    context.beginPath();
    context.arc(this.x(until), this.y(until), 5, 0, 2 * Math.PI);
    context.fillStyle = this.look.colour;
    context.fill();
  }

  private begin(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
    const context = canvas.getContext('2d');
    context?.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context?.clearRect(0, 0, this.side, this.side);
    return context;
  }

  private stroke(
    context: CanvasRenderingContext2D,
    from: number,
    until: number,
    width: number,
    alpha: number,
  ): void {
    if (until <= from || alpha === 0) return;
    context.beginPath();
    context.moveTo(this.x(from), this.y(from));
    for (let at = from + 1; at <= until; at += 1) context.lineTo(this.x(at), this.y(at));
    context.strokeStyle = this.look.colour;
    context.lineWidth = width;
    context.lineJoin = 'round';
    context.globalAlpha = alpha;
    context.stroke();
    context.globalAlpha = 1;
  }

  private x(at: number): number {
    return this.place(this.path?.x[at] ?? 0);
  }

  private y(at: number): number {
    return this.side - this.place(this.path?.y[at] ?? 0);
  }
}
