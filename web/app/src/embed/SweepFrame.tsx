import { useTheme } from '../lab/useTheme.ts';
import { SweepResult } from '../sweep/SweepResult.tsx';
import { useOpenedSweep } from '../sweep/useOpenedSweep.ts';
import { FrameBox } from './FrameBox.tsx';
import styles from './EmbedPage.module.css';

/** A sweep in a frame of a course page: runs when it is seen, and links to the whole site. */
export function SweepFrame({ query, onHeight }: { query: string; onHeight: (px: number) => void }) {
  const { themeKey } = useTheme();
  const { problems, ...opened } = useOpenedSweep(query);
  return (
    <FrameBox className={styles.sheet} marks={{ 'data-sweep': opened.state.status }} onHeight={onHeight}>
      {problems.map((problem) => (
        <p key={problem} role="alert">
          {problem}
        </p>
      ))}
      <SweepResult {...opened} themeKey={themeKey} isEmbedded />
    </FrameBox>
  );
}
