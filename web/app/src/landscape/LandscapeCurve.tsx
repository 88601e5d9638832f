import { cssColour, formatQuantity } from '@ackscope/charts';
import type { Unit } from '@ackscope/charts';
import { useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import { useSignal } from '../base/useSignal.ts';
import { KNOB_SPECS } from '../scenario/firstKnobs.ts';
import type { FirstKnobId } from '../scenario/firstKnobs.ts';
import { TALK_S } from '../sentence/told.ts';
import type { Landscape } from './compute.ts';
import { isHidden, landscapesOf } from './follow.ts';
import type { Landscapes } from './follow.ts';
import { inWords, isFlat } from './landscapeTexts.ts';
import styles from './Landscape.module.css';

const [WIDTH, HEIGHT] = [1000, 100];

export function useLandscapes(): Landscapes | null {
  return useSignal(landscapesOf(useLab()));
}

/** A knob's value in its range, and the landscape there once it is known. Nothing in it changes its height. */
export function LandscapeCurve({ id }: { id: FirstKnobId }) {
  const landscapes = useLandscapes();
  const wanted = useLabState((state) => state.scenario.wanted);
  const value = KNOB_SPECS[id].read(wanted) ?? 0;
  const hides = useLabState(isHidden);
  const landscape = landscapes?.knobs.get(id);
  const position = Math.min(1, Math.max(0, KNOB_SPECS[id].scale(wanted).toPosition(value)));
  return (
    <div className={styles.fill} data-hidden={hides || undefined}>
      <span className={styles.here} style={{ left: `${100 * position}%` }} />
      {landscapes !== null && landscape !== undefined && (
        <Curves id={id} landscapes={landscapes} landscape={landscape} />
      )}
    </div>
  );
}

interface CurvesProps {
  id: FirstKnobId;
  landscapes: Landscapes;
  landscape: Landscape;
}

/** A curve per lane over the knob's range. */
function Curves({ id, landscapes, landscape }: CurvesProps) {
  const lanes = useLanes();
  const { of, isCall } = landscapes;
  const { done, total, places, leftOut } = landscape;
  if (places.length === 0) return <p className={styles.note}>not shown: too many packets</p>;
  const unit: Unit = of === 'goodput' && id !== 'rate' ? 'bps' : of === 'delay' ? 's' : 'ratio';
  const top = isCall
    ? 2 * TALK_S
    : Math.max(...[...landscape.lanes.values()].flat().map((item) => item ?? 0));
  const words = inWords(KNOB_SPECS[id], landscapes, landscape, lanes, (item) => formatQuantity(item, unit));
  return (
    <div className={styles.inside} data-landscape={id} data-done={done === total || undefined}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
        className={styles.curves}
      >
        <title>{words}</title>
        {isCall && (
          <path
            className={styles.limit}
            d={`M0,${heightOf(TALK_S, top)}H${WIDTH}`}
            vectorEffect="non-scaling-stroke"
          />
        )}
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

const heightOf = (value: number, top: number): string =>
  (HEIGHT * (0.97 - (top > 0 ? (0.9 * value) / top : 0))).toFixed(1);

/** A value that is not computed yet leaves no gap in the line, except at the ends. */
function pathOf({ places, lanes }: Landscape, label: string, top: number): string {
  const values = lanes.get(label) ?? [];
  const points = places.flatMap(({ position }, at) => {
    const value = values[at];
    if (value === undefined || value === null) return [];
    return [`${(WIDTH * position).toFixed(1)},${heightOf(value, top)}`];
  });
  // A single place is drawn as a short line.
  if (points.length === 1) return `M${points[0] ?? ''}h12`;
  return points.length === 0 ? '' : `M${points.join('L')}`;
}
