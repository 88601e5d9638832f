/** Paints outlines on a canvas. Colours are values: a canvas knows no custom properties. */
import { clamp } from '../clamp.ts';
import { heightShares } from '../frame/scales.ts';
import { blankPath } from './blankPath.ts';
import type { Ink, LayerBox, LayerStyle } from '../types.ts';
import type { Outline } from './outline.ts';

export function paintLayer(
  context: CanvasRenderingContext2D,
  outline: Outline,
  box: LayerBox,
  style: LayerStyle,
  ink: Ink,
): void {
  if (outline.count === 0) return;
  const y = vertical(box);
  context.strokeStyle = ink.colour;
  context.lineWidth = ink.lineWidth;
  context.lineJoin = 'round';
  context.setLineDash([...ink.dash]);
  if (style === 'band') {
    context.fillStyle = ink.colour;
    context.globalAlpha = ink.fill;
    context.fill(bandPath(blankPath(context), outline, y));
    context.globalAlpha = 0.55;
    context.lineWidth = 1;
    context.setLineDash([2, 2]);
    context.stroke(meanPath(blankPath(context), outline, box, y));
    context.globalAlpha = 1;
  } else if (style === 'area') {
    // Fills up to the highest value lightly, and up to the lowest value again: a queue that never
    // drains looks full.
    context.fillStyle = ink.colour;
    context.globalAlpha = ink.fill;
    context.fill(areaPath(blankPath(context), outline, outline.high, box, y));
    context.fill(areaPath(blankPath(context), outline, outline.low, box, y));
    context.globalAlpha = 1;
    strokeLine(context, edgePath(blankPath(context), outline, outline.high, box, y));
  } else if (style !== 'step-dashed' && ink.dash.length === 0) {
    context.fillStyle = ink.colour;
    fillBars(context, outline, box, y);
  } else {
    strokeLine(
      context,
      style === 'step-dashed'
        ? stepPath(blankPath(context), outline, box, y)
        : envelopePath(blankPath(context), outline, box, y),
    );
  }
  context.setLineDash([]);
}

/**
 * A line of one to two pixels as two of one pixel, the second further right and down by the rest: without a graphics
 * processor, the browser draws these in a sixth of the time. A written picture has one stroke.
 */
function strokeLine(context: CanvasRenderingContext2D, path: Path2D): void {
  const perUnit = 'blankPath' in context ? Infinity : context.getTransform().a;
  const thick = context.lineWidth * perUnit;
  if (thick <= 1 || thick > 2) {
    context.stroke(path);
    return;
  }
  const apart = (thick - 1) / perUnit;
  context.lineWidth = 1 / perUnit;
  context.translate(-apart / 2, -apart / 2);
  context.stroke(path);
  context.translate(apart, apart);
  context.stroke(path);
  context.translate(-apart / 2, -apart / 2);
}

function vertical(box: LayerBox): (value: number) => number {
  const { height } = box;
  const share = heightShares(box.domain, box.isLog);
  // Slightly inside, so that a line along the floor has its full thickness.
  return (value) => clamp(height - 0.75 - share(value) * height, -height, height - 0.75);
}

/** A step function with the full range of each pixel column, from held to last value. */
function envelopePath(path: Path2D, outline: Outline, box: LayerBox, y: (value: number) => number): Path2D {
  for (let at = 0; at < outline.count; at += 1) {
    const x = (outline.x[at] ?? 0) + 0.5;
    const enter = y(outline.enter[at] ?? 0);
    if (at === 0) path.moveTo(x, enter);
    else path.lineTo(x, enter);
    path.lineTo(x, y(outline.high[at] ?? 0));
    path.lineTo(x, y(outline.low[at] ?? 0));
    path.lineTo(x, y(outline.leave[at] ?? 0));
  }
  return heldToEnd(path, outline, box, y);
}

/**
 * The same as bars: one for the range of each column, one for the value held until the next. A stroke that goes up and
 * down in every column takes ten times as long on a screen, and one path of all bars five times; a written picture is
 * shorter with one path.
 */
function fillBars(
  context: CanvasRenderingContext2D,
  outline: Outline,
  box: LayerBox,
  y: (value: number) => number,
): void {
  const thick = context.lineWidth;
  const path = 'blankPath' in context ? blankPath(context) : null;
  const bar = (x: number, top: number, width: number, height: number): void => {
    if (path === null) context.fillRect(x, top - thick / 2, width, height + thick);
    else path.rect(x, top - thick / 2, width, height + thick);
  };
  for (let at = 0; at < outline.count; at += 1) {
    const x = (outline.x[at] ?? 0) + 0.5;
    const enter = y(outline.enter[at] ?? 0);
    const top = Math.min(enter, y(outline.high[at] ?? 0));
    bar(x - thick / 2, top, thick, Math.max(enter, y(outline.low[at] ?? 0)) - top);
    // The bars of neighbours touch.
    const next = at + 1 < outline.count ? (outline.x[at + 1] ?? 0) + 0.5 : Math.max(box.reach, x);
    if (next - x > 1) bar(x, y(outline.leave[at] ?? 0), next - x, 0);
  }
  if (path !== null) context.fill(path);
}

/** Only the last value of each column: for thresholds, where changes within a column are noise. */
function stepPath(path: Path2D, outline: Outline, box: LayerBox, y: (value: number) => number): Path2D {
  for (let at = 0; at < outline.count; at += 1) {
    const x = (outline.x[at] ?? 0) + 0.5;
    if (at === 0) path.moveTo(x, y(outline.leave[at] ?? 0));
    else path.lineTo(x, y(outline.enter[at] ?? 0));
    path.lineTo(x, y(outline.leave[at] ?? 0));
  }
  return heldToEnd(path, outline, box, y);
}

/** Across missing columns the value holds. Between neighbours the edge runs straight from top to top. */
function edgePath(
  path: Path2D,
  outline: Outline,
  edge: Float32Array,
  box: LayerBox,
  y: (value: number) => number,
): Path2D {
  for (let at = 0; at < outline.count; at += 1) {
    const x = (outline.x[at] ?? 0) + 0.5;
    const before = at === 0 ? x : (outline.x[at - 1] ?? 0) + 0.5;
    if (at === 0) path.moveTo(x, y(edge[at] ?? 0));
    if (x - before > 1.5) {
      path.lineTo(before, y(outline.enter[at] ?? 0));
      path.lineTo(x, y(outline.enter[at] ?? 0));
    }
    path.lineTo(x, y(edge[at] ?? 0));
  }
  return heldToEnd(path, outline, box, y);
}

function areaPath(
  path: Path2D,
  outline: Outline,
  edge: Float32Array,
  box: LayerBox,
  y: (value: number) => number,
): Path2D {
  edgePath(path, outline, edge, box, y);
  path.lineTo(Math.max(box.reach, lastX(outline)), box.height);
  path.lineTo((outline.x[0] ?? 0) + 0.5, box.height);
  path.closePath();
  return path;
}

/** Along the highest values and back along the lowest. Empty where nothing was sent. */
function bandPath(path: Path2D, outline: Outline, y: (value: number) => number): Path2D {
  for (let at = 0; at < outline.count; at += 1) {
    const x = (outline.x[at] ?? 0) + 0.5;
    if (at === 0) path.moveTo(x, y(outline.high[at] ?? 0));
    else path.lineTo(x, y(outline.high[at] ?? 0));
  }
  for (let at = outline.count - 1; at >= 0; at -= 1) {
    path.lineTo((outline.x[at] ?? 0) + 0.5, y(outline.low[at] ?? 0));
  }
  path.closePath();
  return path;
}

function meanPath(path: Path2D, outline: Outline, box: LayerBox, y: (value: number) => number): Path2D {
  for (let at = 0; at < outline.count; at += 1) {
    const x = (outline.x[at] ?? 0) + 0.5;
    if (x > box.reach) break;
    if (at === 0) path.moveTo(x, y(outline.leave[at] ?? 0));
    else path.lineTo(x, y(outline.leave[at] ?? 0));
  }
  return path;
}

/** The last value holds as far as the run has come. */
function heldToEnd(path: Path2D, outline: Outline, box: LayerBox, y: (value: number) => number): Path2D {
  path.lineTo(Math.max(box.reach, lastX(outline)), y(outline.leave[outline.count - 1] ?? 0));
  return path;
}

function lastX(outline: Outline): number {
  return (outline.x[outline.count - 1] ?? 0) + 0.5;
}
