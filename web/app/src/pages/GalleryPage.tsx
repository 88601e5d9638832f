import { useTheme } from '../lab/useTheme.ts';
import { Gallery } from '../gallery/Gallery.tsx';
import { Page } from '../panels/Page.tsx';

/** The papers by figure: drawn from recorded results, each with its claims. */
export function GalleryPage({ item }: { item: string | null }) {
  const { isDark, themeKey } = useTheme();
  return (
    <Page here="gallery" isDark={isDark} part={item}>
      <Gallery item={item} themeKey={themeKey} />
    </Page>
  );
}
