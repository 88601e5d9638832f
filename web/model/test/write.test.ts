import { expect, it } from 'vitest';
import { EMPTY_VIEW } from '../src/link/codec.ts';
import { readPageAddress } from '../src/link/pages.ts';
import { decodeLink } from '../src/link/codec.ts';
import { readWrite, writeHref } from '../src/link/write.ts';
import { DEFAULT_PRESET } from '../src/presets.ts';

const contentWith = (text: string) => ({
  scenario: { ...DEFAULT_PRESET.scenario, scripts: { 'my-own': text }, compare: ['newreno', 'my-own'] },
  preset: DEFAULT_PRESET.id,
  view: EMPTY_VIEW,
});

/** What the address opens. */
function opened(
  text: string,
  draft: string | null,
): { scripts: unknown; draft: string | null; item: string | null } {
  const found = writeHref('my-own', contentWith(text), draft);
  expect(found.tooLong).toBeNull();
  const { name, item = null, query = '' } = readPageAddress(found.href) ?? {};
  expect(name).toBe('write');
  const read = readWrite(query);
  const link = decodeLink(read.of ?? '');
  expect(link.problems).toEqual([]);
  return { scripts: link.scenario['scripts'], draft: read.draft, item };
}

it('carries the scenario with its scripts, and a text that is not in it', () => {
  const text = 'on loss { cwnd = window * 0.5 } # “Hälfte”, 100 %\n';
  expect(opened(text, null)).toEqual({ scripts: { 'my-own': text }, draft: null, item: 'my-own' });
  for (const draft of ['', 'on loss { cwnd = wind', 'a&b=c#d?e+f %41\n\t“∞” 🚀'])
    expect(opened(text, draft)).toEqual({ scripts: { 'my-own': text }, draft, item: 'my-own' });
});

it('is refused with its length and the limit, where it could not be read again', () => {
  // Text without repetition does not get shorter.
  const noise = (length: number): string => {
    let state = 1;
    return Array.from({ length }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return String.fromCharCode(33 + (state % 90));
    }).join('');
  };
  expect(writeHref('my-own', contentWith(noise(20_000)), null).tooLong).toMatchObject({ most: 8000 });
  const { tooLong } = writeHref('my-own', contentWith('on loss { standard() }'), noise(20_000));
  expect(tooLong?.most).toBe(12_000);
  expect(tooLong?.length).toBeGreaterThan(12_000);
});

it('a damaged draft is none, and the scenario still opens', () => {
  expect(readWrite('of=v1/gm04-table1&draft=%21%21').draft).toBeNull();
  expect(readWrite('of=v1/gm04-table1&draft=AAAA').draft).toBeNull();
  expect(readWrite('of=v1/gm04-table1&draft=AAAA').of).toBe('v1/gm04-table1');
  expect(readWrite('line=3')).toEqual({ of: null, draft: null, line: 3 });
});
