// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LaneResults } from '@ackscope/engine';
import { loadCatalogue } from '../../engine/src/catalogue.ts';
import { realEngine } from '../../engine/test/real-engine.ts';
import {
  builtInOf,
  jobsOf,
  leagueHref,
  MOST_SCRIPTS,
  placesOf,
  readLeague,
  withFiles,
} from '../src/classroom/league.ts';
import type { Job } from '../src/classroom/league.ts';
import { runScenario } from './lessonRuns.ts';

const SCRIPTS = {
  badger: '# ignores losses\non loss { }',
  vole: 'on avoidance { cwnd += 0.1 / cwnd }',
};

const BUILT_IN = builtInOf((await loadCatalogue()).algorithms);
const read = (href: string) => readLeague(href.split('?')[1] ?? '', BUILT_IN);

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

describe('a file of a league', () => {
  const added = (...names: string[]) =>
    Object.keys(
      withFiles(
        { badger: 'old' },
        names.map((name) => ({ name, text: 'x' })),
        BUILT_IN,
      ),
    );
  it('has an id of its name, and replaces the script of this id', () => {
    expect(added('My Rule.ack', 'Ünïcode!.ack')).toEqual(['badger', 'my-rule', 'n-code']);
    expect(withFiles({ badger: 'old' }, [{ name: 'Badger.ack', text: 'new' }], BUILT_IN)).toEqual({
      badger: 'new',
    });
    // Alike in the first 24 letters.
    const [one, two] = ['a-rule-of-the-whole-group-one', 'a-rule-of-the-whole-group-two'];
    expect(added(`${one}.ack`, `${two}.ack`)).toEqual(['badger', one, two]);
  });

  it('is refused by its name if its id is built in, none, or that of another file', () => {
    for (const name of ['vegas.ack', 'BBR.ack', 'cubic.ack', 'cbr.txt'])
      expect(() => added('mine.ack', name)).toThrow(`“${name}” has the name of a built-in algorithm`);
    expect(() => added('123.ack')).toThrow('“123.ack” is no name for a script');
    expect(() => added('my rule.ack', 'My-Rule.ack')).toThrow('“my rule.ack” and “My-Rule.ack” are both');
  });
});

describe('the address of a league', () => {
  it('is read as it was written, and too long a one is refused', () => {
    expect(read(leagueHref(SCRIPTS) ?? '')).toEqual({ scripts: SCRIPTS, problems: [] });
    expect(leagueHref({ long: 'x'.repeat(12_000) })).toBeNull();
  });

  it('names what it leaves out: a built-in id, and the second of two equal ones', () => {
    const { scripts, problems } = read('?scripts.vegas=a&scripts.mine=b&scripts.Mine=c');
    expect(scripts).toEqual({ mine: 'b' });
    expect(problems).toEqual([
      '“vegas” has the name of a built-in algorithm, vegas. Rename it. It is left out.',
      '“mine” and “Mine” are both named mine in the league. Rename one of them. It is left out.',
    ]);
  });

  it('of any text is a league of at most so many scripts', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.string()), (query, more) => {
        const { scripts } = readLeague(`${query}&${new URLSearchParams(more).toString()}`, BUILT_IN);
        expect(Object.keys(scripts).length).toBeLessThanOrEqual(MOST_SCRIPTS);
        const href = leagueHref(scripts);
        if (href !== null) expect(read(href).scripts).toEqual(scripts);
      }),
    );
  });
});
