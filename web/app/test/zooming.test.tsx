import { act, renderHook } from '@testing-library/react';
import { createLabStore } from '@ackscope/model';
import { afterEach, expect, it, vi } from 'vitest';
import { LabProvider } from '../src/lab/context.ts';
import type { Lab } from '../src/lab/context.ts';
import { useIsZooming } from '../src/lab/useIsZooming.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a zoom ends when nothing has changed for a moment; five steps of it render twice', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const store = createLabStore();
  const found: boolean[] = [];
  renderHook(() => found.push(useIsZooming()), {
    wrapper: ({ children }) => <LabProvider value={{ store } as unknown as Lab}>{children}</LabProvider>,
  });
  const waitMs = (ms: number): void => {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  };
  for (let step = 1; step <= 5; step += 1) {
    act(() => {
      store.setState(({ view }) => ({ view: { ...view, timeRange: [0, 100 - step] } }));
    });
    waitMs(200);
  }
  // At the second step React renders once to see that nothing is new.
  expect(found).toEqual([false, true, true]);
  act(() => {
    store.getState().actions.choosePair([0, 1]);
  });
  waitMs(200);
  expect(found).toEqual([false, true, true, false]);
});
