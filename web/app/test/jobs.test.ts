import { createLabStore } from '@ackscope/model';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CALM_MS, jobsOf, MAX_KEPT, waitForHand } from '../src/jobs/jobs.ts';
import type { Priority } from '../src/jobs/jobs.ts';
import { fakeEngine } from './fakeEngine.ts';

const nothing = (): void => undefined;
const turns = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** Jobs that end when the test ends them; `begun` are those whose work has begun. */
function noting() {
  const engine = fakeEngine();
  const jobs = jobsOf(engine);
  const begun: string[] = [];
  const ends = new Map<string, { end: () => void; fail: () => void }>();
  const want = (key: string, priority: Priority) =>
    jobs.run<string>({
      key,
      priority,
      first: 'first',
      work: (show, signal) => {
        begun.push(key);
        show('some');
        return new Promise<void>((resolve, reject) => {
          const fail = (): void => reject(new Error('no'));
          ends.set(key, { end: resolve, fail });
          signal.addEventListener('abort', fail);
        });
      },
    });
  const end = async (key: string, how: 'end' | 'fail' = 'end'): Promise<void> => {
    ends.get(key)?.[how]();
    await turns();
  };
  return { engine, jobs, begun, want, end };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('jobs', () => {
  it('in view run one at a time, those that came into view last first; idle ones wait for all', async () => {
    const { begun, want, end } = noting();
    want('idle', 'idle').subscribe(nothing);
    for (const key of ['a', 'b']) want(key, 'near').subscribe(nothing);
    await turns();
    for (const key of ['c', 'd']) want(key, 'near').subscribe(nothing);
    want('asked', 'shown').subscribe(nothing);
    await turns();
    expect(begun).toEqual(['a', 'asked']);
    for (const key of ['a', 'c', 'd', 'b']) await end(key);
    expect(begun).toEqual(['a', 'asked', 'c', 'd', 'b']);
    await end('asked', 'fail');
    expect(begun.at(-1)).toBe('idle');
  });

  it('with one key are one, until the last one leaves; then it begins anew', async () => {
    const { begun, want, end } = noting();
    const leaves = [want('a', 'near').subscribe(nothing), want('a', 'near').subscribe(nothing)];
    await turns();
    leaves[0]?.();
    await turns();
    expect([begun.length, want('a', 'near').get()]).toEqual([1, 'some']);
    leaves[1]?.();
    expect(want('a', 'near').get()).toBe('first');
    want('a', 'near').subscribe(nothing);
    await turns();
    expect(begun).toEqual(['a', 'a']);
    await end('a');
  });

  it('that are finished are kept, those that were used last; those that failed are not', async () => {
    const { begun, want, end } = noting();
    const use = async (key: string, how?: 'fail'): Promise<void> => {
      const leave = want(key, 'shown').subscribe(nothing);
      await turns();
      await end(key, how);
      leave();
    };
    await use('failed', 'fail');
    await use('failed');
    expect(begun.splice(0)).toEqual(['failed', 'failed']);
    for (let at = 1; at < MAX_KEPT; at += 1) await use(String(at));
    await use('failed');
    await use('more');
    begun.length = 0;
    for (const key of ['failed', '2', '1']) await use(key);
    expect(begun).toEqual(['1']);
  });

  it('wait for a calm hand: a zoom stops an open answer and delays all, another change only idle ones', async () => {
    const { engine, begun, want, end } = noting();
    const store = createLabStore();
    const leave = waitForHand(engine, store);
    want('known', 'shown').subscribe(nothing);
    await turns();
    await end('known');
    want('open', 'shown').subscribe(nothing);
    await turns();
    for (let step = 1; step <= 5; step += 1) {
      store.setState(({ view }) => ({ view: { ...view, timeRange: [0, 1000 - step] } }));
      await vi.advanceTimersByTimeAsync(CALM_MS - 100);
    }
    expect(begun).toEqual(['known', 'open']);
    expect([want('known', 'shown').get(), want('open', 'shown').get()]).toEqual(['some', 'first']);
    await vi.advanceTimersByTimeAsync(100);
    expect(begun).toEqual(['known', 'open', 'open']);
    await end('open');
    store.getState().actions.choosePair([0, 1]);
    want('near', 'near').subscribe(nothing);
    await turns();
    await end('near');
    want('idle', 'idle').subscribe(nothing);
    await vi.advanceTimersByTimeAsync(CALM_MS - 1);
    expect(begun.slice(3)).toEqual(['near']);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun.slice(3)).toEqual(['near', 'idle']);
    leave();
  });
});
