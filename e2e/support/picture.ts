import type { Locator } from '@playwright/test';

/** A hash of all canvases within an element: it changes as they are drawn. */
export function pictureOf(place: Locator): Promise<number> {
  return place.evaluate((element) => {
    let sum = 0;
    for (const canvas of element.querySelectorAll('canvas')) {
      if (canvas.width === 0 || canvas.height === 0) continue;
      // Uses a copy: reading the page's own canvas would change how the browser stores it.
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = copy.getContext('2d', { willReadFrequently: true });
      context?.drawImage(canvas, 0, 0);
      const data = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      for (const value of data) sum = (Math.imul(sum, 31) + value) | 0;
    }
    return sum;
  });
}

/** The opacity of a canvas's pixels that are not empty. */
export function alphasOf(canvas: Locator): Promise<number[]> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const copy = new OffscreenCanvas(width, height);
    const context = copy.getContext('2d', { willReadFrequently: true });
    context?.drawImage(element as HTMLCanvasElement, 0, 0);
    const data = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    return [...data.filter((value, at) => at % 4 === 3 && value > 0)];
  });
}
