import { useRef } from 'react';
import { formatFixed, NONE, usePacedSignals } from '@ackscope/charts';
import { soFar } from '@ackscope/model';
import { useLab } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import styles from './Results.module.css';

interface SoFarProps {
  lane: LaneView;
  shown: readonly [number, number];
  isZoomed: boolean;
  /** The unit of the table's goodputs, its size in bit/s, and the decimals. */
  unit: string;
  factor: number;
  decimals: number;
}

/** Results up to the cross-hair or the clock. If zoomed, also those of the visible range. */
export function SoFar({ lane, shown, isZoomed, unit, factor, decimals }: SoFarProps) {
  const { signals, rules } = useLab();
  const line = useRef<HTMLParagraphElement>(null);
  const average = useRef<HTMLSpanElement>(null);
  const timeouts = useRef<HTMLSpanElement>(null);
  const whole = useRef<HTMLParagraphElement>(null);
  const { trace } = lane.run;
  const [fromS, toS] = shown;

  const words = (untilS: number): [string, string] => {
    if (trace === null) return ['', ''];
    const decimalsS = Math.max(1, Math.ceil(1.5 - Math.log10(toS - fromS)));
    const until = formatFixed(untilS, decimalsS);
    const stretch = isZoomed ? `${formatFixed(fromS, decimalsS)}–${until} s` : 'average so far';
    // A lane that has not come so far has no average of it.
    const isReached = lane.run.done || (!lane.run.stale && trace.simulatedS >= untilS);
    if (!isReached) return [`${stretch} ${NONE}`, ''];
    const found = soFar(trace, rules, fromS, untilS);
    // Beyond the stored events, timeouts are counted only for the whole run.
    const atLeast = lane.leftOut !== null && lane.leftOut.fromS < untilS ? '≥ ' : '';
    const ran = `${atLeast}${found.timeouts} ${found.timeouts === 1 ? 'timeout' : 'timeouts'}`;
    const goodput = formatFixed((found.goodputBps ?? NaN) / factor, decimals);
    return [`${stretch} ${goodput} ${unit}`, `, ${ran}`];
  };
  usePacedSignals([signals.clock, signals.hover], () => {
    const untilS = Math.min(toS, Math.max(fromS, signals.hover.get() ?? signals.clock.get()));
    const [first, more] = words(untilS);
    // The cross-hair shows the time; this attribute is for tests.
    if (line.current !== null) line.current.dataset.untilS = formatFixed(untilS, 1);
    put(average.current, first);
    put(timeouts.current, more);
    // At the end of the range the second line would say the same.
    if (whole.current !== null) whole.current.style.visibility = untilS >= toS ? 'hidden' : '';
  });
  const all = words(toS);
  return (
    <>
      <p
        ref={line}
        className={styles.soFar}
        data-part="so-far"
        title="Goodput and timeouts from the left edge of the charts to the clock, or to the cross-hair"
      >
        <span ref={average} />
        <span ref={timeouts} />
      </p>
      {isZoomed && (
        <p
          ref={whole}
          className={styles.soFarAll}
          data-part="so-far-all"
          title="Goodput and timeouts in the visible range"
        >
          {all[0]}
          <span>{all[1]}</span>
        </p>
      )}
    </>
  );
}

function put(element: HTMLElement | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}
