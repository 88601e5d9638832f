// @vitest-environment node
/**
 * The first frame of the opening page is recorded (vite/firstFrame.html). These tests draw it again from the run:
 * `ACKSCOPE_RECORD=1` before the command of vite/firstFrame.ts records it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { laneDomains, rowDomain, rowsById } from '@ackscope/charts';
import type { LaneData, RowDefinition, TraceColumns } from '@ackscope/charts';
import { askOf, OPENING_PRESET, ruleTable } from '@ackscope/model';
import { outlineOf } from '../../charts/src/draw/outline.ts';
import { loadCatalogue } from '../../engine/src/catalogue.ts';
import { realEngine } from '../../engine/test/real-engine.ts';
import { initialRun, settled } from '../../model/src/slices/run.ts';
import { laneViews } from '../src/laneData/laneData.ts';
import { askedSentence } from '../src/pathSentence/PathSentence.tsx';
import { FIRST_FRAME } from '../vite/firstFrame.ts';
import { runScenario } from './lessonRuns.ts';

/** A plot is so many units wide and high. */
const SIZE = 1000;
const COLUMNS = 500;
/** A pixel of a plot of 250 is so many units: no curve is farther from its run. */
const NEAR = 4;

type Point = readonly [number, number];

/** Leaves out points that lie on the line between those that stay. */
function thinned(points: readonly Point[]): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 3) return points;
  let [far, at] = [0, 0];
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(dx, dy);
  points.forEach(([x, y], index) => {
    const off =
      length === 0
        ? Math.hypot(x - first[0], y - first[1])
        : Math.abs(dx * (y - first[1]) - dy * (x - first[0])) / length;
    if (off > far) [far, at] = [off, index];
  });
  if (far <= NEAR) return [first, last];
  return [...thinned(points.slice(0, at + 1)).slice(0, -1), ...thinned(points.slice(at))];
}

/** The points of a curve up to a time; of an area, those of its upper edge. */
function pointsOf(
  columns: TraceColumns,
  [low, high]: readonly [number, number],
  timeDomain: readonly [number, number],
  untilS: number,
  isArea: boolean,
): readonly Point[] {
  const outline = outlineOf(columns, timeDomain, COLUMNS);
  const reach = ((untilS - timeDomain[0]) / (timeDomain[1] - timeDomain[0])) * SIZE;
  const points: Point[] = [];
  const put = (x: number, value: number): void => {
    const point = [x, Math.round(SIZE * (1 - (Math.min(value, high) - low) / (high - low)))] as const;
    if (points.at(-1)?.join() !== point.join()) points.push(point);
  };
  for (let at = 0; at < outline.count; at += 1) {
    const x = Math.round(((outline.x[at] ?? 0) / COLUMNS) * SIZE);
    if (x > reach) break;
    const [low, high, leave] = [outline.low, outline.high, outline.leave].map((part) => part[at] ?? 0);
    const enter = outline.enter[at] ?? 0;
    if (isArea) {
      put(x, high ?? 0);
      continue;
    }
    // The last value holds up to the column. What only falls in it ends low.
    put(x, enter);
    for (const value of (leave ?? 0) < enter ? [high, low, leave] : [low, high, leave]) put(x, value ?? 0);
  }
  const held = points.at(-1);
  if (held !== undefined) points.push([reach, held[1]]);
  return thinned(points);
}

const pathOf = (points: readonly Point[]): string => `M${points.map((point) => point.join(' ')).join('L')}`;

function rowOf(
  row: RowDefinition,
  lane: LaneData,
  domain: readonly [number, number],
  timeDomain: readonly [number, number],
  untilS: number,
): string {
  const paths = row.layers(lane).flatMap(({ columns, style, ink, isDown }) => {
    if (ink === 'second' || isDown === true) return [];
    const points = pointsOf(columns, domain, timeDomain, untilS, style === 'area');
    if (points.length === 0) return [];
    if (style !== 'area') return [`<path class="${ink === 'quiet' ? 'quiet' : ''}" d="${pathOf(points)}"/>`];
    const floor = Math.round((SIZE * domain[1]) / (domain[1] - domain[0]));
    const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
    return [`<path class="area" d="${pathOf([[from, floor], ...points, [to, floor]])}"/>`];
  });
  const svg = `<svg viewBox="0 0 ${SIZE} ${SIZE}" preserveAspectRatio="none">${paths.join('')}</svg>`;
  return `<div style="flex:${row.weight}">${svg}</div>`.replaceAll(' class=""', '');
}

async function drawn(): Promise<string> {
  const catalogue = await loadCatalogue();
  const { scenario, id } = OPENING_PRESET;
  const ask = askOf(id);
  if (ask === null) throw new Error('the opening has no question');
  const runs = runScenario(realEngine(), scenario);
  const durationS = runs[0]?.info?.duration_s ?? 0;
  const run = settled({ ...initialRun, lanes: runs, durationS, scenario });
  const reference = { run: null, link: null, isAnother: true };
  const views = laneViews(
    catalogue,
    ruleTable(catalogue),
  )({ run, view: { timeRange: null }, detail: { progress: null, lanes: [] }, reference } as never);
  const toS = runs[0]?.results?.flows[0]?.windows.find(({ to_s }) => to_s > ask.atS)?.to_s ?? durationS;
  const timeDomain = [2 * ask.atS - toS, toS] as const;
  const rows = rowsById(['cwnd', 'queue', 'bwe']);
  const data = views.map((view) => view.data);
  const domains = rows.map((row) => rowDomain(row, data, [...timeDomain], 'steady'));
  const lanes = views.map(({ name, style, data: lane }) => {
    const own = laneDomains(rows, domains, data, lane, [...timeDomain]);
    const plots = rows.map((row, at) => rowOf(row, lane, own[at] ?? [0, 1], timeDomain, ask.atS));
    return `<section style="--lane-colour:var(--series-${style.colour})"><b>${name}</b>${plots.join('')}<i>${name}</i></section>`;
  });
  return `<div class="first-frame" aria-hidden="true"><p><strong>${ask.text}</strong><span>${askedSentence(scenario)}</span></p>${lanes.join('')}</div>\n`;
}

it('the recorded first frame is that of the run', async () => {
  const now = await drawn();
  if (process.env.ACKSCOPE_RECORD === '1') writeFileSync(FIRST_FRAME, now);
  expect(readFileSync(FIRST_FRAME, 'utf8')).toBe(now);
});

it('the points that are left out lie on the curve', () => {
  const step: Point[] = Array.from({ length: 100 }, (_, at) => [at, at < 50 ? 0 : 100]);
  expect(thinned(step)).toEqual([
    [0, 0],
    [49, 0],
    [50, 100],
    [99, 100],
  ]);
});
