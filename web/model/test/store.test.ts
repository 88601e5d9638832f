import type { LaneResults, ScenarioError } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../src/json.ts';
import { decodeLink, EMPTY_VIEW, encodeLink } from '../src/link/codec.ts';
import { DEFAULT_SEGMENTS_PER_S, workInWords } from '../src/limits.ts';
import { startPace } from '../src/pace.ts';
import { getPath } from '../src/path.ts';
import { DEFAULT_PRESET } from '../src/presets.ts';
import { startRunner } from '../src/runner.ts';
import { intervalRows } from '../src/selectors.ts';
import { clampedRange, zoomedRange } from '../src/slices/zoom.ts';
import { createLabStore } from '../src/store.ts';
import { noting, openLab, turns } from './notingLab.ts';
import { chunkOf, INFO } from './trace.ts';

const refusal = (path: string): ScenarioError => ({
  path,
  found: '"x"',
  allowed: 'a rate',
  nearest: null,
  message: `${path} is not possible`,
});

const results: LaneResults = {
  label: 'newreno',
  flows: [],
  groups: [],
  directions: [],
  hops: [],
  engine: { events: 1, packet_hops: 1, delivered_segments: 1, wall_s: 0, trace_hash: 'ab' },
};

describe('the scenario that changes are compared with', () => {
  it('is the preset, or the scenario as it came: in a link, from an address or in a file', () => {
    const { store, actions } = openLab(undefined, '#v1/gm04-table1?seed=2');
    const came = (): JsonObject | null => store.getState().scenario.came;
    expect(came()).toBeNull();
    const own: JsonObject = { ...DEFAULT_PRESET.scenario, title: 'Mine' };
    const link = encodeLink({ scenario: own, preset: null, view: EMPTY_VIEW });
    actions.openLink(decodeLink(link), false);
    expect(came()).toEqual(own);
    actions.change([{ path: 'hops.0.rate', value: '9Mbps' }]);
    actions.replaceScenario({ ...own, seed: 3 });
    expect(came()).toEqual(own);
    const file = { ...own, seed: 4 };
    actions.replaceScenario(file, null);
    expect(came()).toBe(file);
    actions.choosePreset('sawtooth', false);
    expect(came()).toBeNull();
  });
});

describe('the lab', () => {
  it('runs the default preset at once and plays', async () => {
    const { store, runs } = openLab();
    await turns();
    expect(runs).toHaveLength(1);
    expect(JSON.parse(runs[0]?.text ?? '')).toEqual(DEFAULT_PRESET.scenario);
    expect(store.getState().run).toMatchObject({ status: 'running', durationS: 1000 });
    expect(store.getState().run.lanes.map((lane) => lane.label)).toEqual(['newreno', 'vegas', 'westwood+']);
    expect(store.getState().clock.playing).toBe(true);
    // The preset selects the lane in focus.
    expect(store.getState().view.lane).toBe(1);
  });

  it('turning a knob cancels the run and starts another with the change', async () => {
    const { runs, actions } = openLab();
    await turns();
    actions.change([{ path: 'hops.0.rate', value: '4Mbps' }]);
    await turns();
    expect(runs).toHaveLength(2);
    expect(runs[0]?.cancelled).toBe(true);
    expect(getPath(JSON.parse(runs[1]?.text ?? '{}') as JsonObject, 'hops.0.rate')).toBe('4Mbps');
  });

  it('leaves a processor to the page while a run is short', async () => {
    const { runs, actions } = openLab(undefined, '', (scenario) => (scenario['duration'] === 20 ? 1e5 : 1e7));
    await turns();
    expect(runs[0]?.options).toMatchObject({ sparesProcessor: true });
    actions.change([{ path: 'duration', value: 900 }]);
    await turns();
    expect(runs[1]?.options).toMatchObject({ sparesProcessor: false });
    actions.change([{ path: 'duration', value: 20 }]);
    await turns();
    expect(runs[2]?.options).toMatchObject({ sparesProcessor: true });
  });

  it('takes no frame for a lane that begins before it has a curve', async () => {
    const store = createLabStore();
    store.getState().actions.openLink(decodeLink(''), true);
    const { engine, runs } = noting();
    const frames: (() => void)[] = [];
    const now = (callback: () => void): void => callback();
    startRunner(engine, store, { schedule: (callback) => void frames.push(callback), settle: now });
    await turns();
    const listener = runs[0]?.listener;
    listener?.onLane(0, INFO);
    expect(frames).toHaveLength(0);
    listener?.onChunk(0, chunkOf(0, [[1, 2]]));
    expect(frames).toHaveLength(1);
    frames[0]?.();
    expect(store.getState().run.lanes[0]).toMatchObject({ info: INFO, stale: false });
  });

  it('a knob that ends where it was starts nothing', async () => {
    const { runs, actions } = openLab();
    await turns();
    actions.change([{ path: 'hops.0.rate', value: '2Mbps' }]);
    await turns();
    expect(runs).toHaveLength(1);
  });

  it('late news of a cancelled run change nothing', async () => {
    const { store, runs, actions } = openLab();
    await turns();
    actions.change([{ path: 'seed', value: 2 }]);
    await turns();
    const before = store.getState().run;
    runs[0]?.listener.onLane(0, INFO);
    runs[0]?.listener.onChunk(0, chunkOf(0, [[0, 3]]));
    expect(store.getState().run).toBe(before);
  });

  it('keeps the old curve of a lane until the new one begins', async () => {
    const { store, runs, actions } = openLab();
    await turns();
    const tell = (run: number, lane: number, value: number): void => {
      runs[run]?.listener.onLane(lane, INFO);
      runs[run]?.listener.onChunk(lane, chunkOf(0, [[0, value]]));
    };
    tell(0, 0, 3);
    tell(0, 1, 3);
    const old = store.getState().run;
    actions.change([{ path: 'seed', value: 2 }]);
    await turns();
    // The workers compute the new run. Until it has something to show, the old run stays.
    expect(runs).toHaveLength(2);
    expect(store.getState().run).toBe(old);
    tell(1, 0, 4);
    const { lanes, id } = store.getState().run;
    expect(id).toBe(old.id + 1);
    expect(lanes[0]).toMatchObject({ stale: false });
    expect(lanes[0]?.trace?.series[0]?.at(0)).toBe(4);
    expect(lanes[1]).toMatchObject({ stale: true, trace: old.lanes[1]?.trace });
  });

  it('keeps nothing of a lane when another scenario is opened, though its name is the same', async () => {
    const { store, runs, actions } = openLab();
    await turns();
    for (const lane of [0, 1, 2]) {
      runs[0]?.listener.onLane(lane, INFO);
      runs[0]?.listener.onChunk(lane, chunkOf(0, [[0, 3]]));
    }
    actions.openLink(decodeLink('#v1/two-flows'), false);
    actions.openLink(decodeLink('#v1/gm04-table1?seed=9'), false);
    await turns();
    runs.at(-1)?.listener.onLane(0, INFO);
    runs.at(-1)?.listener.onChunk(0, chunkOf(0, [[0, 4]]));
    const { lanes } = store.getState().run;
    expect(lanes.slice(1).map(({ trace, before }) => [trace, before])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(lanes[0]?.before).toBeNull();
  });

  it('gives the screen to a run with other lanes at once, and to one that failed', async () => {
    const { store, runs, actions } = openLab();
    await turns();
    actions.addLane('cubic');
    await turns();
    expect(store.getState().run).toMatchObject({ id: 2, status: 'running' });
    expect(store.getState().run.lanes.map(({ label }) => label)).toContain('cubic');
    actions.change([{ path: 'seed', value: 2 }]);
    await turns();
    runs[2]?.listener.onError(0, refusal('flows'));
    expect(store.getState().run.id).toBe(3);
    expect(store.getState().run.lanes[0]?.error).not.toBeNull();
  });

  describe('a knob that changes neither lanes nor cost', () => {
    const turn = [{ path: 'hops.0.queue.capacity', value: '9pkt' }];

    it('has its run begun before the engine has judged it, and seen only after that', async () => {
      const { store, runs, actions } = openLab();
      await turns();
      actions.change(turn);
      expect(runs).toHaveLength(2);
      expect(runs[0]?.cancelled).toBe(false);
      runs[1]?.listener.onLane(0, INFO);
      runs[1]?.listener.onChunk(0, chunkOf(0, [[0, 4]]));
      expect(store.getState().run.id).toBe(1);
      await turns();
      expect(runs).toHaveLength(2);
      expect(runs[0]?.cancelled).toBe(true);
      expect(store.getState().run.id).toBe(2);
      expect(store.getState().run.lanes[0]?.trace?.series[0]?.at(0)).toBe(4);
    });

    it('has it stopped again if that is refused, and nothing of it is seen', async () => {
      const { store, runs, actions } = openLab((scenario) =>
        getPath(scenario, 'hops.0.queue.capacity') === '9pkt' ? refusal('hops.0.queue.capacity') : null,
      );
      await turns();
      const { run } = store.getState();
      actions.change(turn);
      runs[1]?.listener.onError(0, refusal('hops.0.queue.capacity'));
      await turns();
      expect(runs.map(({ cancelled }) => cancelled)).toEqual([false, true]);
      expect(store.getState().run).toBe(run);
      expect(store.getState().scenario.error).toMatchObject({ path: 'hops.0.queue.capacity' });
    });
  });

  it('keeps the last whole run beneath a new one until that is whole, however often a knob turns meanwhile', async () => {
    const { store, runs, actions } = openLab();
    const before = () => store.getState().run.lanes[0]?.before ?? null;
    const begins = (run: number): void => {
      runs[run]?.listener.onLane(0, INFO);
      runs[run]?.listener.onChunk(0, chunkOf(0, [[0, 3 + run]]));
    };
    await turns();
    begins(0);
    runs[0]?.listener.onResults(0, results, true);
    expect(before()).toBe(null);
    const whole = store.getState().run.lanes[0]?.trace;
    for (const run of [1, 2]) {
      actions.change([{ path: 'seed', value: 1 + run }]);
      await turns();
      begins(run);
      expect(store.getState().run.lanes[0]?.trace).not.toBe(whole);
      expect(before()).toBe(whole);
    }
    runs[2]?.listener.onResults(0, results, true);
    expect(before()).toBe(null);
  });

  it('is done when every lane is, and as far as the slowest until then', async () => {
    const { store, runs } = openLab();
    await turns();
    const listener = runs[0]?.listener;
    [0, 1, 2].forEach((lane) => {
      listener?.onLane(lane, INFO);
      listener?.onChunk(lane, chunkOf(0, [[0, 3]], [], 100 * (lane + 1)));
    });
    expect(store.getState().run).toMatchObject({ simulatedS: 100, status: 'running' });
    [0, 1, 2].forEach((lane) => listener?.onResults(lane, results, true));
    expect(store.getState().run.status).toBe('done');
  });

  it("a window's numbers are final once results have seen its end, not once the curves have", async () => {
    const { store, runs } = openLab(undefined, '#v1/gm04-table1?compare=newreno,vegas');
    await turns();
    const listener = runs[0]?.listener;
    const window = {
      from_s: 0,
      to_s: 250,
      goodput_bps: 1e6,
    } as LaneResults['flows'][number]['windows'][number];
    const counted = {
      ...results,
      flows: [{ index: 0, name: 'main', windows: [window] }],
    } as unknown as LaneResults;
    const isFinal = (): boolean | undefined => {
      const { lanes, knownS } = store.getState().run;
      const [lane] = lanes;
      return lane === undefined ? undefined : intervalRows(lane, [], knownS)[0]?.isFinal;
    };
    listener?.onLane(0, INFO);
    listener?.onChunk(0, chunkOf(0, [[0, 3]], [], 200));
    listener?.onResults(0, counted, false);
    expect(isFinal()).toBe(false);
    // The curve is past the window's end, but the number was counted before it.
    listener?.onChunk(0, chunkOf(1, [[210, 3]], [], 300));
    expect(isFinal()).toBe(false);
    listener?.onResults(0, counted, false);
    expect(store.getState().run.lanes[0]).toMatchObject({ resultsS: 300 });
    // The other lane has not come so far: a result of one lane alone would be compared with nothing.
    expect(isFinal()).toBe(false);
    listener?.onLane(1, INFO);
    listener?.onChunk(1, chunkOf(0, [[0, 3]], [], 260));
    expect(isFinal()).toBe(false);
    listener?.onResults(1, counted, false);
    expect(store.getState().run.knownS).toBe(260);
    expect(isFinal()).toBe(true);
  });

  it('a refused scenario is reported and the last good run stays', async () => {
    const { store, runs, actions } = openLab((scenario) =>
      getPath(scenario, 'hops.0.rate') === 'x' ? refusal('hops.0.rate') : null,
    );
    await turns();
    actions.change([{ path: 'hops.0.rate', value: 'x' }]);
    await turns();
    expect(store.getState().scenario.error).toMatchObject({ path: 'hops.0.rate' });
    expect(runs).toHaveLength(1);
    expect(runs[0]?.cancelled).toBe(false);
    actions.change([{ path: 'hops.0.rate', value: '3Mbps' }]);
    await turns();
    expect(store.getState().scenario.error).toBeNull();
    expect(runs).toHaveLength(2);
  });

  it('a link the engine refuses opens the nearest scenario and says so', async () => {
    const { store, runs } = openLab(
      (scenario) => (getPath(scenario, 'hops.0.rate') === 'fast' ? refusal('hops.0.rate') : null),
      '#v1/gm04-table1?hops.0.rate=fast&seed=5',
    );
    await turns();
    const { scenario } = store.getState();
    expect(scenario.error).toBeNull();
    expect(scenario.notices).toEqual(['hops.0.rate is not possible']);
    // Only the refused change is undone.
    expect(JSON.parse(runs[0]?.text ?? '')).toEqual({ ...DEFAULT_PRESET.scenario, seed: 5 });
  });

  it('a link that asks for years of work is not followed, and says how much it asked for', async () => {
    const { store, runs } = openLab(undefined, '#v1/gm04-table1?duration=1000000s&seed=5', (scenario) =>
      scenario['duration'] === '1000s' ? 1e5 : 1e12,
    );
    await turns();
    expect(runs).toHaveLength(1);
    expect(JSON.parse(runs[0]?.text ?? '')).toEqual({ ...DEFAULT_PRESET.scenario, seed: 5 });
    expect(store.getState().scenario.notices[0]).toContain(
      '3\u202f000\u202f000\u202f000\u202f000 packets: about 17 days of computing',
    );
  });

  it('a knob turned too far is refused with the estimate, and the last run stays', async () => {
    const { store, runs, actions } = openLab(undefined, '', (scenario) =>
      getPath(scenario, 'hops.0.rate') === '2Mbps' ? 1e5 : 1e11,
    );
    await turns();
    actions.change([{ path: 'hops.0.rate', value: '100Gbps' }]);
    await turns();
    expect(runs).toHaveLength(1);
    expect(store.getState().scenario.error).toMatchObject({
      path: 'hops',
      found: 'about 300\u202f000\u202f000\u202f000 packets',
    });
  });

  describe('a run of minutes', () => {
    /** The seed is the number of packets in a lane. */
    const bySeed = (scenario: JsonObject): number => Number(scenario['seed']);
    const seedOf = (text: string | undefined): unknown => (JSON.parse(text ?? '{}') as JsonObject)['seed'];

    it('is asked about before anything is computed, also when a link asks for it', async () => {
      const { store, runs, actions } = openLab(undefined, '#v1/gm04-table1?seed=100000000', bySeed);
      await turns();
      expect(runs).toHaveLength(0);
      expect(store.getState().scenario).toMatchObject({
        error: null,
        notices: [],
        asking: { cost: { segments: 3e8 }, segmentsPerS: 2e6 },
      });
      actions.runAnyway();
      await turns();
      expect(runs.map(({ text }) => seedOf(text))).toEqual([100_000_000]);
      expect(store.getState().scenario.asking).toBeNull();
    });

    it('leaves the run on the screen alone until there is an answer, and no answer is one', async () => {
      const { store, runs, actions } = openLab(undefined, '', bySeed);
      await turns();
      actions.change([{ path: 'seed', value: 1e8 }]);
      await turns();
      expect(store.getState().scenario.asking).not.toBeNull();
      expect(runs).toHaveLength(1);
      expect(runs[0]?.cancelled).toBe(false);
      // The user opens another scenario instead of answering.
      actions.change([{ path: 'seed', value: 7 }]);
      await turns();
      expect(store.getState().scenario.asking).toBeNull();
      expect(seedOf(runs[1]?.text)).toBe(7);
    });

    it('that was agreed to allows others that cost no more, but none that costs more', async () => {
      const { store, runs, actions } = openLab(undefined, '', bySeed);
      await turns();
      actions.change([{ path: 'seed', value: 1e8 }]);
      await turns();
      actions.runAnyway();
      await turns();
      actions.change([{ path: 'seed', value: 9e7 }]);
      await turns();
      expect(seedOf(runs.at(-1)?.text)).toBe(9e7);
      actions.change([{ path: 'seed', value: 2e8 }]);
      await turns();
      expect(runs).toHaveLength(3);
      expect(store.getState().scenario.asking?.cost.segments).toBe(6e8);
    });

    it('is given in the time of a machine whose speed is known', () => {
      let nowMs = 0;
      const pace = startPace(() => nowMs);
      const done = pace.run(2);
      nowMs = 400;
      done(3e6);
      expect(pace.segmentsPerS()).toBe(DEFAULT_SEGMENTS_PER_S);
      nowMs = 1000;
      done(5e6);
      expect(pace.segmentsPerS()).toBe(8e6);
      expect(workInWords({ segments: 16e7, memoryBytes: 0 }, pace.segmentsPerS())).toBe('20 seconds');
      // A short run does not show the speed. A slow run only shows that the machine was busy.
      const soon = pace.run(1);
      nowMs = 1050;
      soon(9e9);
      const slow = pace.run(1);
      nowMs = 9000;
      slow(1e6);
      expect(pace.segmentsPerS()).toBe(8e6);
    });
  });

  it('an added lane takes what the preset sets for its algorithm', async () => {
    const { store, actions } = openLab(undefined, '#v1/gm04-table1?compare=newreno');
    await turns();
    actions.addLane('vegas');
    expect(store.getState().scenario.wanted['compare']).toEqual([
      'newreno',
      { algorithm: 'vegas', set: { 'flows.main.delayed_ack': false } },
    ]);
    actions.removeLane(0);
    actions.removeLane(0);
    expect(store.getState().scenario.wanted['compare']).toHaveLength(1);
  });
});

describe('the window', () => {
  it('stays within the run, and is none where it shows all of it', () => {
    expect(clampedRange([-50, 150], 1000)).toEqual([0, 200]);
    expect(clampedRange([900, 1100], 1000)).toEqual([800, 1000]);
    expect(clampedRange([0, 1000], 1000)).toBeNull();
    // A window may be drawn from right to left. A click gives a tiny window, not an empty one.
    expect(clampedRange([300, 200], 1000)).toEqual([200, 300]);
    expect(clampedRange([500, 500], 1000)).toEqual([499.99995, 500.00005]);
  });

  it('closes in on a moment that stays where it is on the screen', () => {
    expect(zoomedRange(null, 1000, 0.5, 250)).toEqual([125, 625]);
    expect(zoomedRange([125, 625], 1000, 2, 250)).toBeNull();
  });

  it('moves on when the clock leaves it', async () => {
    const { store, actions } = openLab();
    await turns();
    actions.setTimeRange([100, 200]);
    actions.seek(150);
    expect(store.getState().view.timeRange).toEqual([100, 200]);
    actions.seek(201);
    expect(store.getState().view.timeRange).toEqual([193, 293]);
    actions.seek(50);
    expect(store.getState().view.timeRange).toEqual([0, 100]);
  });
});
