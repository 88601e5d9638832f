import { cssColour } from '@ackscope/charts';
import type { LaneView } from '../laneData/laneData.ts';
import type { Bar } from './proof.ts';
import styles from './Proof.module.css';

/** The bars of a proof; a screen reader hears the words of it instead. */
export function Proof({
  bars,
  lanes,
  interval,
}: {
  bars: readonly Bar[];
  lanes: readonly LaneView[];
  /** From when to when, in words. */
  interval: string;
}) {
  const most = Math.max(...bars.map(({ value, was = 0 }) => Math.max(value, was || 0)));
  const width = (value: number): string => `${(100 * Math.max(0, value)) / (most > 0 ? most : 1)}%`;
  const isCompared = bars.some(({ was }) => was !== undefined);
  return (
    <div className={styles.proof} data-part="proof" aria-hidden="true">
      <div className={styles.head}>
        <span>
          {interval}
          {isCompared && ', grey: before'}
        </span>
        <span className={styles.value}>{bars[0]?.unit}</span>
      </div>
      {bars.map((bar) => (
        <div key={bar.name} className={styles.row}>
          <span className={styles.name}>
            <span>{bar.name}</span>
            {bar.unit !== undefined && bar.unit !== '' && <i>, {bar.unit}</i>}
          </span>
          <span>
            {bar.was !== undefined && <span className={styles.was} style={{ width: width(bar.was || 0) }} />}
            <span
              className={styles.bar}
              style={{ width: width(bar.value || 0), background: inkOf(bar, lanes) }}
            />
          </span>
          <b className={styles.value}>{bar.text}</b>
        </div>
      ))}
    </div>
  );
}

/** One colour, or stripes of all lanes that the bar stands for. */
function inkOf({ lanes: of }: Bar, lanes: readonly LaneView[]): string {
  const colours = of.flatMap((at) => {
    const style = lanes[at]?.style;
    return style === undefined ? [] : cssColour(style.colour);
  });
  if (colours.length <= 1) return colours[0] ?? 'var(--ink-3)';
  const part = 100 / colours.length;
  const stops = colours.map((colour, at) => `${colour} ${at * part}% ${(at + 1) * part}%`);
  return `linear-gradient(${stops.join(', ')})`;
}
