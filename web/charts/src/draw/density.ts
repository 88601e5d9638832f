/**
 * Many traces over one another as phosphor shows them: the longer the beam was somewhere, the
 * brighter it glows. Counted per pixel, so that thousands cost no more to show than a few.
 */
import { heightShares } from '../frame/scales.ts';
import { blankPath } from '../picture/SvgPen.ts';
import type { TraceColumns } from '../types.ts';
import { outlineOf } from './outline.ts';
import { paintLayer } from './paint.ts';
import type { Ink, PlotBox } from './paint.ts';

export interface Occurrences {
  columns: TraceColumns;
  /** Where the time of each begins. */
  moments: readonly number[];
}

/** One trace alone is seen; all together are as bright as the colour is. */
const FAINTEST = 0.2;
/** A beam that crosses more pixels than this within a column is fainter there. */
const DWELL_PX = 6;
/** Around the middle of the beam, above and below. */
const BEAM = [0.45, 1, 0.45] as const;
/** A picture that is saved holds so many lines at most. */
const MOST_LINES = 150;

export function paintDensity(
  context: CanvasRenderingContext2D,
  { columns, moments }: Occurrences,
  box: PlotBox,
  [fromS, toS]: readonly [number, number],
  ink: Ink,
): void {
  if (!('getTransform' in context)) {
    paintLines(context, { columns, moments }, box, [fromS, toS], ink);
    return;
  }
  // The context is in CSS pixels; the light is counted in those of the screen.
  const perPx = context.getTransform().a || 1;
  const [width, height] = [
    Math.max(1, Math.round(box.width * perPx)),
    Math.max(1, Math.round(box.height * perPx)),
  ];
  const light = lightOf({ columns, moments }, box, [fromS, toS], width, height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const own = canvas.getContext('2d');
  if (own === null) return;
  own.fillStyle = ink.colour;
  own.fillRect(0, 0, width, height);
  const image = own.getImageData(0, 0, width, height);
  const perDecade = (1 - FAINTEST) / Math.log(Math.max(Math.E, moments.length));
  for (let at = 0; at < light.length; at += 1) {
    const count = light[at] ?? 0;
    const alpha = count <= 1 ? count * FAINTEST : FAINTEST + perDecade * Math.log(count);
    image.data[4 * at + 3] = Math.min(255, 255 * alpha);
  }
  own.putImageData(image, 0, 0);
  context.save();
  context.globalAlpha = 0.5;
  context.filter = `blur(${(2.5 * perPx).toFixed(1)}px)`;
  context.drawImage(canvas, 0, 0, box.width, box.height);
  context.filter = 'none';
  context.globalAlpha = 1;
  context.drawImage(canvas, 0, 0, box.width, box.height);
  context.restore();
}

/** How often, and how long, each pixel was met: row by row from the top. */
export function lightOf(
  { columns, moments }: Occurrences,
  { domain, isLog }: Pick<PlotBox, 'domain' | 'isLog'>,
  [fromS, toS]: readonly [number, number],
  width: number,
  height: number,
): Float32Array {
  const light = new Float32Array(width * height);
  const share = heightShares(domain, isLog);
  const y = (value: number): number => height - 1 - share(value) * height;
  const shine = (x: number, a: number, b: number): void => {
    if (x < 0 || x >= width || Number.isNaN(a + b)) return;
    const top = Math.max(0, Math.round(Math.min(y(a), y(b))));
    const bottom = Math.min(height - 1, Math.round(Math.max(y(a), y(b))));
    if (bottom < top) return;
    const weight = Math.min(1, DWELL_PX / (bottom - top + 1));
    for (let row = top - 1; row <= bottom + 1; row += 1) {
      if (row < 0 || row >= height) continue;
      const beam = row < top ? BEAM[0] : row > bottom ? BEAM[2] : BEAM[1];
      const at = row * width + x;
      light[at] = (light[at] ?? 0) + beam * weight;
    }
  };
  for (const momentS of moments) {
    const outline = outlineOf(columns, [momentS + fromS, momentS + toS], width);
    let held = NaN;
    let next = 0;
    for (let index = 0; index < outline.count; index += 1) {
      const x = outline.x[index] ?? 0;
      for (; next < x; next += 1) shine(next, held, held);
      const enter = Number.isNaN(held) ? (outline.leave[index] ?? NaN) : held;
      shine(x, Math.min(enter, outline.low[index] ?? enter), Math.max(enter, outline.high[index] ?? enter));
      held = outline.leave[index] ?? NaN;
      next = Math.max(next, x + 1);
    }
    for (; next < width; next += 1) shine(next, held, held);
  }
  return light;
}

/** In a saved picture: thin lines that let one another through. */
function paintLines(
  context: CanvasRenderingContext2D,
  { columns, moments }: Occurrences,
  box: PlotBox,
  [fromS, toS]: readonly [number, number],
  ink: Ink,
): void {
  const step = Math.ceil(moments.length / MOST_LINES);
  const share = heightShares(box.domain, box.isLog);
  const y = (value: number): number => box.height * (1 - share(value));
  context.strokeStyle = ink.colour;
  context.lineWidth = 1;
  context.globalAlpha = Math.max(0.12, Math.min(0.6, 1.6 / Math.sqrt(moments.length)));
  for (let at = 0; at < moments.length; at += step) {
    const momentS = moments[at] ?? 0;
    const outline = outlineOf(columns, [momentS + fromS, momentS + toS], box.width);
    const path = blankPath(context);
    for (let index = 0; index < outline.count; index += 1) {
      const x = outline.x[index] ?? 0;
      const enter = y(outline.enter[index] ?? 0);
      if (index === 0) path.moveTo(x, enter);
      else path.lineTo(x, enter);
      path.lineTo(x, y(outline.leave[index] ?? 0));
    }
    path.lineTo(box.width, y(outline.leave[outline.count - 1] ?? 0));
    context.stroke(path);
  }
  context.globalAlpha = 1;
}

/** The median over all densities, with a halo, or it would drown in them. */
export function paintMedian(
  context: CanvasRenderingContext2D,
  median: TraceColumns,
  box: PlotBox,
  timeDomain: readonly [number, number],
  ink: Ink,
  halo: string,
): void {
  const outline = outlineOf(median, timeDomain, box.width);
  const line = { ...ink, dash: [], fill: 0 };
  context.globalAlpha = 0.85;
  paintLayer(context, outline, box, 'step-dashed', { ...line, colour: halo, lineWidth: 5 });
  context.globalAlpha = 1;
  paintLayer(context, outline, box, 'step-dashed', { ...line, lineWidth: 2.25 });
}
