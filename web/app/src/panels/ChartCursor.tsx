import { useState } from 'react';
import { formatQuantity, knownUnit } from '@ackscope/charts';
import type { RowDefinition } from '@ackscope/charts';
import { focusSeries } from '@ackscope/model';
import { useLab, useLabState } from '../lab/context.ts';
import type { LaneView } from '../lab/laneData.ts';
import styles from './ChartCursor.module.css';

/** The cross-hair for the keyboard: arrows move it over all lanes, and the values of this lane are spoken. */
export function ChartCursor({
  lane,
  rows,
  timeDomain,
}: {
  lane: LaneView;
  rows: readonly RowDefinition[];
  timeDomain: readonly [number, number];
}) {
  const { store } = useLab();
  const [timeS, setTimeS] = useState<number | null>(null);
  const clockS = useLabState((state) => (timeS === null ? 0 : state.clock.timeS));
  const [fromS, toS] = timeDomain;
  const atS = timeS ?? clockS;
  const move = (next: number): void => {
    const inside = Math.min(toS, Math.max(fromS, next));
    setTimeS(inside);
    store.getState().actions.hover(inside);
  };
  return (
    <div
      className={styles.cursor}
      role="slider"
      tabIndex={0}
      aria-label={`Cursor in ${lane.name}`}
      aria-valuemin={fromS}
      aria-valuemax={toS}
      aria-valuenow={atS}
      aria-valuetext={timeS === null ? 'arrows move it' : valuesInWords(lane, rows, timeS)}
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

/** "at 412 s: cwnd 41.8, queue 12, …": what the rows on the screen show there. */
function valuesInWords(lane: LaneView, rows: readonly RowDefinition[], timeS: number): string {
  const { trace } = lane.run;
  if (trace === null) return '';
  const wanted = new Set(rows.map(({ id }) => id));
  const names = SPOKEN.filter(({ row }) => wanted.has(row)).flatMap(({ series }) => series);
  const values = names.flatMap((name) => {
    const one = focusSeries(trace, name)[0];
    return one === undefined ? [] : [`${name} ${formatQuantity(one.at(timeS), knownUnit(one.info.unit))}`];
  });
  return `at ${formatQuantity(timeS, 's', 5)}: ${values.join(', ')}`;
}

const SPOKEN: readonly { row: string; series: readonly string[] }[] = [
  { row: 'cwnd', series: ['cwnd', 'ssthresh'] },
  { row: 'queue', series: ['queue'] },
  { row: 'bwe', series: ['bwe'] },
  { row: 'rtt', series: ['rtt'] },
  { row: 'flight', series: ['flight'] },
];
