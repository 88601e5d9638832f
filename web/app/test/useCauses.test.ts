import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CausesQuestion, CausesReport, Engine } from '@ackscope/engine';
import { useCauses } from '../src/causes/useCauses.ts';
import { fakeEngine } from './fakeEngine.ts';

const about = (text: string): CausesQuestion => ({
  text,
  lane: 0,
  name: 'Vegas',
  interval: [0, 10],
  of: 'goodput',
});

/** An engine that answers each question at once, or refuses it; `asked` are the questions that reached it. */
function inquired(refuses: () => boolean): { engine: Engine; asked: string[] } {
  const asked: string[] = [];
  const why: Engine['why'] = ({ text }) => {
    asked.push(text);
    return refuses()
      ? Promise.reject<CausesReport>(new Error('the worker is gone'))
      : Promise.resolve({} as CausesReport);
  };
  return { engine: { ...fakeEngine(), why }, asked };
}

/** Asks as a part of the page that opens, and closes once it has its answer. */
async function ask(engine: Engine, text: string): Promise<string | undefined> {
  const question = about(text);
  const { result, unmount } = renderHook(() => useCauses(engine, question));
  await waitFor(() => {
    expect(result.current?.stage).not.toBe('asking');
  });
  const { stage } = result.current ?? {};
  await act(async () => {
    unmount();
    await Promise.resolve();
  });
  return stage;
}

it('a refused question is asked again when a part opens anew', async () => {
  let isBroken = true;
  const { engine, asked } = inquired(() => isBroken);
  expect(await ask(engine, 'a')).toBe('refused');
  isBroken = false;
  expect(await ask(engine, 'a')).toBe('answered');
  expect(await ask(engine, 'a')).toBe('answered');
  expect(asked).toEqual(['a', 'a']);
});
