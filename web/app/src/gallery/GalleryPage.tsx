import { entryById } from '@ackscope/model/gallery';
import type { PageProps } from '../definePage.ts';
import { useTheme } from '../site/useTheme.ts';
import { Page } from '../site/Page.tsx';
import { Gallery } from './Gallery.tsx';

/** The papers by figure: drawn from recorded results, each with its claims. */
export function GalleryPage({ item }: PageProps) {
  const { themeKey } = useTheme();
  return (
    <Page title={entryById(item ?? '')?.title} part={item}>
      <Gallery item={item} themeKey={themeKey} />
    </Page>
  );
}
