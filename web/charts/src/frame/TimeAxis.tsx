import { scaleLinear } from 'd3-scale';
import { formatNumber } from '../format.ts';
import { positionOf } from './scales.ts';
import styles from './LaneFrame.module.css';

/** A label this near the right end would stick out of the lane. */
const EDGE = 16;

interface TimeAxisProps {
  timeDomain: readonly [number, number];
  ticks: readonly number[];
  width: number;
}

/** Times under all rows. Deep in a run only the last digits differ: then they count from the left edge, which is named. */
export function TimeAxis({ timeDomain, ticks, width }: TimeAxisProps) {
  const spanS = timeDomain[1] - timeDomain[0];
  const isDeep = spanS > 0 && timeDomain[1] / spanS > 2000;
  return (
    <div className={styles.axis} aria-hidden="true">
      {width > 0 && (isDeep ? <DeepTicks timeDomain={timeDomain} width={width} /> : null)}
      {width > 0 &&
        !isDeep &&
        ticks.map((timeS, index) => (
          <span
            key={timeS}
            className={styles.timeTick}
            data-edge={positionOf(timeS, timeDomain, width) > width - EDGE ? 'end' : undefined}
            style={{ left: `${positionOf(timeS, timeDomain, width)}px` }}
          >
            {formatNumber(timeS, digitsFor(timeDomain))}
            {index === ticks.length - 1 ? ' s' : ''}
          </span>
        ))}
    </div>
  );
}

/** As many significant digits as neighbouring ticks need to differ. */
function digitsFor(timeDomain: readonly [number, number]): number {
  const spanS = timeDomain[1] - timeDomain[0];
  return Math.max(4, Math.ceil(Math.log10(Math.max(1, timeDomain[1] / spanS))) + 2);
}

function DeepTicks({ timeDomain, width }: { timeDomain: readonly [number, number]; width: number }) {
  const spanS = timeDomain[1] - timeDomain[0];
  const [factor, unit] = spanS < 1e-3 ? [1e-6, 'µs'] : spanS < 1 ? [1e-3, 'ms'] : [1, 's'];
  const scale = scaleLinear([0, spanS / factor], [0, width]);
  const ticks = scale.ticks(4).filter((tick) => tick > 0 && scale(tick) > 84);
  const decimals = Math.min(9, Math.max(1, Math.ceil(-Math.log10(spanS)) + 1));
  return (
    <>
      <span className={styles.timeTick} data-edge="start" style={{ left: 0 }}>
        {timeDomain[0].toFixed(decimals)} s
      </span>
      {ticks.map((tick) => (
        <span key={tick} className={styles.timeTick} style={{ left: `${scale(tick)}px` }}>
          +{formatNumber(tick, 4)} {unit}
        </span>
      ))}
    </>
  );
}
