// @vitest-environment node
/**
 * What is drawn at a time is what holds at it: every row of the menu's, the gallery's and the lessons' scenarios is drawn
 * as on the screen, and at 400 times its geometry is compared with the bins of the trace, read here in another way. A line
 * stands in the middle of its pixel, so a column's own values and those of its neighbours are allowed.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeLink, LaneTrace, presetById, PRESETS, ruleTable } from '@ackscope/model';
import type { JsonObject, LaneRun, RuleTable } from '@ackscope/model';
import { entryById, formScenario, GALLERY } from '@ackscope/model/gallery';
import { ROWS } from '@ackscope/charts';
import type { LaneData, Layer, TraceColumns } from '@ackscope/charts';
import type { Catalogue, CheckPassed, LaneInfo } from '@ackscope/engine';
import { loadCatalogue } from '../../engine/src/catalogue.ts';
import { unpackChunk } from '../../engine/src/columns.ts';
import { programsOf, realEngine } from '../../engine/test/real-engine.ts';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import { bandOf } from '../../charts/src/draw/band.ts';
import { bandLine, barsOf, edgeLine, envelopeLine, meanLine, stepLine } from '../../charts/src/draw/lines.ts';
import type { Pen } from '../../charts/src/draw/lines.ts';
import { downwards, outlineOf } from '../../charts/src/draw/outline.ts';
import type { Outline } from '../../charts/src/draw/outline.ts';
import { shownTo } from '../../charts/src/frame/scales.ts';
import { rangeAt } from '../../charts/src/derive/rangeAt.ts';
import { outlinePath, rangePath } from '../../charts/src/paper/outlinePath.ts';
import { laneViews } from '../src/laneData/laneData.ts';
import { MENU } from '../src/menu/entries.ts';
import { readLessons } from '../vite/lessons.ts';
import { aQuarter } from './matrix.ts';

const INSTANTS = 400;
/** A lane is followed so far: most come to their end. */
const MAX_EVENTS = 200_000;

let engine: WasmEngine;
let rules: RuleTable;
let catalogue: Catalogue;

beforeAll(async () => {
  engine = realEngine();
  catalogue = await loadCatalogue();
  rules = ruleTable(catalogue);
});

type Segment = readonly [x: number, value: number, untilX: number, untilValue: number];

/** The strokes of a line, in pixels and values. */
function strokes(draw: (pen: Pen) => void): Segment[] {
  const found: Segment[] = [];
  let [x, value] = [NaN, NaN];
  draw({
    moveTo: (toX, to) => ([x, value] = [toX, to]),
    lineTo(toX, to) {
      found.push([x, value, toX, to]);
      [x, value] = [toX, to];
    },
  });
  return found;
}

const same = (value: number): number => value;

/** Numbers of an SVG path are rounded to a tenth: values stand in it so large that this does not matter. */
const LARGE = 1e6;

/** The points of an SVG path without curves. */
function read(path: string): Segment[] {
  return strokes((pen) => {
    for (const [, kind, x, value] of path.matchAll(/([ML])(\S+) ([^MLZ]+)/g))
      (kind === 'M' ? pen.moveTo : pen.lineTo)(Number(x), Number(value) / LARGE);
  });
}

/** Everything that a screen or a sheet of paper draws of a layer. */
function drawn({ style, members }: Layer, outline: Outline, reach: number): Segment[] {
  if (members !== undefined)
    return [bandLine, meanLine].flatMap((line) => strokes((pen) => line(pen, outline, reach, same)));
  if (style === 'step-dashed') return strokes((pen) => stepLine(pen, outline, reach, same));
  const bars: Segment[] = [];
  barsOf(outline, reach, same, (x, from, untilX, to) => bars.push([x, from, untilX, to]));
  return [
    ...bars,
    ...(style === 'area'
      ? [outline.high, outline.low].flatMap((edge) =>
          strokes((pen) => edgeLine(pen, outline, edge, reach, same)),
        )
      : strokes((pen) => envelopeLine(pen, outline, reach, same))),
    ...read(outlinePath(outline, (value) => value * LARGE, reach)),
    ...read(rangePath(outline, (value) => value * LARGE, reach)),
  ];
}

/** The lowest and highest value that holds between two times, from the bins; null if none does. */
function holding(columns: TraceColumns, fromS: number, untilS: number): readonly [number, number] | null {
  const { count, timeS, min, max, last } = columns;
  const at = columns.indexAt(fromS);
  const values = at < 0 ? [] : [last[at] ?? NaN];
  for (let bin = at + 1; bin < count && (timeS[bin] ?? Infinity) <= untilS; bin += 1)
    values.push(min[bin] ?? NaN, max[bin] ?? NaN, last[bin] ?? NaN);
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)];
}

/** What is drawn of a layer and does not hold. */
function faults(
  layer: Layer,
  lane: LaneData,
  [fromS, toS]: readonly [number, number],
  hiddenFromS = Infinity,
): string[] {
  const perS = INSTANTS / (toS - fromS);
  const reach = Math.min(INSTANTS, (lane.simulatedS - fromS) * perS);
  if (reach < 0) return [];
  const series = layer.members ?? [layer.columns];
  const up =
    layer.members === undefined
      ? outlineOf(layer.columns, [fromS, toS], INSTANTS)
      : bandOf(layer.members, [fromS, toS], INSTANTS);
  // What is drawn downwards is drawn at the value without its sign.
  const outline = layer.isDown === true ? downwards(up) : up;
  const sign = layer.isDown === true ? -1 : 1;
  if (outline.count === 0) return [];
  const allowed = (x: number): readonly [number, number] | null => {
    const all = series.flatMap(
      (columns) =>
        holding(columns, fromS + (x - 1) / perS, Math.min(hiddenFromS, fromS + (x + 1) / perS)) ?? [],
    );
    const values = all.map((value) => sign * value);
    return values.length === 0 ? null : [Math.min(...values), Math.max(...values)];
  };
  // While the future is hidden, what is seen is what holds up to the clock.
  const seen = shownTo((hiddenFromS - fromS) * perS, 1);
  const limits = Array.from({ length: INSTANTS }, (_, at) => allowed(at + 0.5));
  const wrong: string[] = [];
  for (const [x, value, untilX, untilValue] of drawn(layer, outline, reach)) {
    const [left, right] = x < untilX ? [x, untilX] : [untilX, x];
    if (right > Math.max(reach, left) + 1) wrong.push(`drawn to ${right}, known to ${reach}`);
    for (
      let at = Math.max(0, Math.ceil(left - 0.5));
      at < INSTANTS && at + 0.5 <= Math.min(right, seen);
      at += 1
    ) {
      const share = right > left ? (at + 0.5 - x) / (untilX - x) : 0;
      const limit = limits[at] ?? null;
      // The bins are single-precision numbers.
      const apart = 1e-6 * Math.max(1, ...(limit ?? []).map(Math.abs));
      const values = right > left ? [value + share * (untilValue - value)] : [value, untilValue];
      if (
        values.some(
          (one) =>
            Number.isFinite(one) && !(limit !== null && one >= limit[0] - apart && one <= limit[1] + apart),
        )
      )
        wrong.push(
          `at ${(fromS + (at + 0.5) / perS).toFixed(4)} s: ${values.join(' to ')} for ${limit?.join(' to ')}`,
        );
    }
  }
  return wrong;
}

/** A lane of a scenario, and its replays. */
function laneOf(
  text: string,
  index: number,
  algorithm: string,
): { run: LaneRun; replay: (from: number, to: number) => LaneTrace } {
  const run = new engine.Run(text, index, programsOf(text));
  const info = JSON.parse(run.info()) as LaneInfo;
  let reachedS = 0;
  let events = 0;
  while (!run.done() && events < MAX_EVENTS) {
    reachedS = run.advance(info.duration_s, 50_000);
    events += 50_000;
  }
  const trace = new LaneTrace(info);
  const packed = run.take();
  trace.write(unpackChunk(run.done() ? info.duration_s : reachedS, packed));
  packed.free();
  const lane: LaneRun = {
    label: info.label,
    algorithm,
    info,
    trace,
    results: null,
    resultsS: 0,
    done: run.done(),
    stale: false,
    error: null,
  };
  return {
    run: lane,
    replay(fromS, toS) {
      const replay = run.replay(fromS, toS, false);
      while (!replay.done()) replay.advance(1_000_000);
      const again = new LaneTrace(info, trace.focus, 0);
      const series = replay.series();
      again.write(unpackChunk(toS, series));
      series.free();
      replay.free();
      return again;
    },
  };
}

/** When the last packet of a lane moves, as far as its queue and window tell. */
const lastMoveS = (trace: LaneTrace): number =>
  Math.max(
    0,
    ...trace.series.filter(({ count }) => count > 0).map(({ timeS, count }) => timeS[count - 1] ?? 0),
  );

function wrongIn(scenario: JsonObject, lanes: number): string[] {
  const text = JSON.stringify(scenario);
  const check = JSON.parse(engine.check(text, programsOf(text))) as CheckPassed;
  expect(check, text).toMatchObject({ ok: true });
  const views = laneViews(catalogue, rules);
  return check.lanes.slice(0, lanes).flatMap(({ algorithm }, index) => {
    const { run, replay } = laneOf(text, index, algorithm);
    const trace = run.trace;
    if (trace === null) return ['there is no trace'];
    const state = (timeRange: readonly [number, number] | null, detail: LaneTrace | null) =>
      views({
        run: { lanes: [run], scenario: { ...scenario, compare: [algorithm] } },
        view: { timeRange },
        detail: {
          progress: null,
          lanes: [
            detail === null || timeRange === null
              ? null
              : { fromS: timeRange[0], toS: timeRange[1], trace: detail, packets: null },
          ],
        },
        reference: { run: null, link: null, isAnother: true },
      } as never)[0]?.data;
    const { duration_s: durationS } = trace.info;
    const endS = lastMoveS(trace);
    const ranges: (readonly [number, number])[] = [
      [0, durationS],
      [0, durationS / 60],
      [Math.max(0, endS - durationS / 150), Math.min(durationS, endS + durationS / 100)],
      [0.62 * trace.simulatedS, 0.65 * trace.simulatedS],
    ];
    const shortS = Math.min(durationS / 40, 0.3);
    const deep = [Math.max(0, endS - shortS), Math.min(trace.simulatedS, endS + shortS)] as const;
    const wrong: string[] = [];
    const look = (
      data: LaneData | undefined,
      range: readonly [number, number],
      how: string,
      hiddenFromS = Infinity,
    ): void => {
      if (data === undefined) throw new Error('there is no lane');
      for (const row of ROWS)
        for (const layer of row.layers(data)) {
          const found = faults(layer, data, range, hiddenFromS);
          if (found[0] !== undefined)
            wrong.push(`${run.label}, ${row.id} ${layer.label}, ${how}: ${found[0]} (${found.length})`);
        }
    };
    const whole = state(null, null);
    for (const range of ranges) look(whole, range, range.map((at) => at.toFixed(2)).join(' to '));
    // Late in a column of pixels, which then holds much that comes before the clock, and something after it.
    for (const share of [0.2519, 0.6271]) look(whole, [0, durationS], 'hidden', share * durationS);
    if (deep[1] > deep[0]) look(state(deep, replay(...deep)), deep, 'replayed');
    // The number beside a row: the range of a bin while it lasts, then what holds.
    for (const series of trace.series) {
      const at = series.count - 1;
      if (at < 0) continue;
      const value = series.last[at] ?? NaN;
      const later = (series.timeS[at] ?? 0) + series.binS * 1.01;
      if (rangeAt(series, later).some((one) => !Object.is(one, value)))
        wrong.push(`${series.info.series}: its last number`);
    }
    return wrong;
  });
}

const scenarioOf = (id: string): JsonObject | null => {
  const entry = entryById(id);
  return presetById(id)?.scenario ?? (entry === undefined ? null : formScenario(entry, 'quick'));
};

/** By the text of the scenario: each once. */
function each(found: readonly (readonly [string, JsonObject | null])[]): [string, JsonObject][] {
  const seen = new Set<string>();
  return found.flatMap(([name, scenario]) => {
    const text = JSON.stringify(scenario);
    if (scenario === null || seen.has(text)) return [];
    seen.add(text);
    return [[name, scenario]];
  });
}

const some = (found: Parameters<typeof each>[0]): [string, JsonObject][] => aQuarter(each(found));

const MENU_IDS = MENU.flatMap(({ entries }) => entries.map(({ id }) => id));

describe.each([
  [
    'the menu',
    2,
    some([...MENU_IDS, ...PRESETS.map(({ id }) => id)].map((id) => [id, scenarioOf(id)] as const)),
  ],
  ['the gallery', 1, some(GALLERY.map((entry) => [entry.id, formScenario(entry, 'quick')] as const))],
  [
    'the lessons',
    1,
    some(
      readLessons().flatMap((lesson) =>
        lesson.steps.map((step, at) => [`${lesson.id} ${at + 1}`, decodeLink(step.run).scenario] as const),
      ),
    ),
  ],
  [
    'what ends',
    2,
    each([
      [
        'traffic to 50 s',
        decodeLink('v1/sawtooth?compare=newreno&flows.main.active=[["0s","50s"]]').scenario,
      ],
      [
        'traffic in two parts',
        decodeLink('v1/sawtooth?compare=westwood%2b&flows.main.active=[["5s","30s"],["120s","130s"]]')
          .scenario,
      ],
    ]),
  ],
])('%s', (_, lanes, scenarios) => {
  it.each(scenarios)('%s draws what holds, in gaps, at both ends and under zoom', (_name, scenario) => {
    expect(wrongIn(scenario, lanes)).toEqual([]);
  });
});
