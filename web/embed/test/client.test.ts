import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, WidgetError } from '../src/client.ts';
import type { Client } from '../src/client.ts';

let frame: HTMLIFrameElement;
let client: Client;
let posted: { message: Record<string, unknown>; origin: string }[];

/** Dispatches a message as the frame would send it. */
function report(data: unknown, from: { source?: Window | null; origin?: string } = {}): void {
  const { source = frame.contentWindow, origin = 'https://lab.example' } = from;
  window.dispatchEvent(new MessageEvent('message', { data, source, origin }));
}

beforeEach(() => {
  frame = document.createElement('iframe');
  document.body.append(frame);
  Object.defineProperty(frame, 'src', { value: 'https://lab.example/embed.html' });
  posted = [];
  const inner = frame.contentWindow as unknown as { postMessage: unknown };
  inner.postMessage = (message: Record<string, unknown>, origin: string) => {
    posted.push({ message, origin });
  };
  client = connect(frame);
});

afterEach(() => {
  client.close();
  frame.remove();
});

const READY = { ackscope: 1, type: 'ready', version: '1', durationS: 10, lanes: [] };

describe('a client', () => {
  it('asks whether the widget is there, and keeps commands until it is', async () => {
    expect(posted).toEqual([{ message: { type: 'hello', ackscope: 1 }, origin: '*' }]);
    const played = client.play(2);
    expect(posted).toHaveLength(1);
    report(READY);
    expect(posted[1]).toEqual({
      message: { type: 'play', speed: 2, ackscope: 1, id: 1 },
      origin: 'https://lab.example',
    });
    report({ ackscope: 1, type: 'done', id: 1 });
    await expect(played).resolves.toBeUndefined();
  });

  it('gives commands on to a widget that only listens: it wakes up for them', () => {
    void client.seek(3).catch(() => undefined);
    report({ ackscope: 1, type: 'listening' });
    expect(posted[1]?.message).toEqual({ type: 'seek', timeS: 3, ackscope: 1, id: 1 });
  });

  it('rejects with what the widget says', async () => {
    report(READY);
    const refused = client.setScenario('nonsense');
    report({ ackscope: 1, type: 'error', id: 1, path: 'hops.0', message: 'no such hop' });
    await expect(refused).rejects.toEqual(new WidgetError('no such hop', 'hops.0'));
  });

  it('hears its own frame from its own origin only', () => {
    const heard: unknown[] = [];
    client.on('time', ({ timeS }) => heard.push(timeS));
    report({ ackscope: 1, type: 'time', timeS: 1, playing: true }, { source: window });
    report({ ackscope: 1, type: 'time', timeS: 2, playing: true }, { origin: 'https://evil.example' });
    report({ ackscope: 2, type: 'time', timeS: 3, playing: true });
    report('time');
    report({ ackscope: 1, type: 'time', timeS: 4, playing: true });
    expect(heard).toEqual([4]);
  });

  it('tells a late listener that it is ready, and stops when asked to', () => {
    report(READY);
    const heard: unknown[] = [];
    const stop = client.on('ready', (ready) => heard.push(ready.durationS));
    stop();
    report(READY);
    expect(heard).toEqual([10]);
  });

  it('leaves no command without an answer when it is closed', async () => {
    const waiting = client.pause();
    client.close();
    await expect(waiting).rejects.toThrow('the connection was closed');
  });
});
