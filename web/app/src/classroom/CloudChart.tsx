import { Axes, plotBox, ticksFor } from '@ackscope/charts';
import type { Prediction } from '@ackscope/model/lesson';
import type { Bar } from './cloud.ts';
import styles from './Cloud.module.css';

/** The picture's size in its own units. */
const [WIDTH, HEIGHT] = [720, 560];
const BOX = plotBox(WIDTH, HEIGHT, { left: 48, right: 16, top: 12, bottom: 40 });

const UNITS = {
  packets: { factor: 1, name: 'packets' },
  bps: { factor: 1e6, name: 'Mbit/s' },
  s: { factor: 1, name: 's' },
};

/** Drawings over each other, with their median; after the reveal the run. */
export function CurveCloud({
  curves,
  median,
  run,
  predict,
}: {
  curves: readonly (readonly number[])[];
  median: readonly number[] | null;
  run: readonly number[] | null;
  predict: Extract<Prediction, { kind: 'draw' }>;
}) {
  const { fromS, toS, top, unit } = predict;
  const path = (values: readonly number[]): string =>
    values
      .map((value, at) => {
        const x = ((at + 0.5) / values.length) * BOX.width;
        const y = BOX.height * (1 - Math.min(1, Math.max(0, value / top)));
        return `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
      })
      .join('');
  const { factor, name } = UNITS[unit];
  return (
    <svg
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      role="img"
      aria-label={`${String(curves.length)} drawings over each other${median === null ? '' : ', and their median'}${run === null ? '' : ', and the run'}`}
      data-plot="cloud"
    >
      <g transform={`translate(${String(BOX.left)} ${String(BOX.top)})`}>
        <Axes
          box={BOX}
          x={{ ticks: ticksFor([fromS, toS], [0, BOX.width], 5), title: 'time, s' }}
          y={{ ticks: ticksFor([0, top], [BOX.height, 0], 5, factor), title: name }}
        />
        {curves.map((curve, at) => (
          <path key={at} className={styles.drawing} d={path(curve)} data-drawing />
        ))}
        {median !== null && <path className={styles.median} d={path(median)} />}
        {run !== null && <path className={styles.run} d={path(run)} data-run />}
      </g>
    </svg>
  );
}

/** How many answered what. */
export function BarCloud({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className={styles.bars} data-plot="cloud">
      {bars.map(({ label, count, isUnsure }) => (
        <li key={label}>
          <span>{label}</span>
          <span className={styles.track} aria-hidden="true">
            <span data-unsure={isUnsure || undefined} style={{ width: `${String((100 * count) / most)}%` }} />
          </span>
          <span className={styles.count}>{count}</span>
        </li>
      ))}
    </ul>
  );
}
