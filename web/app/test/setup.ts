import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { Tabled } from '../src/measured/trace.ts';

// The time limit of the test is the only limit on waiting.
configure({ asyncUtilTimeout: 15_000 });

// Node has no workers: files are read in the page's thread.
vi.mock('../src/files/read.ts', () => ({
  readInWorker: async (file: File) => (await import('@ackscope/model/files')).readBlob(file),
  tableInWorker: ({ curve, packetBytes }: Tabled) => ({
    table: import('@ackscope/model/files').then(({ fitTable }) => fitTable(curve, packetBytes)),
    stop: () => undefined,
  }),
}));

/** Tests of build-time code have no page. */
const inPage = typeof document !== 'undefined';

/**
 * Loads parts that the page gets later. If a part suspends during an action of a test and arrives
 * after that action, React loses it.
 */
beforeAll(async () => {
  if (!inPage) return;
  await Promise.all([
    import('../src/dialogs/Dialogs.tsx'),
    import('../src/lanes/PhaseLanes.tsx'),
    import('../src/dialogs/TableDialog.tsx'),
  ]);
});

/** Stubs for what jsdom lacks and the page uses at once: sizes, media queries, canvases. */
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
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  if (!('animate' in Element.prototype)) Object.assign(Element.prototype, { animate: vi.fn() });
});

afterEach(() => {
  // Answers of lessons are kept in the tab: each test begins without.
  if (inPage) sessionStorage.clear();
  if (inPage) {
    cleanup();
    history.replaceState(null, '', '/');
  }
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
