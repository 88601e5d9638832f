import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';

// What is waited for comes when it comes; the limit of the test is the only clock.
configure({ asyncUtilTimeout: 15_000 });

/** Tests of what runs while the page is built have no page. */
const inPage = typeof document !== 'undefined';

/**
 * What the page gets later is there: React forgets a part that it had to wait for in the middle of
 * what a test does, if the part comes after that.
 */
beforeAll(async () => {
  if (!inPage) return;
  await Promise.all([
    import('../src/panels/Dialogs.tsx'),
    import('../src/panels/PhaseLanes.tsx'),
    import('../src/panels/TableDialog.tsx'),
  ]);
});

/** What jsdom lacks and the page asks for at once: sizes, media queries, canvases. */
beforeEach(() => {
  if (!inPage) return;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe = vi.fn();
      readonly unobserve = vi.fn();
      readonly disconnect = vi.fn();
    },
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly observe = vi.fn();
      readonly unobserve = vi.fn();
      readonly disconnect = vi.fn();
    },
  );
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  Object.defineProperty(HTMLElement.prototype, 'animate', { configurable: true, value: vi.fn() });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  if (!('animate' in Element.prototype)) Object.assign(Element.prototype, { animate: vi.fn() });
});

afterEach(() => {
  if (inPage) {
    cleanup();
    history.replaceState(null, '', '/');
  }
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
