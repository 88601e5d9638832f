/** Paints outlines on a canvas. Colours are values: a canvas knows no custom properties. */
import { clamp } from '../clamp.ts';
import { heightShares } from '../frame/scales.ts';
import { blankPath } from './blankPath.ts';
import { bandLine, barsOf, edgeLine, endOf, envelopeLine, meanLine, stepLine } from './lines.ts';
import type { Pen } from './lines.ts';
import type { Ink, LayerBox, LayerStyle } from '../types.ts';
import type { Outline } from './outline.ts';

export function paintLayer(
  context: CanvasRenderingContext2D,
  outline: Outline,
  box: LayerBox,
  style: LayerStyle,
  ink: Ink,
): void {
  // Before a range that the run has not reached there is nothing to hold.
  if (outline.count === 0 || box.reach < 0) return;
  const y = vertical(box);
  const drawn = (line: (pen: Pen) => void): Path2D => {
    const path = blankPath(context);
    line(path);
    return path;
  };
  context.strokeStyle = ink.colour;
  context.lineWidth = ink.lineWidth;
  context.lineJoin = 'round';
  context.setLineDash([...ink.dash]);
  if (style === 'band') {
    context.fillStyle = ink.colour;
    context.globalAlpha = ink.fill;
    const band = drawn((pen) => bandLine(pen, outline, box.reach, y));
    band.closePath();
    context.fill(band);
    context.globalAlpha = 0.55;
    context.lineWidth = 1;
    context.setLineDash([2, 2]);
    context.stroke(drawn((pen) => meanLine(pen, outline, box.reach, y)));
    context.globalAlpha = 1;
  } else if (style === 'area') {
    // Fills up to the highest value lightly, and up to the lowest value again: a queue that never
    // drains looks full.
    context.fillStyle = ink.colour;
    context.globalAlpha = ink.fill;
    context.fill(areaPath(blankPath(context), outline, outline.high, box, y));
    context.fill(areaPath(blankPath(context), outline, outline.low, box, y));
    context.globalAlpha = 1;
    // What is drawn downwards is context, without an edge of its own.
    if (box.isDown !== true)
      strokeLine(
        context,
        drawn((pen) => edgeLine(pen, outline, outline.high, box.reach, y)),
      );
  } else if (style !== 'step-dashed' && ink.dash.length === 0) {
    context.fillStyle = ink.colour;
    fillBars(context, outline, box, y);
  } else {
    const line = style === 'step-dashed' ? stepLine : envelopeLine;
    strokeLine(
      context,
      drawn((pen) => line(pen, outline, box.reach, y)),
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

/**
 * The bars of a line. One path of all bars takes five times as long on a screen as single ones; a written picture is
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
  barsOf(outline, box.reach, y, (x, top, untilX, bottom) => {
    // A range stands around its column; a held value reaches from column to column.
    const [left, width] = untilX > x ? [x, untilX - x] : [x - thick / 2, thick];
    const height = bottom - top + thick;
    if (path === null) context.fillRect(left, top - thick / 2, width, height);
    else path.rect(left, top - thick / 2, width, height);
  });
  if (path !== null) context.fill(path);
}

/** What is between an edge and zero, or the floor. */
function areaPath(
  path: Path2D,
  outline: Outline,
  edge: Float32Array,
  box: LayerBox,
  y: (value: number) => number,
): Path2D {
  const base = box.domain[0] < 0 ? y(0) : box.height;
  edgeLine(path, outline, edge, box.reach, y);
  path.lineTo(endOf(outline, box.reach), base);
  path.lineTo((outline.x[0] ?? 0) + 0.5, base);
  path.closePath();
  return path;
}
