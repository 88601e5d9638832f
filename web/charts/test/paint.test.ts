import { expect, it, vi } from 'vitest';
import { outlineOf } from '../src/draw/outline.ts';
import { paintLayer } from '../src/draw/paint.ts';
import { columnsOf } from './columns.ts';

/** The strokes that an area of 1.5 units has on a screen with so many pixels a unit: [width, x, y], in pixels. */
function strokesAt(pixels: number): (readonly [number, number, number])[] {
  vi.stubGlobal(
    'Path2D',
    class {
      readonly moveTo = vi.fn();
      readonly lineTo = vi.fn();
      readonly closePath = vi.fn();
    },
  );
  const strokes: (readonly [number, number, number])[] = [];
  const at = { x: 0, y: 0 };
  const context = {
    lineWidth: 1,
    getTransform: () => ({ a: pixels }),
    setLineDash: () => undefined,
    fill: () => undefined,
    translate(x: number, y: number) {
      at.x += x;
      at.y += y;
    },
    stroke() {
      strokes.push([this.lineWidth * pixels, at.x * pixels, at.y * pixels]);
    },
  };
  const outline = outlineOf(
    columnsOf([
      [0, 4],
      [5, 9],
    ]),
    [0, 10],
    10,
  );
  const box = { width: 10, height: 10, domain: [0, 10], isLog: false, reach: 10 } as const;
  const ink = { colour: 'red', lineWidth: 1.5, dash: [], fill: 0.2 };
  paintLayer(context as unknown as CanvasRenderingContext2D, outline, box, 'area', ink);
  vi.unstubAllGlobals();
  expect(at, 'what is drawn next stands where it belongs').toEqual({ x: 0, y: 0 });
  return strokes;
}

it('a line of one to two pixels is two hairlines, which a browser draws faster; any other is one stroke', () => {
  expect(strokesAt(1)).toEqual([
    [1, -0.25, -0.25],
    [1, 0.25, 0.25],
  ]);
  expect(strokesAt(0.5)).toEqual([[0.75, 0, 0]]);
  expect(strokesAt(2)).toEqual([[3, 0, 0]]);
});
