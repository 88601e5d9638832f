import { UnknownId } from '../kit/UnknownId.tsx';
import type { PageProps } from '../definePage.ts';
import { PAGES } from '../pages.ts';
import { Page } from '../site/Page.tsx';

/** For an address that is neither a scenario's link nor a page: it opens no run that nobody asked for. */
export function MissingPage({ item }: PageProps) {
  const known = [...PAGES].flatMap(([id, { nav }]) => (nav === undefined ? [] : [{ id, title: nav.name }]));
  return (
    <Page href="#missing">
      <UnknownId what="page" id={item ?? 'missing'} known={known} />
    </Page>
  );
}
