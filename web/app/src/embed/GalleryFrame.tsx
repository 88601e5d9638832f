import { useTheme } from '../lab/useTheme.ts';
import { Gallery } from '../gallery/Gallery.tsx';
import { FrameBox } from './FrameBox.tsx';

/** The gallery or one of its figures in a frame of a course page. */
export function GalleryFrame({ item, onHeight }: { item: string | null; onHeight: (px: number) => void }) {
  const { themeKey } = useTheme();
  return (
    <FrameBox onHeight={onHeight}>
      <Gallery item={item} themeKey={themeKey} />
    </FrameBox>
  );
}
