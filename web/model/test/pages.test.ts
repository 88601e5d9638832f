import { expect, it } from 'vitest';
import { routeHref, readRoute } from '../src/link/pages.ts';

it('an address names the gallery, or one of its figures', () => {
  expect(readRoute('#gallery')).toEqual({ page: 'gallery', item: null, query: '' });
  expect(readRoute('#gallery/gm04-fig5')).toEqual({ page: 'gallery', item: 'gm04-fig5', query: '' });
  expect(readRoute(routeHref('gallery', 'gm04-fig5')).item).toBe('gm04-fig5');
});

it('links to scenarios, the empty address and what is neither are for the lab', () => {
  for (const hash of ['', '#', '#v1/gm04-table1?t=3', '#v1/~abc', '#nonsense', '#gallery/<b>', '#lab'])
    expect(readRoute(hash)).toEqual({ page: 'lab', item: null, query: '' });
});

it('lessons and the ways to try oneself have pages, with what follows for them to read', () => {
  expect(readRoute('#lessons')).toEqual({ page: 'lessons', item: null, query: '' });
  expect(readRoute('#lesson/rtt-unfairness?step=3')).toEqual({
    page: 'lesson',
    item: 'rtt-unfairness',
    query: 'step=3',
  });
  // A step is not a part of the name: the page says which lesson it does not know.
  expect(readRoute('#lesson/sawtooth/3').item).toBe('sawtooth/3');
  expect(readRoute('#teach/guess?seed=17&show=queue')).toMatchObject({ page: 'teach', item: 'guess' });
});

it('a lesson or a way to teach without its name is the list of them', () => {
  for (const hash of ['#teach', '#teaching', '#lesson', '#lesson?step=2'])
    expect(readRoute(hash)).toEqual({ page: 'lessons', item: null, query: '' });
});

it('near names lead to the page that is meant', () => {
  expect(readRoute('#learn')).toEqual({ page: 'lessons', item: null, query: '' });
  expect(readRoute('#sweeps').page).toBe('sweep');
  expect(readRoute('#constructor').page).toBe('lab');
});
