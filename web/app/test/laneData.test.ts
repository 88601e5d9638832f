import { createLabStore, decodeLink, ruleTable, startRunner } from '@ackscope/model';
import { describe, expect, it } from 'vitest';
import RULES from '../../engine/src/generated/rules.json' with { type: 'json' };
import { estimateRole, laneViews, summaryOf } from '../src/laneData/laneData.ts';
import { FAKE_CATALOGUE, fakeEngine } from './fakeEngine.ts';

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('the lanes on the screen', () => {
  it('say what the sender does with the bandwidth estimate: it is BBR’s own filter', () => {
    const rules = RULES as unknown as typeof FAKE_CATALOGUE.rules;
    const withRole = (role: string): string[] =>
      [...new Set(RULES.map(({ algorithm }) => algorithm ?? ''))]
        .filter((algorithm) => estimateRole(rules, algorithm) === role)
        .sort();
    expect(withRole('rate')).toEqual(['bbr', 'bbr3']);
    expect(withRole('ssthresh')).toContain('westwood+');
    expect(withRole('none')).toContain('newreno');
  });

  it('say how they grow with their own settings', () => {
    const says = 'A loss halves the window. It grows by one segment per RTT.';
    expect(summaryOf(says, false)).toBe(says);
    expect(summaryOf(says, true)).toBe('A loss halves the window. It grows by half a segment per RTT.');
  });

  it('keep their curves, not painted anew, while another run begins', async () => {
    const store = createLabStore();
    store.getState().actions.openLink(decodeLink(''), false);
    const now = (callback: () => void): void => callback();
    const engine = fakeEngine();
    startRunner(engine, store, { schedule: now, settle: now });
    await turns();
    engine.finish();
    const views = laneViews(FAKE_CATALOGUE, ruleTable(FAKE_CATALOGUE));
    const before = views(store.getState());
    expect(before[0]?.data.simulatedS).toBeGreaterThan(0);

    const { run, actions } = store.getState();
    actions.runBegan(run.lanes, run.durationS, { ...run.scenario, seed: 7 }, []);
    const after = views(store.getState());
    expect(after[0]?.run.stale).toBe(true);
    // The run before is now a comparison, but not for its own curve.
    expect(store.getState().reference.run?.lanes[0]?.trace).toBe(before[0]?.run.trace);
    expect(after[0]?.data === before[0]?.data).toBe(true);
  });
});
