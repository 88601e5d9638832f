import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../src/json.ts';
import {
  FIRST_CWND,
  guessHref,
  HAND_DURATION_S,
  HAND_PATHS,
  handAt,
  handHref,
  handPath,
  LARGEST_HAND,
  NO_ROUND,
  newSeed,
  readGuess,
  readHand,
  gameProblems,
  readHandQuery,
  roundOf,
  seedAfter,
  withHand,
  sheetOptions,
  worksheetHref,
  worksheetLink,
  writeHand,
} from '../src/teach/index.ts';
import { readPageAddress } from '../src/link/pages.ts';

const hands = fc
  .uniqueArray(fc.integer({ min: 0, max: HAND_DURATION_S * 1000 }), { minLength: 1, maxLength: 60 })
  .chain((times) =>
    fc
      .array(fc.integer({ min: 1, max: LARGEST_HAND }), { minLength: times.length, maxLength: times.length })
      .map((windows) =>
        [...times].sort((a, b) => a - b).map((ms, at) => ({ atS: ms / 1000, cwnd: windows[at] ?? 1 })),
      ),
  );

describe('a hand in a link', () => {
  it('comes back as it was, through an address the page reads', () => {
    fc.assert(
      fc.property(hands, fc.constantFrom(...HAND_PATHS), (hand, path) => {
        const place = readPageAddress(handHref(path, hand));
        expect(place).toMatchObject({ name: 'teach', item: 'sender' });
        const pairs = new URLSearchParams(place?.query);
        expect(readHand(pairs.get('hand'))).toEqual(hand);
        expect(handPath(pairs.get('path'))).toBe(path);
      }),
    );
  });

  it.each([
    '',
    'x',
    '1:5,0.5:6',
    '1:0',
    `1:${LARGEST_HAND + 1}`,
    '46:5',
    '1:5;2:6',
    '-1:5',
    '1:1e3',
    `${'1:1,'.repeat(700)}2:2`,
  ])('that is none is refused: %s', (text) => {
    expect(readHand(text)).toBeNull();
  });

  it('holds the last window that was set, and a move takes over what was to come', () => {
    const hand = withHand(withHand(withHand([], 1, 10), 5, 20), 3, 12);
    expect(hand).toEqual([
      { atS: 1, cwnd: 10 },
      { atS: 3, cwnd: 12 },
    ]);
    expect([0, 1, 2.9, 3, 40].map((timeS) => handAt(hand, timeS))).toEqual([FIRST_CWND, 10, 10, 12, 12]);
    expect(withHand(hand, 4, 12)).toBe(hand);
    expect(writeHand(hand)).toBe('1:10,3:12');
  });
});

describe('a round', () => {
  it('is the same for everybody who has its seed, with four candidates and one of them right', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (seed) => {
        const round = roundOf(seed);
        expect(roundOf(seed)).toEqual(round);
        expect(new Set(round.choices).size).toBe(4);
        expect(round.choices[round.secret]).toBeDefined();
      }),
    );
  });

  it('does not favour a place or an algorithm', () => {
    const rounds = Array.from({ length: 2000 }, (_, seed) => roundOf(seed));
    const count = new Map<string, number>();
    for (const { choices, secret } of rounds) {
      const id = choices[secret] ?? '';
      count.set(id, (count.get(id) ?? 0) + 1);
      count.set(`place ${secret}`, (count.get(`place ${secret}`) ?? 0) + 1);
    }
    // Eight algorithms: 250 rounds each, with a standard deviation of 15. Four places: 500 each,
    // with a standard deviation of 19.
    for (const [what, times] of count) {
      const mean = what.startsWith('place') ? 500 : 250;
      expect(Math.abs(times - mean), what).toBeLessThan(80);
    }
    expect(count.size).toBe(8 + 4);
  });

  it('has an address; without a seed there is none yet', () => {
    const fresh = { answer: null, tally: NO_ROUND };
    expect(readGuess(readPageAddress(guessHref(17, 'queue'))?.query ?? '')).toEqual({
      seed: 17,
      row: 'queue',
      ...fresh,
    });
    expect(readGuess('seed=-1&show=sky')).toEqual({ seed: null, row: 'cwnd', ...fresh });
    expect(readGuess('seed=12345678&answer=2')).toEqual({ seed: null, row: 'cwnd', ...fresh });
  });

  it('counts segments in every new round, and ACKs in the rounds of older links', () => {
    const counts = (seed: number) => (roundOf(seed).scenario['flows'] as JsonObject[])[0]?.['growth'];
    for (const seed of [0, 17, 999_999]) expect(counts(seed)).toBeUndefined();
    for (const random of [0, 17, 0xffffffff]) expect(counts(newSeed(random))).toBe('byte-counting');
    expect([seedAfter(17), seedAfter(999_999)]).toEqual([18, 0]);
    expect([seedAfter(1_000_017), seedAfter(1_999_999)]).toEqual([1_000_018, 1_000_000]);
    expect(readGuess('seed=1999999').seed).toBe(1_999_999);
    expect(readGuess('seed=2000000').seed).toBeNull();
  });

  it('carries the answer and the rounds before; one that cannot be is none', () => {
    const tally = { right: 4, of: 7, streak: 2 };
    const href = guessHref(17, 'cwnd', 0, tally);
    expect(href).toBe('#teach/guess?seed=17&show=cwnd&answer=1&score=4,7,2');
    expect(readGuess(readPageAddress(href)?.query ?? '')).toEqual({
      seed: 17,
      row: 'cwnd',
      answer: 0,
      tally,
    });
    for (const query of ['seed=1&answer=5', 'seed=1&answer=0', 'seed=1&score=8,7,1', 'seed=1&score=1,7,2'])
      expect(readGuess(query)).toMatchObject({ answer: null, tally: NO_ROUND });
  });
});

describe('a game by hand that rests', () => {
  it('comes back with its moves so far and its time', () => {
    const of = handPath('lossy');
    const hand = [
      { atS: 0, cwnd: 9 },
      { atS: 7.25, cwnd: 12 },
    ];
    const href = handHref(of, hand, 7.5);
    expect(href).toBe('#teach/sender?path=lossy&hand=0:9,7.25:12&at=7.5');
    expect(readHandQuery(readPageAddress(href)?.query ?? '')).toEqual({
      of,
      ended: null,
      resting: { hand, atS: 7.5 },
    });
    expect(readHandQuery('path=lossy&at=3').resting).toEqual({ hand: [], atS: 3 });
    // A move after that time has not been made yet.
    expect(readHandQuery('hand=1:5,9:6&at=3').resting?.hand).toEqual([{ atS: 1, cwnd: 5 }]);
    for (const at of ['45', '99', 'x', '-1', '1e1'])
      expect(readHandQuery(`hand=1:5&at=${at}`)).toMatchObject({
        ended: [{ atS: 1, cwnd: 5 }],
        resting: null,
      });
  });
});

describe('a worksheet’s address', () => {
  it('holds a link with a query of its own', () => {
    const link = 'v1/gm04-table1?hops.0.rate=4Mbps&compare=newreno,westwood+&zoom=250..350';
    const query = new URLSearchParams({ of: link }).toString();
    const place = readPageAddress(`#teach/worksheet?${query}`);
    expect(place?.item).toBe('worksheet');
    expect(worksheetLink(place?.query ?? '')).toBe(link);
    expect(worksheetLink('')).toBe('');
    const options = { isEmpty: true, asksWhy: true };
    const [, own = ''] = worksheetHref(link, options).split('?of=');
    expect(sheetOptions(`of=${own}`)).toEqual(options);
    expect(worksheetLink(`of=${own}`)).toBe(link);
  });
});

describe('the address of a game', () => {
  it.each([
    ['sender', 'path=lossy&hand=0.5:20,4:45&at=7.5', []],
    ['sender', 'hand=NaN', ['hand=NaN cannot be used. Allowed: seconds and packets such as 0.5:20,4:45.']],
    ['sender', 'path=nope&at=99', ['path=nope', 'at=99 cannot be used. Allowed: a time below 45 s.']],
    ['guess', 'seed=17&show=queue&answer=2&score=1,2,1', []],
    ['guess', 'seed=-1&step=2', ['seed=-1 cannot', '“step” is nothing that this game takes.']],
    ['guess', 'seed=17&score=5,3,1', ['score=5,3,1 cannot']],
    ['worksheet', 'of=v1/sawtooth&curve=hidden&why=asked', []],
    ['worksheet', 'curve=shown', ['curve=shown cannot']],
    [null, 'a=b', []],
  ])('%s?%s says what is left out', (game, query, problems) => {
    const found = gameProblems(game, query);
    expect(found).toHaveLength(problems.length);
    for (const [at, text] of problems.entries()) expect(found[at]).toContain(text);
  });
});
