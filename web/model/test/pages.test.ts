import { expect, it } from 'vitest';
import { placeHref, readPlace } from '../src/link/pages.ts';

it('an address names the gallery, or one of its figures', () => {
  expect(readPlace('#gallery')).toEqual({ page: 'gallery', item: null, query: '' });
  expect(readPlace('#gallery/gm04-fig5')).toEqual({ page: 'gallery', item: 'gm04-fig5', query: '' });
  expect(readPlace(placeHref('gallery', 'gm04-fig5')).item).toBe('gm04-fig5');
});

it('links to scenarios, the empty address and what is neither are for the lab', () => {
  for (const hash of ['', '#', '#v1/gm04-table1?t=3', '#v1/~abc', '#nonsense', '#gallery/<b>', '#lab'])
    expect(readPlace(hash)).toEqual({ page: 'lab', item: null, query: '' });
});

it('lessons and the ways to try oneself have pages, with what follows for them to read', () => {
  expect(readPlace('#lessons')).toEqual({ page: 'lessons', item: null, query: '' });
  expect(readPlace('#lesson/rtt-unfairness?step=3')).toEqual({
    page: 'lesson',
    item: 'rtt-unfairness',
    query: 'step=3',
  });
  expect(readPlace('#teach/guess?seed=17&show=queue')).toMatchObject({ page: 'teach', item: 'guess' });
});

it('a lesson or a way to teach without its name is the list of them', () => {
  for (const hash of ['#teach', '#teaching', '#lesson', '#lesson?step=2'])
    expect(readPlace(hash)).toEqual({ page: 'lessons', item: null, query: '' });
});

it('near names lead to the page that is meant', () => {
  expect(readPlace('#learn')).toEqual({ page: 'lessons', item: null, query: '' });
  expect(readPlace('#sweeps').page).toBe('sweep');
  expect(readPlace('#constructor').page).toBe('lab');
});
