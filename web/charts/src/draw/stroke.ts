/** Strokes a path of many lines with one style. */
export function stroke(
  context: CanvasRenderingContext2D,
  path: Path2D,
  colour: string,
  width: number,
  alpha: number,
): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.globalAlpha = alpha;
  context.stroke(path);
  context.globalAlpha = 1;
}
