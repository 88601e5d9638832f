// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LaneResults } from '@ackscope/engine';
import { realEngine } from '../../engine/test/real-engine.ts';
import { idOf, jobsOf, leagueHref, MOST_SCRIPTS, placesOf, readLeague } from '../src/classroom/league.ts';
import type { Job } from '../src/classroom/league.ts';
import { runScenario } from './lessonRuns.ts';

const SCRIPTS = {
  badger: '# ignores losses\non loss { }',
  vole: 'on avoidance { cwnd += 0.1 / cwnd }',
};

describe('a league', () => {
  it('has a run of all together, one of each alone, one of each pair', () => {
    const { players, jobs } = jobsOf(SCRIPTS);
    expect(players).toEqual(['badger', 'cubic', 'newreno', 'vole']);
    expect(jobs.map((job) => job.players.length)).toEqual([4, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
  });

  it('says who takes more: a rule that ignores losses, and who leaves most', () => {
    const { players, jobs } = jobsOf(SCRIPTS);
    const finished = jobs.map((job): readonly [Job, LaneResults] => {
      const [lane] = runScenario(realEngine(), job.scenario);
      if (lane?.results == null) throw new Error('no results');
      return [job, lane.results];
    });
    const places = placesOf(players, finished);
    const of = (id: string) => {
      const place = places.find((one) => one.id === id);
      if (place === undefined) throw new Error(id);
      return place;
    };
    // The shares of a pair are two parts of one link.
    expect((of('badger').shares.vole ?? 0) + (of('vole').shares.badger ?? 0)).toBeCloseTo(1, 9);
    expect(of('badger').shares.newreno).toBeGreaterThan(0.5);
    expect(of('vole').shares.newreno).toBeLessThan(0.4);
    expect(of('vole').fairness).toBeLessThan(of('newreno').fairness ?? 0);
    const sum = places.reduce((total, { togetherBps }) => total + (togetherBps ?? 0), 0);
    expect(sum).toBeGreaterThan(13e6);
    expect(sum).toBeLessThan(16.5e6);
    expect(of('newreno').aloneBps).toBeGreaterThan(9e6);
    const { leaves, shares } = of('badger');
    expect(leaves?.share).toBeCloseTo(1 - Math.max(...Object.values(shares)), 9);
  }, 120_000);
});

describe('the address of a league', () => {
  it('is read as it was written, and too long a one is refused', () => {
    expect(readLeague(leagueHref(SCRIPTS)?.split('?')[1] ?? '')).toEqual(SCRIPTS);
    expect(leagueHref({ long: 'x'.repeat(12_000) })).toBeNull();
    expect(['My Rule.ack', '123.ack', 'cubic.ack', 'Ünïcode!.ack'].map(idOf)).toEqual([
      'my-rule',
      null,
      null,
      'n-code',
    ]);
  });

  it('of any text is a league of at most so many scripts', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.string()), (query, more) => {
        const scripts = readLeague(`${query}&${new URLSearchParams(more).toString()}`);
        expect(Object.keys(scripts).length).toBeLessThanOrEqual(MOST_SCRIPTS);
        const href = leagueHref(scripts);
        if (href !== null) expect(readLeague(href.split('?')[1] ?? '')).toEqual(scripts);
      }),
    );
  });
});
