/** Draws an intensity per pixel as a glow: one colour with varying opacity. */

/** Opacity of a pixel that one trace crosses. It grows with the logarithm of the count, to 1 for all. */
const FAINTEST = 0.2;
/** Intensity levels per trace: the lookup table of opacities has one entry for each level. */
const STEPS = 16;

export interface GlowPlace {
  /** Pixels of the screen. */
  width: number;
  height: number;
  colour: string;
}

/** Scratch canvases by name. Glows are drawn one after the other, so they can share them. */
const canvases = new Map<string, CanvasRenderingContext2D>();

function canvasFor(name: string, width: number, height: number): CanvasRenderingContext2D | null {
  const known =
    canvases.get(name) ?? document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (known === null) return null;
  canvases.set(name, known);
  const { canvas } = known;
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  return known;
}

/** Draws `light` on `canvas`. A pixel that all `traces` traces cross is opaque. */
export function showGlow(
  canvas: HTMLCanvasElement,
  light: Float32Array,
  traces: number,
  { width, height, colour }: GlowPlace,
): void {
  const [own, context] = [canvasFor('glow', width, height), canvas.getContext('2d')];
  if (own === null || context === null) return;
  const image = own.createImageData(width, height);
  const [red, green, blue] = channelsOf(colour);
  const { data } = image;
  const alphas = alphasFor(traces);
  const brightest = alphas.length - 1;
  for (let at = 0, to = 0; at < light.length; at += 1, to += 4) {
    const lit = light[at] ?? 0;
    // Subtracting a trace leaves a rounding error instead of zero.
    if (lit < 1e-3) continue;
    data[to] = red;
    data[to + 1] = green;
    data[to + 2] = blue;
    data[to + 3] = alphas[Math.min(brightest, Math.ceil(lit * STEPS))] ?? 0;
  }
  own.putImageData(image, 0, 0);
  canvas.width = width;
  canvas.height = height;
  context.globalAlpha = 0.5;
  const halo = haloOf(own.canvas, width, height);
  if (halo !== null) context.drawImage(halo, 0, 0, width, height);
  context.globalAlpha = 1;
  context.drawImage(own.canvas, 0, 0);
}

/** A blurred copy: halved twice, which averages pixels. A blur filter would be much slower. */
function haloOf(glow: HTMLCanvasElement, width: number, height: number): HTMLCanvasElement | null {
  let from = glow;
  for (const [name, divisor] of [
    ['half', 2],
    ['quarter', 4],
  ] as const) {
    const [w, h] = [Math.max(1, Math.ceil(width / divisor)), Math.max(1, Math.ceil(height / divisor))];
    const to = canvasFor(name, w, h);
    if (to === null) return null;
    to.clearRect(0, 0, w, h);
    to.drawImage(from, 0, 0, w, h);
    from = to.canvas;
  }
  return from;
}

/** The lookup table from intensity level to opacity, 0 to 255. */
function alphasFor(traces: number): Uint8Array {
  const perDecade = (1 - FAINTEST) / Math.log(Math.max(Math.E, traces));
  return Uint8Array.from({ length: STEPS * Math.max(1, traces) + 1 }, (_, step) => {
    const count = step / STEPS;
    const alpha = count <= 1 ? count * FAINTEST : FAINTEST + perDecade * Math.log(count);
    return Math.min(255, 255 * alpha);
  });
}

const channels = new Map<string, readonly [number, number, number]>();

function channelsOf(colour: string): readonly [number, number, number] {
  const known = channels.get(colour);
  if (known !== undefined) return known;
  const dot = canvasFor('dot', 1, 1);
  if (dot === null) return [0, 0, 0];
  dot.fillStyle = colour;
  dot.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = dot.getImageData(0, 0, 1, 1).data;
  const found = [red, green, blue] as const;
  channels.set(colour, found);
  return found;
}
