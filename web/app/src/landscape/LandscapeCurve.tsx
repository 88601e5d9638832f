import { cssColour, formatQuantity } from '@ackscope/charts';
import type { Unit } from '@ackscope/charts';
import type { LandscapeOf } from '@ackscope/model';
import { useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import { useSignal } from '../lab/useSignal.ts';
import { KNOB_SPECS } from '../lab/firstKnobs.ts';
import type { FirstKnobId } from '../lab/firstKnobs.ts';
import type { Landscape } from './compute.ts';
import { landscapesOf } from './follow.ts';
import type { Landscapes } from './follow.ts';
import { inWords, isFlat } from './landscapeTexts.ts';
import styles from './Landscape.module.css';

const [WIDTH, HEIGHT] = [1000, 100];

export function useLandscapes(): Landscapes | null {
  return useSignal(landscapesOf(useLab()));
}

/** A curve per lane over a knob's range, and a line at the knob's value. */
export function LandscapeCurve({ id, of }: { id: FirstKnobId; of: LandscapeOf }) {
  const landscapes = useLandscapes();
  const lanes = useLanes();
  const value = useLabState((state) => KNOB_SPECS[id].read(state.scenario.wanted));
  const landscape = landscapes?.knobs.get(id);
  if (landscapes === null || value === null) return null;
  if (landscape === undefined) return <div className={styles.empty} />;
  const { done, total, places, leftOut } = landscape;
  if (places.length === 0) return <p className={styles.note}>not shown: too many packets</p>;
  const unit: Unit = of === 'goodput' && id !== 'rate' ? 'bps' : of === 'delay' ? 's' : 'ratio';
  const top = Math.max(...[...landscape.lanes.values()].flat().map((item) => item ?? 0));
  const words = inWords(KNOB_SPECS[id], landscapes, landscape, lanes, (item) => formatQuantity(item, unit));
  return (
    <div className={styles.landscape} data-landscape={id} data-done={done === total || undefined}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
        className={styles.curves}
      >
        <title>{words}</title>
        <line
          className={styles.here}
          x1={WIDTH * KNOB_SPECS[id].scale.toPosition(value)}
          x2={WIDTH * KNOB_SPECS[id].scale.toPosition(value)}
          y1={0}
          y2={HEIGHT}
        />
        {lanes.map(({ run, style }) => (
          <path
            key={run.label}
            d={pathOf(landscape, run.label, top)}
            stroke={cssColour(style.colour)}
            strokeDasharray={style.dash.join(' ')}
            className={styles.curve}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {done < total && (
        <div
          className={styles.progress}
          role="progressbar"
          aria-label={`Landscape of the ${KNOB_SPECS[id].name}`}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
          style={{ width: `${(100 * done) / total}%` }}
        />
      )}
      {done === total && isFlat(landscape) && <p className={styles.note}>hardly any effect here</p>}
      {leftOut > 0 && done === total && (
        <p className="visually-hidden">{leftOut} values are left out: they need too many packets.</p>
      )}
    </div>
  );
}

/** A value that is not computed yet leaves no gap in the line, except at the ends. */
function pathOf({ places, lanes }: Landscape, label: string, top: number): string {
  const values = lanes.get(label) ?? [];
  const points = places.flatMap(({ position }, at) => {
    const value = values[at];
    if (value === undefined || value === null) return [];
    const y = top > 0 ? HEIGHT * (1 - (0.92 * value) / top) : HEIGHT;
    return [`${(WIDTH * position).toFixed(1)},${y.toFixed(1)}`];
  });
  // A single place is drawn as a short line.
  if (points.length === 1) return `M${points[0] ?? ''}h12`;
  return points.length === 0 ? '' : `M${points.join('L')}`;
}
