import { describe, expect, it } from 'vitest';
import type { Engine, PointReport, SweepListener, SweepPlan, SweepRequest } from '@ackscope/engine';
import { UNASKED_LIMIT, HARD_LIMIT } from '../src/limits.ts';
import { decodeLink } from '../src/link/codec.ts';
import { readPageAddress } from '../src/link/pages.ts';
import { DEFAULT_PRESET } from '../src/presets.ts';
import {
  askedNumber,
  createSweepStore,
  FIGURE_NUMBER,
  measureOf,
  numbersOf,
  pointHref,
  readSweep,
  sameRuns,
  shownNumber,
  sweepHref,
} from '../src/sweep.ts';
import type { JsonObject } from '../src/json.ts';
import type { SweepNumber, SweepSetup } from '../src/sweep.ts';

const WISH: SweepSetup = {
  scenario: { ...DEFAULT_PRESET.scenario, title: 'A & B = 50 %, 1..2 + 3' },
  preset: DEFAULT_PRESET.id,
  axes: ['hops.0.loss.probability=0.001..0.1:5:log', 'flows.main.active=[[0,1]],"a b"'],
  seeds: 7,
  number: 'utilisation/0-250/hop-0 forward',
  figure: null,
  upwards: 'log',
};

describe('the address of a sweep', () => {
  it('says all of it, and is read as it was written', () => {
    const place = readPageAddress(sweepHref(WISH));
    expect(place?.name).toBe('sweep');
    expect(readSweep(place?.query ?? '')).toEqual({ setup: WISH, problems: [] });
  });

  it('is that of other runs only where the runs are others', () => {
    expect(sameRuns(WISH, { ...WISH, number: null, upwards: null })).toBe(true);
    expect(sameRuns(WISH, { ...WISH, seeds: 8 })).toBe(false);
    expect(sameRuns(WISH, { ...WISH, axes: [] })).toBe(false);
  });

  it('leaves out what is damaged, and tells so', () => {
    const { setup, problems } = readSweep('set=nonsense&set=a=1&set=b=2&set=c=3&seeds=0.5&of=v1/no-such');
    expect(setup).toMatchObject({ axes: ['a=1', 'b=2'], seeds: 1, number: null });
    expect(setup.scenario['version']).toBe(1);
    expect(problems).toHaveLength(4);
    expect(readSweep('').problems).toEqual([]);
    expect(readSweep('upwards=foo').problems).toEqual(['“foo” is not a scale: log or linear.']);
    expect(readSweep('foo=1&seeds=2').problems).toEqual(['“foo” is not a setting of a sweep.']);
  });
});

const measure = (
  source: string,
  metric: string,
  mean: number,
  fromS = 0,
): PointReport['measures'][number] => ({
  source,
  metric,
  from_s: fromS,
  to_s: fromS + 10,
  count: 1,
  mean,
  min: mean,
  max: mean,
  half_width: null,
});

const PLAN: SweepPlan = {
  points: [1, 2].map((value) => ({
    set: { 'hops.0.rate': `${value}Mbps` },
    scenario: { ...DEFAULT_PRESET.scenario, duration: value },
    lanes: [{ label: 'newreno', algorithm: 'newreno', cost: value, memory_bytes: value }],
  })),
  seeds: [1, 2],
  is_tried: true,
  jobs: [1, 2].flatMap((seed) => [0, 1].map((point) => ({ point, seed, lane: 0 }))),
};

function noting() {
  const heard: { request: SweepRequest; listener: SweepListener; calls: string[] }[] = [];
  const engine: Pick<Engine, 'sweep'> = {
    sweep(request, listener) {
      const calls: string[] = [];
      heard.push({ request, listener, calls });
      return {
        cancel: () => void calls.push('cancel'),
        close: () => void calls.push('close'),
        csv: () => Promise.resolve('a,b'),
        report: () => Promise.reject(new Error('not asked for here')),
        score: () => Promise.reject(new Error('not asked for here')),
      };
    },
  };
  return { engine: engine as Engine, heard };
}

const begin = (): void => undefined;

it('takes its turn once it is planned, and gives it up when it is done; cancelled before, it begins nothing', async () => {
  const { engine, heard } = noting();
  const turns: { signal: AbortSignal; work: () => Promise<void> }[] = [];
  const inTurn = (signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
    turns.push({ signal, work });
    return Promise.resolve();
  };
  const sweep = createSweepStore(engine, WISH, () => 0, null, inTurn);
  let begun = 0;
  const start = (): void => {
    sweep.start();
    heard.at(-1)?.listener.onPlan(PLAN, () => (begun += 1), 2);
  };
  start();
  expect(begun).toBe(0);
  const ended = turns[0]?.work();
  expect(begun).toBe(1);
  heard[0]?.listener.onDone();
  await ended;
  start();
  sweep.cancel();
  expect(turns[1]?.signal.aborted).toBe(true);
  expect(begun).toBe(1);
});

describe('a sweep under way', () => {
  const begun = () => {
    const { engine, heard } = noting();
    let nowMs = 0;
    const sweep = createSweepStore(engine, WISH, () => nowMs);
    sweep.start();
    const { request, listener, calls } = heard[0] ?? {};
    if (request === undefined || listener === undefined || calls === undefined) throw new Error('not begun');
    const run = (at: number, share: number, mean: number, ms: number): void => {
      nowMs = ms;
      const job = PLAN.jobs[at];
      if (job === undefined) throw new Error('no such job');
      const report = { set: {}, lane: 'newreno', measures: [measure('main', 'total_goodput_bps', mean)] };
      listener.onRun({ job, results: {} as never, report }, { done: at + 1, total: 4, share });
    };
    return { sweep, heard, request, listener, calls, run };
  };

  it('keeps what comes by point and lane, and tells how long it will take', () => {
    const { sweep, request, listener, run } = begun();
    expect(request).toEqual({ scenario: WISH.scenario, axes: WISH.axes, seeds: 7 });
    expect(sweep.getState().status).toBe('planning');
    listener.onPlan(PLAN, begin, 2);
    run(0, 0.01, 1e6, 1000);
    expect(sweep.getState()).toMatchObject({ status: 'running', leftS: null });
    run(1, 0.25, 3e6, 3000);
    // A quarter of the work took three seconds.
    expect(sweep.getState().leftS).toBeCloseTo(9, 9);
    run(2, 0.5, 2e6, 4000);
    const { cells } = sweep.getState();
    const number = shownNumber(WISH, numbersOf({ cells, figureValues: new Map() }));
    if (number === null) throw new Error('nothing to show');
    expect(['0/0', '1/0'].map((key) => measureOf(cells.get(key), number)?.mean)).toEqual([2e6, 3e6]);
    listener.onDone();
    expect(sweep.getState()).toMatchObject({ status: 'done', leftS: 0 });
  });

  it('shows what it is of, though the form has been changed meanwhile', () => {
    const { sweep, listener, run } = begun();
    listener.onPlan(PLAN, begin, 2);
    run(0, 0.25, 1e6, 1);
    sweep.change({ axes: ['duration=1,2'] });
    expect(sweep.getState()).toMatchObject({
      status: 'running',
      ran: WISH,
      setup: { axes: ['duration=1,2'] },
    });
  });

  it('keeps what is done when it is cancelled or fails, and forgets it when the next begins', async () => {
    const { sweep, heard, listener, calls, run } = begun();
    listener.onPlan(PLAN, begin, 2);
    run(0, 0.25, 1e6, 1);
    sweep.cancel();
    expect(calls).toEqual(['cancel']);
    expect(sweep.getState()).toMatchObject({ status: 'stopped', leftS: null });
    expect(sweep.getState().cells.size).toBe(1);
    expect(await sweep.csv()).toBe('a,b');
    sweep.start();
    expect(calls).toEqual(['cancel', 'close']);
    expect(sweep.getState().cells.size).toBe(0);
    heard[1]?.listener.onError({ path: '', found: '', allowed: '', nearest: null, message: 'no' });
    expect(sweep.getState()).toMatchObject({ status: 'failed', error: { message: 'no' } });
  });

  it('opens any point in the lab, with its scenario and its lane', () => {
    const link = decodeLink(pointHref(WISH, PLAN, 1, 'newreno') ?? '');
    expect(link.problems).toEqual([]);
    expect(link.scenario['duration']).toBe(2);
    expect(link.view.lane).toBe('newreno');
    expect(pointHref(WISH, PLAN, 9, 'newreno')).toBeNull();
  });
});

describe('what a sweep costs', () => {
  /** Two points of two seeds each. */
  const costing = (segments: number, memoryBytes = 1): SweepPlan => ({
    ...PLAN,
    points: PLAN.points.map((point) => ({
      ...point,
      lanes: point.lanes.map((lane) => ({ ...lane, cost: segments / 4, memory_bytes: memoryBytes })),
    })),
  });
  const planned = (segments: number, memoryBytes = 1, atOnce = 1) => {
    const { engine, heard } = noting();
    const sweep = createSweepStore(engine, WISH, () => 0);
    let begun = 0;
    const start = (cost: number): void => {
      sweep.start();
      heard.at(-1)?.listener.onPlan(costing(cost, memoryBytes), () => (begun += 1), atOnce);
    };
    start(segments);
    return { sweep, start, heard, begun: () => begun };
  };

  it('is asked about on the sum over all runs, as a run is, before any of them begins', () => {
    expect(planned(UNASKED_LIMIT.segments).begun()).toBe(1);
    const { sweep, begun } = planned(1.01 * UNASKED_LIMIT.segments);
    expect(begun()).toBe(0);
    expect(sweep.getState()).toMatchObject({
      status: 'asking',
      asking: { cost: { segments: 1.01 * UNASKED_LIMIT.segments } },
    });
    sweep.agree();
    sweep.agree();
    expect(begun()).toBe(1);
    expect(sweep.getState()).toMatchObject({ status: 'running', asking: null });
  });

  it('is not asked about again once there was a yes to as much; a no leaves nothing behind', () => {
    const { sweep, start, begun } = planned(3 * UNASKED_LIMIT.segments);
    sweep.cancel();
    expect(sweep.getState()).toMatchObject({ status: 'idle', asking: null });
    sweep.agree();
    expect(begun()).toBe(0);
    start(3 * UNASKED_LIMIT.segments);
    sweep.agree();
    start(2 * UNASKED_LIMIT.segments);
    expect(begun()).toBe(2);
    start(4 * UNASKED_LIMIT.segments);
    expect(sweep.getState().status).toBe('asking');
  });

  it('is judged by the memory of its largest run on every worker, however many runs there are', () => {
    const third = UNASKED_LIMIT.memoryBytes / 3;
    expect(planned(1, third, 3).begun()).toBe(1);
    const asked = planned(1, third, 4);
    expect(asked.begun()).toBe(0);
    expect(asked.sweep.getState()).toMatchObject({
      status: 'asking',
      asking: { cost: { memoryBytes: 4 * third } },
    });
    expect(planned(1, HARD_LIMIT.memoryBytes, 2).sweep.getState().error?.message).toMatch(
      /about 3 GB of memory/,
    );
  });

  it('is refused with the number where no page could do it', () => {
    const { sweep, heard, begun } = planned(1.01 * HARD_LIMIT.segments);
    expect(begun()).toBe(0);
    expect(heard[0]?.calls).toEqual(['close']);
    expect(sweep.getState().status).toBe('failed');
    expect(sweep.getState().error?.message).toMatch(/about .* packets.*A page runs up to/);
  });
});

describe('a figure that is swept', () => {
  const figure = {
    key: 'a-figure.0.quick',
    points: [{ set: { 'hops.0.rate': '1Mbps' } }, { set: { 'hops.0.rate': '2Mbps' } }],
    value: (set: object, lane: string) => (lane === 'newreno' ? Object.keys(set).length : null),
  };
  const begun = (setup: SweepSetup) => {
    const { engine, heard } = noting();
    const sweep = createSweepStore(engine, setup, () => 0, figure);
    sweep.start();
    return { sweep, heard };
  };

  it('asks for its points instead of axes, and collects its own number over the seeds', () => {
    const { sweep, heard } = begun({ ...WISH, axes: [], figure: figure.key });
    expect(heard[0]?.request).toEqual({
      scenario: WISH.scenario,
      seeds: 7,
      points: figure.points.map(({ set }) => set),
    });
    const { listener } = heard[0] ?? {};
    listener?.onPlan(PLAN, begin, 2);
    for (const job of PLAN.jobs) {
      const report = { set: {}, lane: 'newreno', measures: [measure('main', 'total_goodput_bps', 1)] };
      const results = { label: 'newreno' } as never;
      listener?.onRun({ job, results, report }, { done: 1, total: 4, share: 0.5 });
    }
    const state = sweep.getState();
    expect(state.figureValues.get('1/0')).toEqual([1, 1]);
    // The figure's own number comes first and is shown until another one is chosen.
    expect(numbersOf(state)[0]).toBe(FIGURE_NUMBER);
    expect(shownNumber({ ...WISH, number: null }, numbersOf(state))).toBe(FIGURE_NUMBER);
  });

  it('is left for axes of one’s own', () => {
    const { sweep, heard } = begun({ ...WISH, axes: [], figure: figure.key });
    sweep.change({ figure: null, axes: ['duration=1,2'] });
    sweep.start();
    expect(heard[1]?.request).toMatchObject({ axes: ['duration=1,2'] });
    expect(heard[1]?.request).not.toHaveProperty('points');
  });
});

describe('the number that is shown', () => {
  const cells = new Map([
    [
      '0/0',
      {
        set: {},
        lane: 'a',
        measures: [
          measure('reverse', 'total_goodput_bps', 1),
          measure('main', 'total_goodput_bps', 2),
          measure('hop-0 forward', 'utilisation', 3),
        ],
      },
    ],
  ]);

  it('is the one that is asked for, else the goodput of the compared flows, or of two axes the utilization', () => {
    const numbers = numbersOf({ cells, figureValues: new Map() });
    expect(numbers).toHaveLength(3);
    const axes = WISH.axes.slice(0, 1);
    const shown = (number: string | null) => shownNumber({ ...WISH, axes, number }, numbers);
    expect(shownNumber({ ...WISH, number: null }, numbers)).toMatchObject({ metric: 'utilisation' });
    expect(shown(null)).toMatchObject({ source: 'main', metric: 'total_goodput_bps' });
    expect(shown('utilisation/0-10/hop-0 forward')).toMatchObject({ metric: 'utilisation' });
    // A link of before has the number of the hop.
    expect(shown('utilisation/0-10/hop 0 forward')).toMatchObject({ metric: 'utilisation' });
    expect(shown('gone')).toMatchObject({ source: 'main' });
    expect(shownNumber(WISH, [])).toBeNull();
    expect(askedNumber({ ...WISH, axes, number: 'nonsense' }, numbers)).toBeUndefined();
  });
});

describe('the number that is shown unless another is asked for', () => {
  const intervals = [
    [0, 250],
    [250, 500],
    [500, 750],
    [750, 1000],
  ] as const;
  const of = (metric: string, source: string): SweepNumber[] =>
    intervals.map(([fromS, toS]) => ({
      key: `${metric}/${fromS}-${toS}/${source}`,
      source,
      metric,
      fromS,
      toS,
    }));
  const numbers = [
    ...of('utilisation', 'hop-0 forward'),
    ...of('utilisation', 'hop-0 backward'),
    ...of('total_goodput_bps', 'reverse'),
    ...of('total_goodput_bps', 'main'),
  ];
  const setup: SweepSetup = { ...WISH, scenario: DEFAULT_PRESET.scenario, number: null, axes: ['seed=1..2'] };

  it('is the goodput in the first interval with the other traffic that comes and goes', () => {
    // Ten flows send in the reverse direction from 250 to 500 s and from 750 to 1000 s.
    expect(shownNumber(setup, numbers)?.key).toBe('total_goodput_bps/250-500/main');
  });

  it('is that of the last interval, behind slow start, where none comes', () => {
    const [, flow] = DEFAULT_PRESET.scenario['flows'] as JsonObject[];
    const { active: _, ...always } = flow ?? {};
    for (const flows of [
      [{ name: 'main', compared: true, active: [['0s', '250s']] }],
      [{ name: 'main', compared: true }, always],
      // Periods that the engine refuses.
      [{ name: 'main', compared: true }, { active: ['soon', [1, 'often']] }],
    ]) {
      const scenario = { ...DEFAULT_PRESET.scenario, flows };
      expect(shownNumber({ ...setup, scenario }, numbers)?.key).toBe('total_goodput_bps/750-1000/main');
    }
  });

  it('is the utilization of two axes, in the same interval', () => {
    const two = { ...setup, axes: ['seed=1..2', 'duration=1,2'] };
    expect(shownNumber(two, numbers)?.key).toBe('utilisation/250-500/hop-0 forward');
  });
});
