import { useTheme } from '../lab/useTheme.ts';
import { Game } from '../teach/Game.tsx';
import { FrameBox } from './FrameBox.tsx';
import teach from '../teach/Teach.module.css';

/** A game or a worksheet in a frame of a course page. */
export function TeachFrame({
  item,
  query,
  onHeight,
}: {
  item: string | null;
  query: string;
  onHeight: (px: number) => void;
}) {
  const { themeKey } = useTheme();
  return (
    <FrameBox className={teach.main} marks={{ 'data-mode': item }} onHeight={onHeight}>
      <Game item={item} query={query} themeKey={themeKey} />
    </FrameBox>
  );
}
