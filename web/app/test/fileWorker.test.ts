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
  readBlob.mockRejectedValueOnce(new RangeError('Array buffer allocation failed'));
  send();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  expect(answers).toEqual([{ problem: 'It cannot be read: the browser has not enough memory for it.' }]);
  readBlob.mockResolvedValueOnce({ problem: 'It is empty.' });
  send();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(answers[1]).toEqual({ problem: 'It is empty.' });
});
