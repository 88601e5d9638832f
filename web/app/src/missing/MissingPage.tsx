import { UnknownId } from '../kit/UnknownId.tsx';
import type { PageProps } from '../definePage.ts';
import { PAGES } from '../pages.ts';
import { Page } from '../site/Page.tsx';

/** What a reader finds on each page. */
const ABOUT: Readonly<Record<string, string>> = {
  lessons: 'twelve units: you say what will happen, then it runs',
  gallery: 'figures of papers, redrawn, and which claims hold',
  sweep: 'one or two settings over a range, with intervals',
  theory: 'formulas of papers, beside simulated points',
  write: 'an algorithm of your own, run while you type',
  score: 'all algorithms on twelve standard paths',
  break: 'small networks on which an algorithm fails',
};

/** For an address that is neither a scenario's link nor a page: it opens no run that nobody asked for. */
export function MissingPage({ item }: PageProps) {
  const known = [...PAGES].flatMap(([id, { nav }]) =>
    nav === undefined ? [] : [{ id, title: nav.name, about: ABOUT[id] ?? '', place: nav.place }],
  );
  return (
    <Page href="#missing">
      <UnknownId what="page" id={item ?? 'missing'} known={known.toSorted((a, b) => a.place - b.place)} />
    </Page>
  );
}
