import { expect, it } from 'vitest';
import { findingOf } from '../src/sweep/finding.ts';

const value = (mean: number, halfWidth: number | null = null) => ({ mean, halfWidth, count: 3 });
const at = (place: string, reno: ReturnType<typeof value> | null, westwood: ReturnType<typeof value>) => ({
  place,
  lanes: [
    { name: 'New Reno', value: reno },
    { name: 'Westwood+', value: westwood },
  ],
});
const GOODPUT = { name: 'goodput', isShare: false, isGoodput: true };

it('names the place of the largest ratio, and who is ahead there', () => {
  const found = [
    at('Loss probability 0.001', value(8e6), value(9e6)),
    at('Loss probability 0.01', value(1e6), value(3.2e6)),
  ];
  expect(findingOf(found, GOODPUT)).toBe(
    'Loss probability 0.01: Westwood+ delivers 3.2 times as much as New Reno.',
  );
  expect(findingOf(found.slice(0, 1), GOODPUT)).toBe(
    'Loss probability 0.001: Westwood+ delivers 13 % more than New Reno.',
  );
  expect(findingOf(found, { ...GOODPUT, name: 'mean queue', isGoodput: false })).toContain(
    'the mean queue of Westwood+ is 3.2 times that of New Reno',
  );
});

it('leaves out what the seeds leave open, and says so where nothing else is', () => {
  const open = at('Buffer 5', value(1e6, 0.5e6), value(1.8e6, 0.4e6));
  expect(findingOf([open], GOODPUT)).toBe('No difference in goodput that is more than chance.');
  const sure = at('Buffer 10', value(1e6, 0.1e6), value(1.3e6, 0.1e6));
  expect(findingOf([open, sure], GOODPUT)).toMatch(/^Buffer 10: Westwood\+ delivers 30 % more/);
});

it('tells shares in points, and nothing of a lane alone', () => {
  const share = { name: 'utilization', isShare: true, isGoodput: false };
  expect(findingOf([at('5 packets', value(0.68), value(0.83))], share)).toBe(
    '5 packets: the utilization of Westwood+ is 15 points above that of New Reno.',
  );
  expect(findingOf([at('5 packets', null, value(0.83))], share)).toBeNull();
});
