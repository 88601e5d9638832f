import type { Page } from '@playwright/test';

/** The marks of evidence that lie over a painted curve: full ink below a text of the page. */
export function notesOverTraces(page: Page): Promise<string[]> {
  return page.locator('[data-note]').evaluateAll((notes) =>
    notes.flatMap((note) => {
      const lane = note.closest('[data-lane]');
      const plot = lane?.querySelector(`[data-plot="${note.getAttribute('data-note') ?? ''}"]`);
      const canvas = plot?.querySelector('canvas');
      if (canvas == null) return ['no plot'];
      const [box, area] = [note.getBoundingClientRect(), canvas.getBoundingClientRect()];
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = copy.getContext('2d', { willReadFrequently: true });
      context?.drawImage(canvas, 0, 0);
      const scale = canvas.width / area.width;
      const pixels =
        context?.getImageData(
          Math.round((box.left - area.left) * scale),
          Math.round((box.top - area.top) * scale),
          Math.max(1, Math.round(box.width * scale)),
          Math.max(1, Math.round(box.height * scale)),
        ).data ?? [];
      // A curve is opaque; the tint of an area below it is not.
      let opaque = 0;
      for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 240) opaque += 1;
      return opaque === 0 ? [] : [`${note.textContent}: ${String(opaque)} pixels`];
    }),
  );
}
