import { Axes, plotBox, ticksFor, useSize } from '@ackscope/charts';
import type { Prediction } from '@ackscope/model/lesson';
import { barsOf, medianOf } from './cloud.ts';
import type { Answers, Bar } from './cloud.ts';
import styles from './Cloud.module.css';

/** Before layout, and where nothing can be measured. */
const DEFAULT_SIZE = { width: 720, height: 560, scale: 1 };
const MARGIN = { left: 48, right: 16, top: 12, bottom: 40 };

const UNITS = {
  packets: { factor: 1, name: 'packets' },
  bps: { factor: 1e6, name: 'Mbit/s' },
  s: { factor: 1, name: 's' },
};

/** The answers of a class to a question, without the run or with it. It fills the box around it. */
export function AnswersPicture({
  answers,
  predict,
  run = null,
}: {
  answers: Answers;
  predict: Prediction;
  run?: readonly number[] | null;
}) {
  // A written rule has no picture: a league compares them.
  if (predict.kind === 'write') return null;
  if (predict.kind !== 'draw') return <BarCloud bars={barsOf(answers, predict)} />;
  const { curves } = answers;
  return (
    <CurveCloud
      curves={curves}
      median={curves.length > 2 ? medianOf(curves) : null}
      run={run}
      predict={predict}
    />
  );
}

/** Drawings over each other, with their median; after the reveal the run. */
function CurveCloud({
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
  const [frame, size] = useSize<HTMLDivElement>();
  const { width, height, scale } = size ?? DEFAULT_SIZE;
  const box = plotBox(width, height, MARGIN, scale);
  const path = (values: readonly number[]): string =>
    values
      .map((value, at) => {
        const x = ((at + 0.5) / values.length) * box.width;
        const y = box.height * (1 - Math.min(1, Math.max(0, value / top)));
        return `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
      })
      .join('');
  const { factor, name } = UNITS[unit];
  return (
    <div ref={frame} className={styles.board} data-plot="cloud">
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${String(width)} ${String(height)}`}
        role="img"
        aria-label={`${String(curves.length)} drawings over each other${median === null ? '' : ', and their median'}${run === null ? '' : ', and the run'}`}
      >
        <g transform={`translate(${String(box.left)} ${String(box.top)})`}>
          <Axes
            box={box}
            scale={scale}
            x={{ ticks: ticksFor([fromS, toS], [0, box.width], 5), title: 'time, s' }}
            y={{ ticks: ticksFor([0, top], [box.height, 0], 5, factor), title: name }}
          />
          {curves.map((curve, at) => (
            <path key={at} className={styles.drawing} d={path(curve)} data-drawing />
          ))}
          {median !== null && <path className={styles.median} d={path(median)} />}
          {run !== null && <path className={styles.run} d={path(run)} data-run />}
        </g>
      </svg>
    </div>
  );
}

/** How many answered what. */
function BarCloud({ bars }: { bars: readonly Bar[] }) {
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
