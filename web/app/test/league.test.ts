// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LaneResults } from '@ackscope/engine';
import { loadCatalogue } from '../../engine/src/catalogue.ts';
import { realEngine } from '../../engine/test/real-engine.ts';
import {
  builtInOf,
  filesOfFolder,
  findingOf,
  jobsOf,
  leagueHref,
  MAX_SCRIPTS,
  overTime,
  placesOf,
  play,
  readLeague,
  withFiles,
} from '../src/classroom/league.ts';
import type { Job, Played } from '../src/classroom/league.ts';
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
    // It grows by a tenth of New Reno, so it gets less than half: a fifth over 500 s. In these 60 s it is 43 %: New Reno
    // has no SACK, so a timeout ends its slow start, and vole's lead lasts. With the seeds 2 to 5 it is 24 to 42 %.
    expect(of('vole').shares.newreno).toBeLessThan(0.45);
    expect(of('vole').fairness).toBeLessThan(of('newreno').fairness ?? 0);
    const sum = places.reduce((total, { togetherBps }) => total + (togetherBps ?? 0), 0);
    expect(sum).toBeGreaterThan(13e6);
    expect(sum).toBeLessThan(16.5e6);
    expect(of('newreno').aloneBps).toBeGreaterThan(9e6);
    const { leaves, shares } = of('badger');
    expect(leaves?.share).toBeCloseTo(1 - Math.max(...Object.values(shares)), 9);
  }, 120_000);
});

// The pair was taken for the run of all together: the league without scripts had no share and no fairness.
it('of two has the shares of their pair', () => {
  const { players, jobs } = jobsOf({});
  expect(jobs.map(({ kind }) => kind)).toEqual(['together', 'alone', 'alone', 'pair']);
  const results = (bps: number): LaneResults =>
    ({
      flows: [
        { flow_name: 'cubic', windows: [{ goodput_bps: 3 * bps }] },
        { flow_name: 'newreno', windows: [{ goodput_bps: bps }] },
      ],
      hops: [],
    }) as unknown as LaneResults;
  const [cubic] = placesOf(
    players,
    // The pair first: its place in the list says nothing.
    jobs.toReversed().map((job) => [job, results(job.kind === 'together' ? 2e6 : 1e6)] as const),
  );
  expect(cubic).toMatchObject({ togetherBps: 6e6, shares: { newreno: 0.75 }, fairness: 0.5 });
});

it('names who takes notably more than its share of the link of all, and draws all in slices', () => {
  const { players, jobs } = jobsOf({ badger: 'on loss { }' });
  const told = (goodputs: Readonly<Record<string, number>>) => {
    const flows = Object.entries(goodputs).map(([flow_name, bps]) => ({
      flow_name,
      windows: [{ goodput_bps: bps }, { goodput_bps: bps / 2 }, { goodput_bps: 2 * bps }],
    }));
    const results = { flows, hops: [] } as unknown as LaneResults;
    const finished = jobs.map((job) => [job, results] as const);
    return { finding: findingOf(placesOf(players, finished)), finished };
  };
  // 6 of 12 Mbit/s are one and a half fair shares of three.
  const most = told({ badger: 6e6, cubic: 3e6, newreno: 3e6 });
  expect(most.finding).toBe('badger takes 50 % of a link that 3 share.');
  expect(told({ badger: 5.9e6, cubic: 3.1e6, newreno: 3e6 }).finding).toMatch(/^No script takes more/);
  // The first window is the measured interval.
  expect(overTime(most.finished, 'cubic')).toEqual([1.5e6, 6e6]);
  // The slices of the run of all together lie one after the other, up to its end.
  const [, ...slices] = jobs[0]?.scenario.measure as string[][];
  expect(slices.map(([from]) => from)).toEqual(['0s', ...slices.slice(0, -1).map(([, to]) => to)]);
  expect(slices.at(-1)?.[1]).toBe('60s');
});

describe('the runs of a league', () => {
  it('stop for no script: one that does not run is a row with its error', async () => {
    const said: Played[] = [];
    const results = { flows: [], hops: [] } as unknown as LaneResults;
    const run = (job: Job): Promise<LaneResults> =>
      job.players.includes('broken')
        ? Promise.reject(new Error('line 1, column 4: a mistake'))
        : Promise.resolve(results);
    await play({ ...SCRIPTS, broken: 'on los' }, run, (played) => said.push(played));
    const last = said.at(-1);
    expect(last?.broken).toEqual({ broken: 'line 1, column 4: a mistake' });
    expect(last?.players).toEqual(['badger', 'cubic', 'newreno', 'vole']);
    // Four alone, six pairs, all together.
    expect([last?.finished.length, last?.runs]).toEqual([11, 11]);
  });

  it('of a class of thirty are 529, and as many go on at once as are allowed', async () => {
    const results = { flows: [], hops: [] } as unknown as LaneResults;
    const scripts = Object.fromEntries(
      Array.from({ length: MAX_SCRIPTS }, (_, at) => [`rule-${String(at)}`, 'x']),
    );
    let [now, most, told] = [0, 0, {} as Played];
    const run = async (): Promise<LaneResults> => {
      now += 1;
      most = Math.max(most, now);
      await Promise.resolve();
      now -= 1;
      return results;
    };
    await play(scripts, run, (played) => (told = played), 3);
    // 32 alone, 32 × 31 / 2 pairs, all together.
    expect([told.finished.length, told.runs, most]).toEqual([529, 529, 3]);
    // The first error ends all of them.
    let begun = 0;
    const fails = (): Promise<LaneResults> => {
      begun += 1;
      return Promise.reject(new Error('lost'));
    };
    await expect(play({}, fails, () => undefined, 2)).rejects.toThrow('lost');
    expect(begun).toBe(2);
  });
});

describe('a file of a league', () => {
  const files = (...names: string[]) =>
    withFiles(
      { badger: 'old' },
      names.map((name) => ({ name, text: 'x' })),
      BUILT_IN,
    );
  const added = (...names: string[]) => Object.keys(files(...names).scripts);
  it('has an id of its name, and replaces the script of this id', () => {
    expect(added('My Rule.ack', 'Ünïcode!.ack')).toEqual(['badger', 'my-rule', 'unicode']);
    expect(withFiles({ badger: 'old' }, [{ name: 'Badger.ack', text: 'new' }], BUILT_IN)).toEqual({
      scripts: { badger: 'new' },
      problems: [],
    });
    // Alike in the first 24 letters.
    const [one, two] = ['a-rule-of-the-whole-group-one', 'a-rule-of-the-whole-group-two'];
    expect(added(`${one}.ack`, `${two}.ack`)).toEqual(['badger', one, two]);
  });

  // A whole class was refused for two files of one name: the others had done nothing wrong.
  it('has a number behind its name if the name is taken, and the page says so', () => {
    expect(added('vegas.ack', 'BBR.ack', 'cbr.txt')).toEqual(['badger', 'vegas-2', 'bbr-2', 'cbr-2']);
    const { scripts, problems } = files('my rule.ack', 'My-Rule.ack', 'my_rule.ack');
    expect(Object.keys(scripts)).toEqual(['badger', 'my-rule', 'my-rule-2', 'my-rule-3']);
    expect(problems).toEqual([
      'The name my-rule is taken: “My-Rule.ack” is my-rule-2 here.',
      'The name my-rule is taken: “my_rule.ack” is my-rule-3 here.',
    ]);
  });

  it('keeps letters of other languages as far as an id has them', () => {
    expect(added('Łódź.ack', 'Strauß Øre.ack', 'Ægir.ack')).toEqual([
      'badger',
      'lodz',
      'strauss-ore',
      'aegir',
    ]);
    expect(files('王伟.ack', '123.ack', 'mine.ack')).toEqual({
      scripts: { badger: 'old', script: 'x', 'script-2': 'x', mine: 'x' },
      problems: [
        '“王伟.ack” has no letter from a to z: it is script here.',
        '“123.ack” has no letter from a to z: it is script-2 here.',
      ],
    });
  });

  it('is left out if it is no text, or if there are too many, and the others stay', () => {
    const texts = [' \n', 'PK\u0003\u0004x', 'a\0', 'on loss { }'];
    const read = texts.map((text, at) => ({ name: `f${String(at)}.ack`, text }));
    expect(withFiles({}, read, BUILT_IN)).toEqual({
      scripts: { f3: 'on loss { }' },
      problems: [
        '“f0.ack” is empty. It is left out.',
        '“f1.ack” is a ZIP archive. It is left out.',
        '“f2.ack” is no text. It is left out.',
      ],
    });
    const many = files(...Array.from({ length: MAX_SCRIPTS }, (_, at) => `rule-${String(at)}.ack`));
    expect(Object.keys(many.scripts)).toHaveLength(MAX_SCRIPTS);
    expect(many.problems).toEqual(['A league has at most 30 scripts. “rule-29.ack” is left out.']);
  });
});

describe('the address of a league', () => {
  it('is read as it was written, and too long a one is refused', () => {
    expect(read(leagueHref(SCRIPTS) ?? '')).toEqual({ scripts: SCRIPTS, problems: [] });
    expect(leagueHref({ long: 'x'.repeat(12_000) })).toBeNull();
  });

  it('keeps a script with a taken name, under another one', () => {
    const { scripts, problems } = read('?scripts.vegas=a&scripts.mine=b&scripts.Mine=c');
    expect(scripts).toEqual({ 'vegas-2': 'a', mine: 'b', 'mine-2': 'c' });
    expect(problems).toEqual([
      'The name vegas is taken: “vegas” is vegas-2 here.',
      'The name mine is taken: “Mine” is mine-2 here.',
    ]);
  });

  it('of any text is a league of at most so many scripts', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.string()), (query, more) => {
        const { scripts } = readLeague(`${query}&${new URLSearchParams(more).toString()}`, BUILT_IN);
        expect(Object.keys(scripts).length).toBeLessThanOrEqual(MAX_SCRIPTS);
        const href = leagueHref(scripts);
        if (href !== null) expect(read(href).scripts).toEqual(scripts);
      }),
    );
  });
});

describe('a folder of a league', () => {
  const named = (...paths: string[]) =>
    filesOfFolder(paths.map((webkitRelativePath) => ({ webkitRelativePath }))).map(({ name }) => name);

  it('as a course system packs it has a script of each student', () => {
    const names = named(
      'hand-ins/Jörg Müller_3052_assignsubmission_file/rule.ack',
      'hand-ins/Ana Cruz_17_assignsubmission_file/rule.ack',
      'hand-ins/Ana Cruz_17_assignsubmission_file/notes.pdf',
      'hand-ins/.git/rule.ack',
    );
    expect(names).toEqual(['Ana Cruz.ack', 'Jörg Müller.ack']);
    const files = names.map((name) => ({ name, text: 'x' }));
    expect(Object.keys(withFiles({}, files, BUILT_IN).scripts)).toEqual(['ana-cruz', 'jorg-muller']);
  });

  it('of files with names of their own keeps these', () => {
    expect(named('rules/badger.ack', 'rules/vole.txt')).toEqual(['badger.ack', 'vole.txt']);
    expect(named('rules/a/badger.ack', 'rules/b/vole.ack')).toEqual(['badger.ack', 'vole.ack']);
  });
});
