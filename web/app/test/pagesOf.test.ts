import { expect, it } from 'vitest';
import { FRAMED, UNFRAMED } from '../../embed/src/address.ts';
import linksText from '../../../docs/links.md?raw';
import { PAGES, readLabLink, readRoute } from '../src/pages.ts';

it('what is no word is for the lab, and an unknown word for the page that says so', () => {
  for (const hash of ['', '#', '#v1/gm04-table1?t=3', '#v', '#gallery/<b>', '#lab'])
    expect(readRoute(hash)).toEqual({ page: 'lab', item: null, query: '' });
  for (const word of ['nonsense', 'constructor'])
    expect(readRoute(`#${word}`)).toEqual({ page: 'missing', item: word, query: '' });
});

it('lessons and the ways to try oneself have pages, with what follows for them to read', () => {
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
  expect(readRoute('#lesson?from=https://a.example/b').page).toBe('lesson');
});

it('near names lead to the page that is meant', () => {
  expect(readRoute('#learn')).toEqual({ page: 'lessons', item: null, query: '' });
  expect(readRoute('#sweeps').page).toBe('sweep');
  expect(readRoute('#learn/sawtooth?step=2')).toEqual({ page: 'lesson', item: 'sawtooth', query: 'step=2' });
});

it('no two pages have one name, and what a page refers to is a page', () => {
  const names = [...PAGES].flatMap(([id, page]) => [id, ...(page.names ?? [])]);
  expect(names).toHaveLength(new Set(names).size);
  for (const name of names) expect(name).toMatch(/^[a-z]{1,16}$/);
  const referred = [...PAGES.values()].flatMap(({ within, list, one }) =>
    [within, list?.page, one].filter((id) => id !== undefined),
  );
  for (const id of referred) expect([...PAGES.keys()]).toContain(id);
  const places = [...PAGES.values()].flatMap(({ nav }) => nav?.place ?? []);
  expect(places).toHaveLength(new Set(places).size);
});

it('the beginning of a page’s name was cut off', () => {
  for (const id of PAGES.keys())
    expect(readLabLink(`#${id.slice(0, 3)}`).problems, id).toEqual(['The link was cut off.']);
  expect(readLabLink('#nonsense').problems).toEqual(['“nonsense” is not an Ackscope link.']);
});

it('a page around knows every page, and which of them a frame shows (web/embed/src/address.ts)', () => {
  const ids = [...PAGES.keys()].toSorted();
  expect(FRAMED).toEqual(ids.filter((id) => PAGES.get(id)?.frame !== undefined));
  expect(UNFRAMED).toEqual(ids.filter((id) => PAGES.get(id)?.frame === undefined));
});

it('every page says what the tests of layout and accessibility look at, and docs/links.md tells its address', () => {
  const files = import.meta.glob<Record<string, string>>('../src/*/states.json', {
    eager: true,
    import: 'default',
  });
  const states = Object.values(files).flatMap((file) => Object.entries(file));
  const shown = new Set(states.map(([, link]) => readRoute(link).page));
  expect([...shown].toSorted()).toEqual([...PAGES.keys()].toSorted());
  expect(states).toHaveLength(new Set(states.map(([name]) => name)).size);
  for (const id of PAGES.keys()) expect(linksText).toMatch(new RegExp(`\`#${id}\\b`));
});
