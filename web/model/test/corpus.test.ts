import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Check, LaneResults } from '@ackscope/engine';
import { realEngine } from '../../engine/test/real-engine.ts';
import type { JsonObject } from '../src/json.ts';
import { decodeLink, EMPTY_VIEW, encodeLink } from '../src/link/codec.ts';

/**
 * The same link gives the same run: every readable link ever released, with its recorded trace
 * hashes. `CORPUS=write` records them again. Do that only if the reasons of the goldens say why the
 * engine's new trace is more correct.
 */
const FOLDER = new URL('./links/', import.meta.url);
const RECORDED = new URL('runs.json', FOLDER);
const EXPERIMENTS = new URL('../../../core/lab/experiments/', import.meta.url);
const wasm = realEngine();

const links = readFileSync(new URL('readable.txt', FOLDER), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

function hashes(scenario: JsonObject): string[] {
  const text = JSON.stringify(scenario);
  const check = JSON.parse(wasm.check(text)) as Check;
  if (!check.ok) throw new Error(JSON.stringify(check.error));
  return check.lanes.map((_, lane) => {
    const run = wasm.Run.measuring(text, lane, Number(scenario['seed'] ?? 1));
    while (!run.done()) run.advance(Infinity, 1_000_000);
    const { engine } = JSON.parse(run.results()) as LaneResults;
    run.free();
    return engine.trace_hash;
  });
}

describe('a link of any age', () => {
  it('gives the run that it gave when it was made', () => {
    const found = Object.fromEntries(links.map((link) => [link, hashes(decodeLink(link).scenario)]));
    if (process.env['CORPUS'] === 'write') writeFileSync(RECORDED, `${JSON.stringify(found, null, 2)}\n`);
    expect(found).toEqual(JSON.parse(readFileSync(RECORDED, 'utf8')));
  }, 120_000);
});

describe('every scenario of the catalogue', () => {
  const names = readdirSync(EXPERIMENTS).filter((name) => name.endsWith('.json'));

  it('goes into a link of less than 2 000 characters and comes out of it as it was', () => {
    const lengths = new Map<string, number>();
    for (const name of names) {
      const { scenario } = JSON.parse(readFileSync(new URL(name, EXPERIMENTS), 'utf8')) as {
        scenario?: JsonObject;
      };
      if (scenario === undefined) continue;
      const link = encodeLink({ scenario, preset: null, view: EMPTY_VIEW });
      expect(decodeLink(link), name).toMatchObject({ scenario, problems: [] });
      lengths.set(name, link.length);
    }
    expect(lengths.size).toBeGreaterThan(60);
    expect([...lengths].filter(([, length]) => length >= 2000)).toEqual([]);
  });
});
