import { describe, expect, it } from 'vitest';
import { getPath } from '../src/path.ts';
import { createLabStore } from '../src/store.ts';

/** A store whose clock the test controls. */
function lab() {
  const time = { ms: 0 };
  const store = createLabStore(() => time.ms);
  const { actions } = store.getState();
  const rate = (): unknown => getPath(store.getState().scenario.wanted, 'hops.0.rate');
  const turn = (value: string): void => actions.change([{ path: 'hops.0.rate', value }]);
  return { store, actions, time, rate, turn };
}

describe('undo and redo', () => {
  it('go back and forth through what was changed', () => {
    const { actions, time, rate, turn, store } = lab();
    turn('3Mbps');
    time.ms += 5000;
    turn('4Mbps');
    actions.undo();
    expect(rate()).toBe('3Mbps');
    actions.undo();
    expect(rate()).toBe('2Mbps');
    actions.undo();
    expect(rate()).toBe('2Mbps');
    actions.redo();
    actions.redo();
    expect(rate()).toBe('4Mbps');
    expect(store.getState().history.future).toHaveLength(0);
  });

  it('take a hand on a slider as one step, but two knobs as two', () => {
    const { actions, time, rate, turn } = lab();
    for (const value of ['3Mbps', '4Mbps', '5Mbps']) {
      time.ms += 100;
      turn(value);
    }
    actions.change([{ path: 'seed', value: 7 }]);
    actions.undo();
    expect(rate()).toBe('5Mbps');
    actions.undo();
    expect(rate()).toBe('2Mbps');
  });

  it('take a slow hand as one step until it lets go', () => {
    const { actions, time, rate, turn } = lab();
    turn('2.5Mbps');
    actions.hold(true);
    for (const value of ['3Mbps', '4Mbps', '5Mbps']) {
      turn(value);
      time.ms += 3000;
    }
    actions.hold(false);
    turn('6Mbps');
    actions.undo();
    expect(rate()).toBe('5Mbps');
    actions.undo();
    expect(rate()).toBe('2.5Mbps');
    actions.undo();
    expect(rate()).toBe('2Mbps');
  });

  it('lose the way forth once something else is changed', () => {
    const { actions, rate, turn } = lab();
    turn('3Mbps');
    actions.undo();
    actions.change([{ path: 'seed', value: 9 }]);
    actions.redo();
    expect(rate()).toBe('2Mbps');
  });

  it('bring back the preset too', () => {
    const { store, actions } = lab();
    const before = store.getState().scenario.preset;
    actions.choosePreset('small-buffer', false);
    actions.undo();
    expect(store.getState().scenario.preset).toBe(before);
  });
});
