/**
 * A canvas in two steps. The traces are painted into a buffer when data, size or colours change.
 * Every frame only copies the buffer, strong up to the clock and faint after it. If the clock did
 * not move by a pixel, nothing is drawn.
 */
export class Surface {
  private readonly canvas: HTMLCanvasElement;
  private readonly buffer: HTMLCanvasElement;
  private width = 0;
  private height = 0;
  private ratio = 1;
  private shown = NaN;
  private shownFuture = NaN;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.buffer = canvas.ownerDocument.createElement('canvas');
  }

  /** Sizes both bitmaps for the device pixel ratio. */
  resize(width: number, height: number, ratio: number): void {
    if (width === this.width && height === this.height && ratio === this.ratio) return;
    this.width = width;
    this.height = height;
    this.ratio = ratio;
    for (const canvas of [this.canvas, this.buffer]) {
      canvas.width = Math.max(1, Math.round(width * ratio));
      canvas.height = Math.max(1, Math.round(height * ratio));
    }
    this.shown = NaN;
  }

  /** Repaints the buffer. A unit of `draw` is `scale` CSS pixels. Returns the result of `draw`. */
  paint<T>(scale: number, draw: (context: CanvasRenderingContext2D) => T): T | null {
    const context = this.buffer.getContext('2d');
    if (!context) return null;
    const perUnit = this.ratio * scale;
    context.setTransform(perUnit, 0, 0, perUnit, 0, 0);
    context.clearRect(0, 0, this.width / scale, this.height / scale);
    const drawn = draw(context);
    this.shown = NaN;
    return drawn;
  }

  /** Shows the buffer with the clock at `position` pixels. */
  show(position: number, future: number): void {
    const edge = Math.round(Math.min(this.width, Math.max(0, position)) * this.ratio);
    if (edge === this.shown && (future === this.shownFuture || edge >= this.buffer.width)) return;
    const context = this.canvas.getContext('2d');
    if (!context) return;
    this.shown = edge;
    this.shownFuture = future;
    const { width, height } = this.buffer;
    context.clearRect(0, 0, width, height);
    if (edge < width) {
      context.globalAlpha = future;
      context.drawImage(this.buffer, edge, 0, width - edge, height, edge, 0, width - edge, height);
    }
    context.globalAlpha = 1;
    if (edge > 0) context.drawImage(this.buffer, 0, 0, edge, height, 0, 0, edge, height);
  }
}
