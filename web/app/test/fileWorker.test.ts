import { afterEach, expect, it, vi } from 'vitest';

const readBlob = vi.fn<(file: Blob) => Promise<unknown>>();
vi.mock('@ackscope/model/files', () => ({ readBlob }));

afterEach(() => vi.unstubAllGlobals());

it('a reader that fails is answered: the page waits for one message', async () => {
  const answers: unknown[] = [];
  vi.stubGlobal('postMessage', (answer: unknown) => answers.push(answer));
  vi.stubGlobal('onmessage', null);
  await import('../src/files/fileWorker.ts');
  const send = (): void => {
    window.onmessage?.(new MessageEvent('message', { data: new Blob(['x']) }));
  };
  // Only what is known is said: a RangeError alone is no lack of memory.
  for (const [at, error, words] of [
    [1, new RangeError('Array buffer allocation failed'), /^It cannot be read: .* not enough memory /],
    [
      2,
      new RangeError('Offset is outside the bounds of the DataView'),
      /^Its reader stopped with an error: RangeError: Offset /,
    ],
    [3, new TypeError('x is undefined'), /^Its reader stopped with an error: TypeError: x is undefined\. /],
  ] as const) {
    readBlob.mockRejectedValueOnce(error);
    send();
    await vi.waitFor(() => expect(answers).toHaveLength(at));
    expect(answers[at - 1]).toEqual({ problem: expect.stringMatching(words) as unknown });
  }
  readBlob.mockResolvedValueOnce({ problem: 'It is empty.' });
  send();
  await vi.waitFor(() => expect(answers).toHaveLength(4));
  expect(answers[3]).toEqual({ problem: 'It is empty.' });
});
