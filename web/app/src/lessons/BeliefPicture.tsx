import { useMemo } from 'react';
import { laneStyles } from '@ackscope/charts';
import { decodeLink } from '@ackscope/model';
import type { Belief } from '@ackscope/model/lesson';
import { LESSONS } from 'virtual:lessons';
import { useLab } from '../lab/context.ts';
import { readDurationS } from '../scenario/knobs.ts';
import { useSignal } from '../base/useSignal.ts';
import { thumbOf } from './thumbs.ts';
import styles from './lecture/Teacher.module.css';

const [WIDTH, HEIGHT] = [240, 48];
const POINTS = 240;

/** The windows of a step's run, small enough for a table; dashed what students would draw. */
export function BeliefPicture({ belief }: { belief: Belief }) {
  const { engine } = useLab();
  const { scenario, fromS, toS } = useMemo(() => {
    const step = LESSONS.find(({ id }) => id === belief.lesson)?.steps[belief.at];
    const link = decodeLink(step?.run ?? '');
    const predict = step?.predict;
    const [a, b] = link.view.zoom ?? [0, readDurationS(link.scenario) ?? 1];
    const isDrawn = predict?.kind === 'draw';
    return { scenario: link.scenario, fromS: isDrawn ? predict.fromS : a, toS: isDrawn ? predict.toS : b };
  }, [belief]);
  const run = useSignal(
    useMemo(
      () => thumbOf(engine, `${belief.lesson}/${belief.at}/${toS}`, scenario, toS),
      [engine, belief, scenario, toS],
    ),
  );
  const looks = laneStyles(run.lanes.map(({ info }) => info.algorithm));
  const curves = run.lanes.map(({ columns }) =>
    columns === null
      ? []
      : Array.from({ length: POINTS + 1 }, (_, at) => {
          const value = columns.at(fromS + (at / POINTS) * (toS - fromS));
          return Number.isFinite(value) ? value : 0;
        }),
  );
  const said = belief.curve ?? [];
  const top = Math.max(1, ...curves.flat(), ...said.map(([, value]) => value));
  const y = (value: number): number => HEIGHT - 2 - (value / top) * (HEIGHT - 4);
  const along = (points: readonly (readonly [number, number])[]): string =>
    points.map(([x, value]) => `${x.toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg
      className={styles.run}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Windows from ${fromS} to ${toS} s`}
    >
      <path className={styles.floor} d={`M0 ${HEIGHT - 1}H${WIDTH}`} />
      {curves.map((values, lane) => (
        <polyline
          key={lane}
          style={{ stroke: `var(--series-${looks[lane]?.colour ?? 'slate'})` }}
          strokeDasharray={lane === 0 ? undefined : looks[lane]?.dash.join(' ')}
          points={along(values.map((value, at) => [(at / POINTS) * WIDTH, value]))}
        />
      ))}
      {said.length > 0 && (
        <polyline
          className={styles.said}
          points={along(said.map(([timeS, value]) => [((timeS - fromS) / (toS - fromS)) * WIDTH, value]))}
        />
      )}
    </svg>
  );
}
