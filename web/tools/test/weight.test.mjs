import { expect, it } from 'vitest';
import { maxima, tooHeavy, weights } from '../weight.mjs';

it('what weighs more than allowed, or has no maximum, is named', () => {
  const now = new Map([
    ['lines in a', 11],
    ['lines in b', 10],
    ['lines in c', 1],
  ]);
  const most = [
    { what: 'lines in a', most: 10, why: '' },
    { what: 'lines in b', most: 10, why: '' },
  ];
  expect(tooHeavy(now, most)).toEqual([
    expect.stringMatching(/^lines in a: 11, at most 10\./),
    expect.stringMatching(/^lines in c: 1, .*no maximum/),
  ]);
});

it('every maximum has a reason, and each but the page loads is measured', () => {
  const now = weights();
  const unmeasured = maxima().filter(({ what }) => !now.has(what));
  expect(unmeasured.map(({ what }) => what)).toEqual(['page loads in npm test']);
  expect(maxima().filter(({ why }) => why === '')).toEqual([]);
  // What is counted is there: an expression that finds nothing would let everything grow. Circles are gone.
  expect([...now].flatMap(([what, found]) => (found === 0 ? what : []))).toEqual([
    'pairs of folders of web/app that import one another',
  ]);
});
