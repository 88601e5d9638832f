import type { Report } from '@ackscope/embed/protocol';
import { createLabStore } from '@ackscope/model';
import { describe, expect, it, vi } from 'vitest';
import { realAsk, realEvaluate } from '../../engine/test/real-engine.ts';
import { readTest, startTest } from '../src/embed/hiddenTest.ts';

const engine = { ask: realAsk, evaluator: () => Promise.resolve(realEvaluate()) };

describe('the conditions of an exercise', () => {
  it('are separated by semicolons', async () => {
    const conditions = await readTest('goodput(a) > 1Mbps; jain(a) > 0.9;', engine);
    expect(conditions.map(({ text }) => text)).toEqual(['goodput(a) > 1Mbps', ' jain(a) > 0.9']);
  });

  it('are few, short, and comparisons', async () => {
    const refused = async (text: string, message: string): Promise<void> => {
      await expect(readTest(text, engine)).rejects.toThrow(message);
    };
    await refused(' ; ', 'A test has 1 to 20 conditions, not 0.');
    await refused('1 < 2;'.repeat(21), 'A test has 1 to 20 conditions, not 21.');
    await refused(`1 < 2${' '.repeat(2000)}`, 'A test has at most 2000 characters.');
    await refused('goodput(a)', '“goodput(a)” is not a comparison: write > or <.');
    await refused('goodput(a) > ', '“goodput(a) >”, column 14: expected a value, found the end');
    await refused('jain(a) > 0.9; godput(a) > 1', '“godput(a) > 1”, column 1: there is no measure godput');
  });

  it('say their mistake to the page and to the reader', async () => {
    const heard: Report[] = [];
    const post = (report: Report): unknown => heard.push(report);
    const { state } = startTest('goodput(a)', false, engine, createLabStore(), post);
    const message = '“goodput(a)” is not a comparison: write > or <.';
    await vi.waitUntil(() => heard.length > 0);
    expect(heard).toEqual([{ type: 'error', path: 'test', message, attribute: 'test' }]);
    expect(state.get()).toEqual({ kind: 'faulty', message });
  });

  it('do not judge a run in which one divides by zero, and say which', async () => {
    const store = createLabStore();
    const { run } = store.getState();
    store.setState({ run: { ...run, status: 'done', scenario: {} } });
    const heard: Report[] = [];
    const { state } = startTest('1 < 2; 1 / 0 > 0', false, engine, store, (report) => heard.push(report));
    await vi.waitUntil(() => heard.length > 0);
    const message = '“1 / 0 > 0” divides by zero in this run.';
    expect(heard).toEqual([{ type: 'error', path: 'test', message, attribute: 'test' }]);
    expect(state.get()).toEqual({ kind: 'faulty', message });
  });

  it('are nobody’s any more once the widget is closed', async () => {
    const post = vi.fn();
    const { close } = startTest('goodput(a)', false, engine, createLabStore(), post);
    close();
    await readTest('1 < 2', engine);
    expect(post).not.toHaveBeenCalled();
  });
});
