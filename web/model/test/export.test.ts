import { describe, expect, it } from 'vitest';
import { citationBibtex, citationText, csvField, dataCsv, dataJson } from '../src/export/index.ts';
import { ruleTable } from '../src/events.ts';
import type { LaneRun } from '../src/slices/run.ts';
import { LaneTrace } from '../src/trace.ts';
import { CATALOGUE, chunkOf, INFO } from './trace.ts';

function lane(label: string): LaneRun {
  const trace = new LaneTrace(INFO);
  trace.write(
    chunkOf(
      0,
      [
        [0, 3],
        [0.5, Infinity],
        [1.25, 4.5],
      ],
      [
        [1.25, 1, 0],
        [1.5, 4, 0x8000_0001],
      ],
    ),
  );
  return {
    label,
    algorithm: 'newreno',
    info: INFO,
    trace,
    results: null,
    resultsS: 0,
    done: true,
    stale: false,
    error: null,
  };
}

describe('a run’s data', () => {
  it('is a table with a row per bin', () => {
    const rows = dataCsv([lane('New, "Reno"'), { ...lane('x'), trace: null }])
      .trimEnd()
      .split('\r\n');
    expect(rows).toEqual([
      'time_s,lane,source,series,unit,min,max,last',
      '0,"New, ""Reno""",main,cwnd,packets,3,3,3',
      '0.5,"New, ""Reno""",main,cwnd,packets,,,',
      '1.25,"New, ""Reno""",main,cwnd,packets,4.5,4.5,4.5',
    ]);
  });

  it('holds no field that a spreadsheet would compute', () => {
    // The command line escapes the same fields.
    for (const [text, field] of [
      ['westwood+', 'westwood+'],
      ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
      ['+1+1', "'+1+1"],
      ['-a,b', `"'-a,b"`],
      ['@SUM(A1)', "'@SUM(A1)"],
      ['\t=1', "' =1"],
      ['\r\n=1', "'  =1"],
      ['a\nb\u001b\u009b', 'a b  '],
      ['-1.5', '-1.5'],
      ['+2e3', '+2e3'],
      ['-5ms', "'-5ms"],
    ] as const)
      expect(csvField(text)).toBe(field);
  });

  it('is JSON with scenario, series and decisions', () => {
    const origin = { version: '0.1.0', link: 'https://example.org/#v1/x', scenario: { version: 1 } };
    const file = JSON.parse(dataJson([lane('newreno')], ruleTable(CATALOGUE), origin)) as {
      lanes: { series: { last: (number | null)[] }[]; events: { rule: string; source: string }[] }[];
    };
    expect(file).toMatchObject({
      ackscope: '0.1.0',
      link: 'https://example.org/#v1/x',
      scenario: { version: 1 },
      version: '0.1.0',
      engine_fingerprint: 'e',
      scenario_hash: 'h',
      seed: 1,
    });
    expect(file.lanes[0]?.series[0]?.last).toEqual([3, null, 4.5]);
    expect(file.lanes[0]?.events.map(({ rule, source }) => [rule, source])).toEqual([
      ['window-cut-1', 'main'],
      ['drop-4', 'hop 0 backward'],
    ]);
  });
});

describe('a citation', () => {
  const cited = {
    title: 'Reverse traffic: 50 % & {more}\n_',
    link: 'https://example.org/#v1/x?a=50%25&b={1}',
    version: '0.1.0',
    stamp: '0.1.0-0a1b2c3d',
    day: '2026-11-21',
  };

  it('names what, with what and which run', () => {
    expect(citationText(cited)).toBe(
      '“Reverse traffic: 50 % & {more} _”, simulated with Ackscope 0.1.0, run 0.1.0-0a1b2c3d. https://example.org/#v1/x?a=50%25&b={1} (2026-11-21).',
    );
  });

  it('is BibTeX whose braces match, whatever the title holds', () => {
    const text = citationBibtex(cited);
    expect(text).toContain('@misc{ackscope-2026-reverse-traffic-50,');
    expect(text).toContain('title        = {Reverse traffic: 50 \\% \\& more \\_}');
    expect(text).toContain('b=\\%7B1\\%7D');
    expect([...text.matchAll(/\{/g)].length).toBe([...text.matchAll(/\}/g)].length);
    expect(citationBibtex({ ...cited, stamp: null })).toContain('Unfinished run');
  });
});
