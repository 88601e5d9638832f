// @vitest-environment node
/**
 * After every kind of change the knobs, what is called changed, the sentence's beginning and the scenario say the same:
 * long random sequences of what a reader can do, over all known scenarios.
 */
import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  compareList,
  createLabStore,
  decodeLink,
  diffPaths,
  EMPTY_VIEW,
  encodeLink,
  getPath,
  isCompared,
  isObject,
  presetById,
  PRESETS,
  referencesApply,
  sameJson,
} from '@ackscope/model';
import type { JsonObject, LabStore, LaneRun } from '@ackscope/model';
import { changesInWords } from '../src/scenario/changes.ts';
import { FIRST_KNOBS, KNOB_SPECS } from '../src/scenario/firstKnobs.ts';
import { handChanges } from '../src/scenario/knobs.ts';
import { changeInWords, comparedHead } from '../src/scenario/turned.ts';

/** The same numbers at every run: a linear congruential generator (Numerical Recipes). */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What an experiment takes away: others’ traffic, random loss, the buffer’s size. */
function suspects(scenario: JsonObject): Record<string, unknown>[] {
  const flows = Array.isArray(scenario.flows) ? scenario.flows.filter(isObject) : [];
  const silent = (direction: string): Record<string, unknown> =>
    Object.fromEntries(
      flows.flatMap(({ name, compared, direction: way = 'forward' }) =>
        compared !== true && way === direction && typeof name === 'string'
          ? [[`flows.${name}.active`, []]]
          : [],
      ),
    );
  return [
    silent('backward'),
    silent('forward'),
    { 'hops.0.loss': { kind: 'none' } },
    { 'hops.0.queue.capacity': 83 },
  ];
}

const changesOf = (set: Record<string, unknown>) => handChanges(set);

/** One thing that a reader does; its name is in the failure. */
function act(store: LabStore, below: (most: number) => number): string {
  const { actions, scenario } = store.getState();
  const { wanted } = scenario;
  const knob = FIRST_KNOBS[below(FIRST_KNOBS.length)] ?? 'rate';
  const spec = KNOB_SPECS[knob];
  const kind = below(9);
  if (kind <= 1) {
    if (spec.read(wanted) === null) return 'no knob';
    const value = spec.scale(wanted).toValue(below(1001) / 1000);
    actions.change(spec.change(wanted, value));
    const read = spec.read(store.getState().scenario.wanted);
    expect(read, `the knob ${knob} is turned to ${value}`).toBeCloseTo(value, 4);
    return `${knob} to ${value}`;
  }
  if (kind === 2) {
    const all = suspects(wanted);
    const place = below(all.length);
    const set = all[place] ?? {};
    actions.change(changesOf(set));
    const after = store.getState().scenario.wanted;
    if (place === 0) expect(KNOB_SPECS.reverse.read(after), 'without the reverse traffic').toBe(0);
    if (place === 2) expect(KNOB_SPECS.loss.read(after), 'without random loss').toBe(0);
    if (place === 3) expect(KNOB_SPECS.buffer.read(after), 'with a buffer of 83').toBe(83);
    return `bar ${Object.keys(set).join(' ')}`;
  }
  if (kind === 3) {
    actions.addLane(['newreno', 'cubic', 'bbr', 'vegas'][below(4)] ?? 'newreno');
    return 'lane';
  }
  if (kind === 4) {
    actions.removeLane(below(compareList(wanted).length));
    return 'lane away';
  }
  if (kind === 5) {
    const fork = { algorithm: 'newreno', fork: { at: '5s', algorithm: 'cubic' } };
    actions.change([{ path: 'compare', value: [...compareList(wanted), fork] }]);
    return 'fork';
  }
  if (kind === 6) {
    const back = scenario.preset === null ? null : presetById(scenario.preset)?.scenario;
    if (back == null) return 'no preset';
    actions.replaceScenario(back);
    expect(changesInWords(back, store.getState().scenario.wanted).shown).toEqual([]);
    return 'put back';
  }
  if (kind === 7) {
    if (store.getState().history.past.length === 0) return 'nothing to undo';
    const before = store.getState().history.past.at(-1)?.wanted;
    actions.undo();
    expect(store.getState().scenario.wanted).toEqual(before);
    return 'undo';
  }
  const link = decodeLink(encodeLink({ scenario: wanted, preset: scenario.preset, view: EMPTY_VIEW }));
  expect(link.problems).toEqual([]);
  expect(link.scenario).toEqual(wanted);
  actions.openLink(link, false);
  return 'link';
}

/** What a reader sees after it. */
function agrees(before: JsonObject, store: LabStore): void {
  const { wanted, preset: id } = store.getState().scenario;
  const preset = id === null ? null : presetById(id);
  for (const knob of FIRST_KNOBS) {
    const spec = KNOB_SPECS[knob];
    const value = spec.read(wanted);
    if (value === null) continue;
    // A knob that is turned to where it stands changes nothing: it reads what is there.
    const same = applyChanges(wanted, spec.change(wanted, value));
    expect(same === null ? null : spec.read(same), knob).toBe(value);
    const words = changeInWords(before, wanted);
    if (spec.read(before) !== value) expect(words, knob).not.toBe('');
  }
  if (preset !== null) {
    const { shown } = changesInWords(preset.scenario, wanted);
    expect(shown.length > 0, 'what is changed has a name').toBe(!referencesApply(preset, wanted));
    for (const text of shown) expect(text).toMatch(/^\S.*\S$/);
  }
  const head = comparedHead({ run: { scenario: before, lanes: [] }, link: null }, wanted, {
    fromS: 0,
    toS: 10,
  });
  expect(head).toMatch(/^\S.+, 0 to 10 s$/);
}

describe.each(PRESETS.map(({ id }) => id))('%s', (id) => {
  it('says the same in knobs, changes, sentence and scenario, whatever the reader does', () => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const below = chance(seed * 7919);
      const store = createLabStore();
      store.getState().actions.choosePreset(id, false);
      const done: string[] = [];
      for (let step = 0; step < 40; step += 1) {
        const before = store.getState().scenario.wanted;
        try {
          done.push(act(store, below));
          agrees(before, store);
        } catch (error) {
          throw new Error(`${id}, seed ${seed}: ${done.slice(-6).join(', ')}`, { cause: error });
        }
      }
    }
  });
});

describe('a change made by a bar', () => {
  const scenario = presetById('gm04-table1')?.scenario ?? {};
  const without = applyChanges(scenario, handChanges({ 'flows.reverse.active': [] })) ?? {};

  it('is the change that the knob would make, and the knob turns it back', () => {
    expect(without).toEqual(applyChanges(scenario, KNOB_SPECS.reverse.change(scenario, 0)));
    expect(changesInWords(scenario, without).shown).toEqual(['number of reverse flows 0 instead of 10']);
    expect(changeInWords(scenario, without)).toBe('Without reverse flows');
    const fifty = applyChanges(without, KNOB_SPECS.reverse.change(without, 50)) ?? {};
    expect(getPath(fifty, 'flows.reverse.active')).toEqual(getPath(scenario, 'flows.reverse.active'));
    expect(changeInWords(without, fifty)).toBe('50 reverse flows instead of 0');
  });

  it('that an old link holds is read by the knob, and undone by it', () => {
    const old = applyChanges(scenario, [{ path: 'flows.reverse.active', value: [] }]) ?? {};
    expect(KNOB_SPECS.reverse.read(old)).toBe(0);
    expect(changesInWords(scenario, old).shown).toEqual(['reverse: sending times none']);
    const ten = applyChanges(old, KNOB_SPECS.reverse.change(old, 10)) ?? {};
    expect(KNOB_SPECS.reverse.read(ten)).toBe(10);
    expect(getPath(ten, 'flows.reverse.active')).toBeUndefined();
  });
});

describe('what is compared', () => {
  const lanes = (...labels: string[]): LaneRun[] => labels.map((label) => ({ label }) as LaneRun);
  const compare = (before: JsonObject, now: JsonObject, labels = ['newreno']): boolean =>
    isCompared({ run: { scenario: before, lanes: lanes('newreno') }, link: null, isAnother: false }, {
      lanes: lanes(...labels),
      scenario: now,
    } as never);
  const scenario: JsonObject = { version: 1, duration: '9s', compare: ['newreno'] };

  it('is a lane that simulates something else than the lane of its name', () => {
    expect(compare(scenario, { ...scenario, duration: '8s' })).toBe(true);
    const set = [{ label: 'newreno', algorithm: 'newreno', set: { seed: 3 } }];
    expect(compare(scenario, { ...scenario, compare: set })).toBe(true);
  });

  it('is not a run with itself, which the reader keeps as the reference, nor another lane beside it', () => {
    expect(compare(scenario, scenario)).toBe(false);
    expect(compare(scenario, { ...scenario, title: 'mine' })).toBe(false);
    expect(compare(scenario, { ...scenario, compare: ['newreno', 'cubic'] }, ['newreno', 'cubic'])).toBe(
      false,
    );
  });
});

it('a change worth trying turns the knob that it names', () => {
  for (const { id, scenario, try: tried } of PRESETS) {
    const after = applyChanges(
      scenario,
      Object.entries(tried.set).map(([path, value]) => ({ path, value })),
    );
    expect(after, id).not.toBeNull();
    if (after === null || sameJson(after, scenario)) throw new Error(`${id}: nothing is changed`);
    const onlyLanes = diffPaths(scenario, after).every(({ path }) => /^(compare|seed|title)/.test(path));
    if (!onlyLanes) expect(changeInWords(scenario, after), id).not.toBe('');
  }
});
