import { expect, it } from 'vitest';
import type { AlgorithmScore, CellScore, Engine, ScoreReport } from '@ackscope/engine';
import { createScoreStore, emptyCache } from '../src/score.ts';

const summary = (mean: number) => ({ count: 5, mean, min: mean, max: mean, half_width: 0 });
const cell = (mean: number) => ({ goodput_bps: summary(mean) }) as CellScore;
const row = (algorithm: string, ...means: number[]): AlgorithmScore => ({
  algorithm,
  goodput_share: 1,
  p95_delay_s: 0.01,
  cells: means.map(cell),
});
const card = (...algorithms: AlgorithmScore[]) =>
  ({
    version: '1.2.3',
    engine_fingerprint: 'abc',
    paths: [],
    seeds: [1, 2, 3, 4, 5],
    algorithms,
  }) as unknown as ScoreReport;
/** Nothing is computed before it is asked for. */
const NO_ENGINE = {} as Engine;
const NOW = () => 0;

it('shows what was recorded before anything is computed, but not for a script of the same name', () => {
  const recorded = card(row('newreno', 1, 2), row('vegas', 3, 4));
  const rows = createScoreStore(NO_ENGINE, ['vegas'], {}, emptyCache(), NOW, recorded).getState();
  expect(rows.recorded?.version).toBe('1.2.3');
  expect(rows.rows.map(({ algorithm, from }) => [algorithm, from])).toEqual([
    ['vegas', 'record'],
    ['newreno', 'record'],
  ]);
  const own = createScoreStore(
    NO_ENGINE,
    ['vegas'],
    { vegas: 'text' },
    emptyCache(),
    NOW,
    recorded,
  ).getState();
  expect(own.rows.map(({ from }) => from)).toEqual(['nowhere', 'record']);
});

it('says which cells differ from the record', () => {
  const cache = emptyCache();
  cache.rows.set('vegas\n', row('vegas', 3, 5));
  const recorded = card(row('newreno', 1, 2), row('vegas', 3, 4));
  const { rows } = createScoreStore(NO_ENGINE, ['vegas'], {}, cache, NOW, recorded).getState();
  expect(rows.map(({ from, differs }) => [from, differs])).toEqual([
    ['page', [false, true]],
    ['record', []],
  ]);
});
