import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CommandMessage } from '@ackscope/embed/protocol';
import { MAX_KEPT, openChannel } from '../src/embed/channel.ts';
import type { Channel } from '../src/embed/channel.ts';

const ORIGIN = 'https://course.example';
let told: unknown[];
const host = { postMessage: (message: unknown) => void told.push(message) } as unknown as Window;
let channel: Channel;

function say(data: unknown, from: { source?: unknown; origin?: string } = {}): void {
  const event = new MessageEvent('message', { data, origin: from.origin ?? ORIGIN });
  Object.defineProperty(event, 'source', { value: from.source ?? host });
  window.dispatchEvent(event);
}

/** Whether the page has already asked for anything. */
const isAsked = (): Promise<boolean> =>
  Promise.race([
    channel.asked.then(() => true),
    new Promise<boolean>((resolve) => setImmediate(resolve, false)),
  ]);

beforeEach(() => {
  told = [];
  channel = openChannel(host, ORIGIN);
});

afterEach(() => {
  channel.close();
});

it('says that it listens, at once and whenever it is greeted, and sleeps on', async () => {
  say({ ackscope: 1, type: 'hello' });
  expect(told).toEqual(Array(2).fill({ ackscope: 1, type: 'listening' }));
  expect(await isAsked()).toBe(false);
});

it('keeps what is asked for before there is a lab, wakes for it, and gives it on in its order', async () => {
  say({ ackscope: 1, type: 'seek', timeS: 3, id: 1 });
  say({ ackscope: 1, type: 'play', id: 2 });
  expect(await isAsked()).toBe(true);
  const obeyed: unknown[] = [];
  channel.onCommand(({ type, id }) => obeyed.push([type, id]));
  say({ ackscope: 1, type: 'pause', id: 3 });
  expect(obeyed).toEqual([
    ['seek', 1],
    ['play', 2],
    ['pause', 3],
  ]);
});

it('answers what is faulty at once, and what is more than it keeps', () => {
  say({ ackscope: 1, type: 'seek', timeS: -1, id: 1 });
  expect(told.at(-1)).toMatchObject({ type: 'error', id: 1 });
  for (let id = 0; id <= MAX_KEPT; id += 1) say({ ackscope: 1, type: 'play', id });
  expect(told.at(-1)).toMatchObject({ type: 'error', id: MAX_KEPT });
  expect(told).toHaveLength(3);
});

it('hears its host alone, from its origin alone', async () => {
  say({ ackscope: 1, type: 'play', id: 1 }, { origin: 'https://evil.example' });
  say({ ackscope: 1, type: 'play', id: 2 }, { source: window });
  expect(await isAsked()).toBe(false);
  expect(told).toHaveLength(1);
});

it('announces an answer that does not come soon, and says what it waits for', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const later: CommandMessage[] = [];
    channel.onCommand((command) => later.push(command));
    for (const id of [1, 2, 3]) say({ ackscope: 1, type: 'seek', timeS: 1, id });
    channel.post({ type: 'done', id: 1 });
    const [, , third] = later;
    if (third !== undefined) channel.explain(third, 'The reader is asked.');
    told = [];
    vi.advanceTimersByTime(1000);
    expect(told).toEqual([{ ackscope: 1, type: 'waiting', id: 2, message: expect.any(String) as string }]);
  } finally {
    vi.useRealTimers();
  }
});
