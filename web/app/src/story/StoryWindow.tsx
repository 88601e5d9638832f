import { useSize, ticksFor } from '@ackscope/charts';
import { focusSeries } from '@ackscope/model';
import type { SeriesTrace } from '@ackscope/model';
import type { Source } from './types.ts';
import styles from './Story.module.css';

/** The window, and the packets sent and not acknowledged, on the story's time axis. */
export function StoryWindow({
  source: { trace },
  range,
  colour,
}: {
  source: Source;
  range: readonly [number, number];
  colour: string;
}) {
  const [box, size] = useSize<HTMLDivElement>();
  const lines = [
    { name: 'flight', ink: 'var(--ink-2)', columns: focusSeries(trace, 'flight')[0] },
    { name: 'cwnd', ink: colour, columns: focusSeries(trace, 'cwnd')[0] },
  ];
  const top =
    Math.max(1, ...lines.map(({ columns }) => (columns === undefined ? 0 : peakIn(columns, range)))) * 1.15;
  return (
    <div ref={box} className={styles.window} data-plot="story-window">
      {size !== null && (
        <svg width={size.width} height={size.height} aria-hidden="true">
          {ticksFor([0, top], [size.height - 1, 0], 3).map(({ value, position, text }) => (
            <g key={value}>
              <line className={styles.level} x1={0} x2={size.width} y1={position} y2={position} />
              <text className={styles.tick} x={-6} y={position}>
                {text}
              </text>
            </g>
          ))}
          {lines.map(
            ({ name, ink, columns }) =>
              columns !== undefined && (
                <path
                  key={name}
                  className={styles.line}
                  stroke={ink}
                  d={stepPath(columns, range, size.width, size.height, top)}
                />
              ),
          )}
        </svg>
      )}
    </div>
  );
}

/** The indices of the samples that a range shows, with the one that holds at its beginning. */
function* within(columns: SeriesTrace, [fromS, toS]: readonly [number, number]): Generator<number> {
  for (let at = Math.max(0, columns.indexAt(fromS)); at < columns.count; at += 1) {
    if ((columns.timeS[at] ?? Infinity) > toS) return;
    yield at;
  }
}

function peakIn(columns: SeriesTrace, range: readonly [number, number]): number {
  let peak = 0;
  for (const at of within(columns, range)) peak = Math.max(peak, columns.max[at] ?? 0);
  return peak;
}

function stepPath(
  columns: SeriesTrace,
  range: readonly [number, number],
  width: number,
  height: number,
  top: number,
): string {
  const x = (timeS: number): string =>
    (Math.min(1, Math.max(0, (timeS - range[0]) / (range[1] - range[0]))) * width).toFixed(1);
  const y = (value: number): string => (height - (value / top) * (height - 2)).toFixed(1);
  let path = '';
  for (const at of within(columns, range)) {
    const timeS = columns.timeS[at] ?? 0;
    path += `${path === '' ? 'M' : 'H'}${x(timeS)}${path === '' ? ' ' : 'V'}${y(columns.last[at] ?? 0)}`;
  }
  return path === '' ? '' : `${path}H${x(Math.min(range[1], columns.timeS[columns.count - 1] ?? range[1]))}`;
}
