import { expect, it } from 'vitest';
import { readPageAddress, routeHref } from '../src/link/pages.ts';

it('an address names a page, an item of it, and what follows for the page to read', () => {
  expect(readPageAddress('#gallery')).toEqual({ name: 'gallery', item: null, query: '' });
  expect(readPageAddress('gallery/gm04-fig5')).toEqual({ name: 'gallery', item: 'gm04-fig5', query: '' });
  expect(readPageAddress('#lesson/rtt-unfairness?step=3')).toEqual({
    name: 'lesson',
    item: 'rtt-unfairness',
    query: 'step=3',
  });
  expect(readPageAddress(routeHref('gallery', 'gm04-fig5'))?.item).toBe('gm04-fig5');
});

it('links to scenarios and what is not written as a page are none', () => {
  for (const hash of [
    '',
    '#',
    '#v1/gm04-table1?t=3',
    '#v1/~abc',
    '#gallery/<b>',
    `#sweep?${'a'.repeat(12_001)}`,
  ])
    expect(readPageAddress(hash)).toBeNull();
});
