import { useRef } from 'react';
import { formatFixed, usePacedSignals } from '@ackscope/charts';
import { soFar } from '@ackscope/model';
import { useLab } from '../lab/context.ts';
import type { LaneView } from '../lab/laneData.ts';
import styles from './Results.module.css';

interface SoFarProps {
  lane: LaneView;
  shown: readonly [number, number];
  isZoomed: boolean;
  /** What one unit of the table's goodputs is, in bit/s, and its decimals. */
  factor: number;
  decimals: number;
}

/** Results as of the cross-hair, or of the clock; of a part of the run also what all of it came to. */
export function SoFar({ lane, shown, isZoomed, factor, decimals }: SoFarProps) {
  const { signals, rules } = useLab();
  const goodput = useRef<HTMLSpanElement>(null);
  const timeouts = useRef<HTMLSpanElement>(null);
  const { trace } = lane.run;
  const [fromS, toS] = shown;

  const words = (untilS: number): [string, string] => {
    if (trace === null) return ['', ''];
    const found = soFar(trace, rules, fromS, untilS);
    const decimalsS = Math.max(1, Math.ceil(1.5 - Math.log10(toS - fromS)));
    const until = formatFixed(untilS, decimalsS);
    const stretch = isZoomed ? `${formatFixed(fromS, decimalsS)}–${until} s` : `to ${until} s`;
    // Beyond the limit of what a run keeps, timeouts are only counted for the whole of it.
    const atLeast = lane.leftOut !== null && lane.leftOut.fromS < untilS ? '≥ ' : '';
    const ran = `${atLeast}${found.timeouts} ${found.timeouts === 1 ? 'timeout' : 'timeouts'}`;
    return [`${stretch}: ${formatFixed((found.goodputBps ?? NaN) / factor, decimals)}`, `, ${ran}`];
  };
  usePacedSignals([signals.clock, signals.hover], () => {
    const untilS = Math.min(toS, Math.max(fromS, signals.hover.get() ?? signals.clock.get()));
    const [first, more] = words(untilS);
    put(goodput.current, first);
    put(timeouts.current, more);
  });
  const all = words(toS);
  return (
    <>
      <p
        className={styles.soFar}
        data-part="so-far"
        title="Goodput and timeouts from the start of what is shown to the clock, or to the cross-hair"
      >
        <span ref={goodput} />
        <span ref={timeouts} />
      </p>
      {isZoomed && (
        <p
          className={styles.soFarAll}
          data-part="so-far-all"
          title="Goodput and timeouts in all of what is shown"
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
