import { useEffect, useState } from 'react';
import { useLab, useLabState } from '../lab/context.ts';
import styles from './ChartCursor.module.css';

/** The cross-hair for the keyboard: arrow keys move it, and its values are announced. */
export function ChartCursor({
  label,
  timeDomain,
  words,
}: {
  label: string;
  timeDomain: readonly [number, number];
  words: (timeS: number) => string;
}) {
  const { store } = useLab();
  /** Where it was moved to, and where the clock stood then; null without the focus. */
  const [moved, setMoved] = useState<{ timeS: number; clockS: number } | null>(null);
  const clockS = useLabState(({ clock }) => (moved === null ? 0 : clock.timeS));
  const isPlaying = useLabState(({ clock }) => moved !== null && clock.playing);
  const [fromS, toS] = timeDomain;
  // A step of the clock takes the cursor along: what is announced is where the step leads.
  const isThere = isPlaying || moved?.clockS === clockS;
  const timeS = moved === null ? null : isThere ? moved.timeS : Math.min(toS, Math.max(fromS, clockS));
  const atS = timeS ?? clockS;
  useEffect(() => {
    if (timeS !== null) store.getState().actions.hover(timeS);
  }, [store, timeS]);
  const move = (next: number): void => {
    const { view, clock } = store.getState();
    const lastS = view.hidesFuture ? Math.min(toS, clock.timeS) : toS;
    setMoved({ timeS: Math.min(lastS, Math.max(fromS, next)), clockS: clock.timeS });
  };
  return (
    <div
      className={styles.cursor}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={fromS}
      aria-valuemax={toS}
      aria-valuenow={atS}
      aria-valuetext={timeS === null ? 'arrow keys move it' : words(timeS)}
      onFocus={() => move(store.getState().clock.timeS)}
      onBlur={() => {
        setMoved(null);
        store.getState().actions.hover(null);
      }}
      onKeyDown={(event) => {
        const step = ((toS - fromS) / 200) * (event.shiftKey ? 10 : 1);
        const to = {
          ArrowLeft: atS - step,
          ArrowRight: atS + step,
          Home: fromS,
          End: toS,
        }[event.key];
        if (event.key === 'Enter' && timeS !== null) store.getState().actions.seek(timeS);
        else if (to !== undefined) move(to);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
