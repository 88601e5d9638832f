import { useState } from 'react';
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
  const [timeS, setTimeS] = useState<number | null>(null);
  const clockS = useLabState((state) => (timeS === null ? 0 : state.clock.timeS));
  const [fromS, toS] = timeDomain;
  const atS = timeS ?? clockS;
  const move = (next: number): void => {
    const { view, clock } = store.getState();
    const lastS = view.hidesFuture ? Math.min(toS, clock.timeS) : toS;
    const inside = Math.min(lastS, Math.max(fromS, next));
    setTimeS(inside);
    store.getState().actions.hover(inside);
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
        setTimeS(null);
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
