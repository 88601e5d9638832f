import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WHOLE_RUN } from '@ackscope/engine';
import type { Engine, RunListener } from '@ackscope/engine';
import MESSAGES from './corpus/messages.json';
import { readCommand } from '../src/embed/commands.ts';
import { readSettings } from '../src/embed/options.ts';
import { TIMEOUT_MS, withRunLock } from '../src/embed/runLock.ts';

describe('what the address asks of the widget', () => {
  it('takes known controls, themes and origins, and drops the rest', () => {
    const settings = readSettings('?controls=play,fly,scrub&theme=pink&host=javascript:alert(1)&autoplay');
    expect([...settings.controls]).toEqual(['play', 'scrub']);
    expect(settings).toMatchObject({ theme: 'auto', autoplay: true, host: null, scenarioUrl: null });
    expect(readSettings('?host=https://a.example/x')).toMatchObject({
      host: 'https://a.example',
      problem: null,
    });
    expect(readSettings('')).toMatchObject({ host: null, problem: null });
    expect([...readSettings('?controls=').controls]).toEqual([]);
  });
});

it.each(['course.example', 'localhost:8080', 'javascript:alert(1)', ''])(
  'refuses a host %j that is not a page address, and does not report to everybody instead',
  (host) => {
    expect(readSettings(`?host=${host}`).problem).toContain(`host=${host} is not a page address`);
  },
);

describe('messages from the page around', () => {
  it.each([
    [{ ackscope: 1, type: 'play', speed: 0 }],
    [{ ackscope: 1, type: 'seek', timeS: -1 }],
    [{ ackscope: 1, type: 'seek', timeS: NaN }],
    [{ ackscope: 1, type: 'fly' }],
    [{ ackscope: 1 }],
    [{ ackscope: 2, type: 'play' }],
    [{ ackscope: 1, type: 'setRows', rows: Array.from({ length: 17 }, () => 'cwnd') }],
    [{ ackscope: 1, type: 'setScenario', scenario: 'x'.repeat(100_001) }],
  ])('refuses %j with a reason', (message) => {
    const read = readCommand(message);
    expect(read.kind).toBe('faulty');
    expect(read.kind === 'faulty' && read.message).toMatch(/\w/);
  });

  it.each(['1', NaN, Infinity, 1.5, null, {}, [], true])(
    'refuses an id %j that is no whole number, and names it',
    (id) => {
      for (const command of [{ type: 'hello' }, { type: 'seek', timeS: 1 }]) {
        const read = readCommand({ ackscope: 1, id, ...command });
        expect(read).toMatchObject({ kind: 'faulty', id: undefined });
        expect(read.kind === 'faulty' && read.message).toMatch(/^id: .*allowed is a whole number/);
      }
    },
  );

  it('ignores a field that a command does not have, as the protocol says', () => {
    const command = { ackscope: 1, type: 'seek', timeS: 3, id: 1 };
    const read = readCommand({ ...command, speed: 'fast', theme: 3, later: { than: 'this' } });
    expect(read).toEqual({ kind: 'command', command });
  });

  it('leaves alone what is not for it', () => {
    for (const data of ['x', 3, null, undefined, {}, { type: 'play' }])
      expect(readCommand(data).kind).toBe('foreign');
  });

  it.each(MESSAGES)('takes $message as $kind', ({ kind, message }) => {
    expect(readCommand(message).kind).toBe(kind);
  });

  it('answers whatever comes, briefly, and takes nothing beyond what it asks for', () => {
    const types = ['hello', 'play', 'pause', 'seek', 'setScenario', 'setRows', 'setTheme'];
    const message = fc.oneof(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSparseArray: true,
        withTypedArray: true,
      }),
      fc.record(
        {
          ackscope: fc.oneof(fc.constant(1), fc.anything()),
          type: fc.oneof(fc.constantFrom(...types), fc.anything()),
          id: fc.oneof(fc.nat(), fc.anything()),
          timeS: fc.oneof(fc.double(), fc.anything()),
          speed: fc.oneof(fc.double(), fc.anything()),
          rows: fc.oneof(fc.array(fc.string()), fc.anything()),
          theme: fc.oneof(fc.constantFrom('auto', 'light', 'dark'), fc.anything()),
          scenario: fc.oneof(fc.string(), fc.dictionary(fc.string(), fc.anything()), fc.anything()),
        },
        { requiredKeys: ['ackscope'] },
      ),
    );
    const seen = new Set<string>();
    fc.assert(
      fc.property(message, (data) => {
        const read = readCommand(data);
        seen.add(read.kind);
        if (read.kind === 'faulty') {
          expect(read.message).not.toBe('');
          expect(read.message.length).toBeLessThan(10_000);
        }
        if (read.kind === 'command') expect(types).toContain(read.command.type);
      }),
      { numRuns: 2000, seed: 7 },
    );
    expect([...seen].sort()).toEqual(['command', 'faulty', 'foreign']);
  });
});

/** Locks as a browser grants them: one at a time, and none after an abort. */
function oneLock() {
  let tail: Promise<unknown> = Promise.resolve();
  const request = (_name: string, options: LockOptions, work: () => Promise<void>): Promise<void> => {
    let granted = false;
    const left = new Promise<void>((_, reject) => {
      options.signal?.addEventListener('abort', () => {
        if (!granted) reject(new DOMException('left', 'AbortError'));
      });
    });
    const turn = tail.then(() => {
      if (options.signal?.aborted === true) return;
      granted = true;
      return work();
    });
    tail = turn;
    return Promise.race([turn, left]);
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

function fakeEngine() {
  const started: { text: string; listener: RunListener }[] = [];
  const engine = {
    catalogue: {},
    check: () => Promise.resolve({ ok: true, lanes: [{}, {}] }),
    start(text: string, listener: RunListener) {
      started.push({ text, listener });
      return { cancel: () => undefined, packets: () => Promise.reject(new Error('none')) };
    },
    dispose: () => undefined,
  } as unknown as Engine;
  return { engine, started };
}

const nothing = (): void => undefined;
const QUIET: RunListener = { onLane: nothing, onChunk: nothing, onResults: nothing, onError: nothing };
/** Lets every promise that can settle do so. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('taking turns', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('begins a run when all lanes of the one before are finished', async () => {
    const { engine, started } = fakeEngine();
    const polite = withRunLock(engine, oneLock());
    polite.start('first', QUIET);
    polite.start('second', QUIET);
    await settled();
    expect(started.map(({ text }) => text)).toEqual(['first']);
    const listener = started[0]?.listener;
    listener?.onResults(0, {} as never, true);
    await settled();
    expect(started).toHaveLength(1);
    listener?.onError(1, {} as never);
    await settled();
    expect(started.map(({ text }) => text)).toEqual(['first', 'second']);
  });

  it('waits only so long for a run that takes its time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { engine, started } = fakeEngine();
    const polite = withRunLock(engine, oneLock());
    polite.start('long', QUIET);
    polite.start('short', QUIET);
    await settled();
    vi.advanceTimersByTime(TIMEOUT_MS - 1);
    await settled();
    expect(started.map(({ text }) => text)).toEqual(['long']);
    vi.advanceTimersByTime(1);
    await settled();
    expect(started.map(({ text }) => text)).toEqual(['long', 'short']);
    // The end of the long run does not start the short one a second time.
    started[0]?.listener.onError(WHOLE_RUN, {} as never);
    await settled();
    expect(started).toHaveLength(2);
  });

  it('runs at once where the browser refuses locks to a frame of another site', async () => {
    const refused = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'));
    const { engine, started } = fakeEngine();
    const polite = withRunLock(engine, { request: refused });
    polite.start('first', QUIET);
    polite.start('cancelled', QUIET).cancel();
    await settled();
    expect(started.map(({ text }) => text)).toEqual(['first']);
  });

  it('gives its turn back when it is cancelled, before or while it runs', async () => {
    const { engine, started } = fakeEngine();
    const polite = withRunLock(engine, oneLock());
    const first = polite.start('first', QUIET);
    const second = polite.start('second', QUIET);
    polite.start('third', QUIET);
    await settled();
    second.cancel();
    first.cancel();
    await settled();
    expect(started.map(({ text }) => text)).toEqual(['first', 'third']);
  });
});
