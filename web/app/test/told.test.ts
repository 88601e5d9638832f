// @vitest-environment node
/** The sentence answers the scenario's question, in numbers of the interval that it is about. */
import { beforeAll, describe, expect, it } from 'vitest';
import { rowsById } from '@ackscope/charts';
import { askOf, decodeLink, measuredOf, ruleTable } from '@ackscope/model';
import type { JsonObject, LaneRun, LabState, RuleTable } from '@ackscope/model';
import { entryById, entryHref } from '@ackscope/model/gallery';
import type { Catalogue, CausesReport } from '@ackscope/engine';
import { loadCatalogue } from '../../engine/src/catalogue.ts';
import { realEngine } from '../../engine/test/real-engine.ts';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import { goodputForm } from '../src/laneData/goodputForm.ts';
import { laneViews } from '../src/laneData/laneData.ts';
import type { LaneView } from '../src/laneData/laneData.ts';
import { headsInWords } from '../src/laneData/summary.ts';
import { toldTime } from '../src/clock/toldTime.ts';
import { evidenceOf } from '../src/sentence/evidence.ts';
import { subjectOf } from '../src/sentence/subject.ts';
import type { Subject } from '../src/sentence/subject.ts';
import { intervalIn, plain, toldOf } from '../src/sentence/told.ts';
import { initialRun, settled } from '../../model/src/slices/run.ts';
import { runScenario } from './lessonRuns.ts';

let engine: WasmEngine;
let rules: RuleTable;
let catalogue: Catalogue;

beforeAll(async () => {
  engine = realEngine();
  catalogue = await loadCatalogue();
  rules = ruleTable(catalogue);
});

function viewsOf(runs: LaneRun[], scenario: JsonObject): LaneView[] {
  const run = settled({ ...initialRun, lanes: runs, durationS: runs[0]?.info?.duration_s ?? 0, scenario });
  const state = {
    run,
    view: { timeRange: null },
    detail: { progress: null, lanes: [] },
    reference: { run: null, link: null, isAnother: true },
  };
  return [...laneViews(catalogue, rules)(state as never)];
}

function said(
  id: string | null,
  scenario: JsonObject,
  answer: number | null = null,
): { text: string; lanes: LaneView[]; runs: LaneRun[]; fromS: number; toS: number; subject: Subject | null } {
  const runs = runScenario(engine, scenario);
  const lanes = viewsOf(runs, scenario);
  const durationS = runs[0]?.info?.duration_s ?? 0;
  const run = settled({ ...initialRun, lanes: runs, durationS, scenario });
  const timeS = toldTime({ clock: { timeS: durationS } as never, run });
  const asked = askOf(id);
  const ask: LabState['ask'] =
    asked === null || answer === null ? null : { ask: asked, stage: 'answered', answer, speed: 1 };
  const subject = subjectOf({ ask, run, preset: id, timeS, hidesFuture: false }, lanes);
  const told = subject === null ? null : toldOf(subject, lanes, null);
  return {
    text: plain(told?.line ?? []),
    lanes,
    runs,
    fromS: subject?.fromS ?? NaN,
    toS: subject?.toS ?? NaN,
    subject,
  };
}

const scenarioOf = (id: string): JsonObject => {
  const entry = entryById(id);
  return decodeLink((entry === undefined ? null : entryHref(entry)) ?? '').scenario;
};

describe('the sentence of a scenario', () => {
  it('answers who is best, and tells of the lane that was named as the best, if it is behind', () => {
    const scenario = decodeLink('v1/today-radio').scenario;
    expect(said('today-radio', scenario, 1).text).toMatch(/^Westwood\+ delivers most, CUBIC \d+ % less\b/);
    for (const answer of [0, 2])
      expect(said('today-radio', scenario, answer).text).toMatch(
        /^Westwood\+ delivers most, New Reno \d+ % less\b/,
      );
  });

  it('tells timeouts where the question is who waits for a timer', () => {
    const { text, runs, lanes, fromS, toS } = said(null, scenarioOf('today-net-incast'));
    const counts = runs.map((run) => measuredOf(run, 'timeouts', { fromS, toS }) ?? NaN);
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    expect(text).toContain(`${least} timeout`);
    if (most > least) expect(text).toContain(`${lanes[counts.indexOf(most)]?.name ?? ''} ${most}`);
    // The link has 1 Gbit/s, a flow of many a small part: the unit is that of the numbers.
    for (const lane of lanes) {
      const { factor } = goodputForm(lane, lanes);
      const most = Math.max(
        ...(lane.run.results?.flows[0]?.windows ?? []).map(({ goodput_bps }) => goodput_bps),
      );
      if (most > 0) expect(most / factor).toBeGreaterThanOrEqual(0.01);
    }
    expect(Math.max(...lanes.map((lane) => goodputForm(lane, lanes).factor))).toBeLessThan(1e9);
  });

  it('names the interval of a count, and of any number while the clock is elsewhere', () => {
    const about = { fromS: 50, toS: 200, values: [0, 12], lane: 1, place: null };
    const drops = { ...about, quantity: 'drops' as const };
    const goodput = { ...about, quantity: 'goodput' as const };
    expect([100, 200, 201].map((timeS) => intervalIn(goodput, timeS))).toEqual([
      '',
      '',
      'From 50 to 200 s: ',
    ]);
    expect(intervalIn(drops, 100)).toBe('From 50 to 200 s: ');
  });

  it('gives the cause of a delay the unit of the finding', () => {
    const run = { algorithm: 'cubic' };
    const lanes = [
      { name: 'drop-tail', run },
      { name: 'CoDel', run },
    ] as LaneView[];
    const values = [0.5, 0.005];
    const subject = { fromS: 0, toS: 60, quantity: 'wait' as const, values, lane: 0, place: null };
    const large = {
      id: 'buffer-large',
      name: 'the large buffer',
      value: 0.03,
      because: 'the buffer is large',
    };
    const report = {
      of: 'delay',
      unit: 's',
      as_is: { value: 0.5 },
      bound: 0.01,
      suspects: [large],
      answer: { kind: 'cause', suspects: [large.id], value: 0.03 },
    } as unknown as CausesReport;
    const told = toldOf(subject, lanes, report);
    expect(plain(told?.line ?? [])).toContain('500 ms in that of drop-tail');
    expect(plain(told?.proof ?? [])).toBe('Without the large buffer: 30 ms, not 500 ms.');
  });

  it('counts nothing in an interval without traffic', () => {
    const { scenario } = decodeLink('v1/today-sawtooth?flows.main.active=[["0s","20s"]]');
    expect(said('today-sawtooth', scenario).text).not.toContain('loses');
    expect(said('today-sawtooth', decodeLink('v1/today-sawtooth').scenario).text).toContain('loses');
  });

  it('tells shares where flows share a link, of all of them', () => {
    const { text, runs, fromS, toS } = said(null, scenarioOf('today-net-prague-cubic'));
    const shares = runs.map((run) => measuredOf(run, 'shares', { fromS, toS }) ?? NaN);
    expect(text).toMatch(/^In .+ the smallest flow gets \d+ % of what all deliver, in .+ \d+ %\.$/);
    for (const share of [Math.min(...shares), Math.max(...shares)])
      expect(text).toContain(`${Math.round(100 * share)} %`);
  });

  it('tells what each flow of one lane gets, with the numbers of its head', () => {
    const { text, lanes, runs, fromS, toS } = said(null, scenarioOf('today-bbr-cubic'));
    const [run] = runs;
    const bps = (name: string): number =>
      (run?.results?.flows.find((flow) => flow.name === name)?.windows[0]?.goodput_bps ?? NaN) / 1e6;
    expect([fromS, toS]).toEqual([10, 60]);
    expect(bps('BBR')).toBeGreaterThan(bps('CUBIC'));
    expect(text).toBe(`BBR gets ${bps('BBR').toFixed(2)} Mbit/s, CUBIC ${bps('CUBIC').toFixed(2)}.`);
    const heard = headsInWords(lanes, { timeS: 60, hidesFuture: false, knownS: Infinity }, false);
    expect(heard).toContain(
      `goodput of BBR ${bps('BBR').toFixed(2)}, of CUBIC ${bps('CUBIC').toFixed(2)} Mbit/s`,
    );
    // Each flow has a curve in its own colour; only that of the lane is solid.
    const row = rowsById(['cwnd'])[0];
    const layers = (row?.layers(lanes[0]?.data as never) ?? []).filter(({ scales }) => scales);
    expect(layers.map(({ label }) => label)).toEqual(['CUBIC', 'BBR']);
    expect(layers.map(({ ink }) => (typeof ink === 'object' ? ink.dash.length > 0 : ink))).toEqual([
      true,
      'lane',
    ]);
  });

  it('names the flow where a lane has several, and the queue where lanes deliver the same', () => {
    const scenario = decodeLink(
      'v1/sawtooth?duration=40s&measure=[["20s","40s"]]&compare=["newreno",{"label":"deep","algorithm":"newreno","set":{"hops.0.queue.capacity":"300pkt"}}]',
    );
    expect(scenario.problems).toEqual([]);
    const own: JsonObject = { ...scenario.scenario, title: 'mine' };
    const { text } = said(null, own);
    expect(text).toMatch(
      /^All lanes deliver the same, within \d %\. New Reno keeps [\d.]+ packets in the queue on average, deep [\d.]+ packets\.$/,
    );
    // Where the queues are alike, too, it says what all lanes lack.
    const lossy = decodeLink(
      'v1/sawtooth?duration=40s&measure=[["20s","40s"]]&hops.0.loss={"kind":"bernoulli","probability":0.03}&compare=["newreno",{"label":"again","algorithm":"newreno"}]',
    );
    expect(lossy.problems).toEqual([]);
    expect(said(null, { ...lossy.scenario, title: 'mine' }).text).toMatch(
      /^All lanes deliver the same: 0\.\d+ of 10 Mbit\/s\.$/,
    );
    // One packet of 1500 bytes per round trip of 100 ms.
    const idle = decodeLink(
      'v1/sawtooth?duration=40s&measure=[["20s","40s"]]&hops.0.rate=1Gbps&flows.main.receive_window=1&flows.main.delayed_ack=false&compare=["newreno",{"label":"again","algorithm":"newreno"}]',
    );
    expect(idle.problems).toEqual([]);
    expect(said(null, { ...idle.scenario, title: 'mine' }).text).toMatch(
      /^All lanes deliver the same: 1[12]\d kbit\/s of 1 Gbit\/s\.$/,
    );
    const flows = Array.isArray(own.flows) ? own.flows : [];
    const beside = { name: 'beside', algorithm: 'cubic', rtt: '100ms' };
    expect(said(null, { ...own, flows: [...flows, beside], compare: ['newreno', 'vegas'] }).text).toMatch(
      /^In Vegas the flow main gets \d+ % less than in New Reno\.$/,
    );
  });
});

it('marks of the lane that is named come first, then the others from left to right', () => {
  const report = { answer: { suspects: ['loss'] } } as CausesReport;
  for (const answer of [0, 1]) {
    const { subject, lanes } = said('today-radio', decodeLink('v1/today-radio').scenario, answer);
    expect(subject?.lane).toBe(answer);
    const notes = subject === null ? [] : evidenceOf(subject, lanes, report);
    const turns = notes.map((own) => own.map(({ turn }) => turn));
    // Two marks for the lane that is named, in its queue and its window, and two for Westwood+: its window and its estimate.
    expect(turns).toEqual(answer === 0 ? [[0, 1], [2], [3, 4]] : [[2], [0, 1], [3, 4]]);
    expect(notes[answer]?.[0]?.text).toMatch(/^The link loses a packet every/);
  }
});

describe('what is spoken of a finished run', () => {
  const spoken = (id: string, timeS: number, tellsDelay = false): string => {
    const scenario = scenarioOf(id);
    const lanes = viewsOf(runScenario(engine, scenario), scenario);
    return headsInWords(lanes, { timeS, hidesFuture: false, knownS: Infinity }, tellsDelay);
  };

  it('is the numbers of the heads, of their interval, with its name', () => {
    expect(spoken('gm04-table1', 500)).toMatch(
      /^From 250 to 500 s: New Reno: goodput 1\.39 Mbit\/s\. Vegas: goodput 0\.19 Mbit\/s\./,
    );
    // Where heads tell the delay of a call, so does the voice.
    expect(spoken('everyday-call', 15, true)).toMatch(
      /^From 12 to 45 s: CUBIC: delay \d+ ms, goodput of backup [\d.]+ Mbit\/s\./,
    );
  });
});

it('reads the clock in seconds, and finer in a run of a few', () => {
  const at = (timeS: number, durationS: number): number =>
    toldTime({ clock: { timeS }, run: { durationS } } as never);
  expect([at(412.9, 1000), at(99.99, 200), at(12.34, 60), at(0.3, 3), at(0.2999, 3)]).toEqual([
    412, 99, 12.3, 0.3, 0.29,
  ]);
});
