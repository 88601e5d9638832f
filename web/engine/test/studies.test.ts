import { describe, expect, it } from 'vitest';
import type { FromWorker } from '../src/protocol.ts';
import { Studies } from '../src/studies.ts';
import type { Study } from '../src/surface.ts';
import { fakeStudy } from './fake-engine.ts';

const EMPTY_SWEEP = JSON.stringify({ scenario: { durationS: 1, lanes: [{ label: 'a' }] } });

/** Studies whose module comes, or does not, when the test says so. */
function bench() {
  const posted: FromWorker[] = [];
  const asked: { come: (study: Study) => void; fail: (reason: Error) => void }[] = [];
  const studies = new Studies({
    open: () =>
      new Promise<Study>((come, fail) => {
        asked.push({ come, fail });
      }),
    post: (message) => posted.push(message),
    guard: (_, action) => {
      action();
    },
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { studies, posted, asked, settled };
}

describe('the second module', () => {
  it('is loaded by the first question, once, and answers all in their order', async () => {
    const { studies, posted, asked, settled } = bench();
    expect(asked).toHaveLength(0);
    studies.handle({ kind: 'sweep', sweep: 1, spec: EMPTY_SWEEP });
    studies.handle({ kind: 'theory', request: 2, id: 'reno', sets: '{}' });
    studies.handle({ kind: 'add', sweep: 1, request: 3, place: 0, results: '' });
    await settled();
    expect(posted).toEqual([]);
    asked[0]?.come(fakeStudy());
    await settled();
    expect(posted.map(({ kind }) => kind)).toEqual(['planned', 'told', 'added']);
    expect(asked).toHaveLength(1);
  });

  it('that cannot be loaded refuses what asked for it, and is tried again by the next question', async () => {
    const { studies, posted, asked, settled } = bench();
    studies.handle({ kind: 'sweep', sweep: 1, spec: EMPTY_SWEEP });
    studies.handle({
      kind: 'program',
      request: 2,
      text: '{}',
      lane: 0,
      simulator: 'ns2',
      origin: { title: '', link: '' },
    });
    asked[0]?.fail(new Error('status 404'));
    await settled();
    expect(posted).toMatchObject([
      { kind: 'unplanned', sweep: 1, error: { message: expect.stringContaining('404') as string } },
      { kind: 'untold', request: 2, error: { message: expect.stringContaining('404') as string } },
    ]);
    studies.handle({ kind: 'theory', request: 3, id: 'reno', sets: '{}' });
    asked[1]?.come(fakeStudy());
    await settled();
    expect(posted.at(-1)).toMatchObject({ kind: 'told', request: 3 });
  });
});
