import { scaleLinear } from 'd3-scale';
import { formatNumber } from '../format.ts';
import { positionOf } from './scales.ts';
import styles from './LaneFrame.module.css';

/** About as wide as a digit is, and the least space between two labels. */
const LETTER = 6.5;
const GAP = 4;

interface TimeAxisProps {
  timeDomain: readonly [number, number];
  ticks: readonly number[];
  width: number;
}

/** Times under all rows. At high zoom they count from the left edge, which is named. */
export function TimeAxis({ timeDomain, ticks, width }: TimeAxisProps) {
  const spanS = timeDomain[1] - timeDomain[0];
  const isDeep = spanS > 0 && timeDomain[1] / spanS > 2000;
  return (
    <div className={styles.axis} aria-hidden="true">
      {width > 0 && (isDeep ? <DeepTicks timeDomain={timeDomain} width={width} /> : null)}
      {width > 0 && !isDeep && (
        <Labels
          width={width}
          labels={ticks.map((timeS, index) => ({
            x: positionOf(timeS, timeDomain, width),
            text: `${formatNumber(timeS, digitsFor(timeDomain))}${index === ticks.length - 1 ? ' s' : ''}`,
          }))}
        />
      )}
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
      <Labels
        width={width}
        labels={ticks.map((tick) => ({ x: scale(tick), text: `+${formatNumber(tick, 4)} ${unit}` }))}
      />
    </>
  );
}

/** Texts at their places. One that would overlap its neighbour is left out, the last one never. */
function Labels({ labels, width }: { labels: readonly { x: number; text: string }[]; width: number }) {
  const boxes = labels.map(({ x, text }) => {
    const half = (text.length * LETTER) / 2;
    const isAtEnd = x > width - half;
    return { x, text, isAtEnd, fromX: isAtEnd ? x - 2 * half : x - half, toX: isAtEnd ? x : x + half };
  });
  const last = boxes[boxes.length - 1];
  let freeX = -Infinity;
  const shown = boxes.filter((box) => {
    if (box === last) return true;
    if (box.fromX < freeX || box.toX + GAP > (last?.fromX ?? Infinity)) return false;
    freeX = box.toX + GAP;
    return true;
  });
  return shown.map(({ x, text, isAtEnd }) => (
    <span
      key={x}
      className={styles.timeTick}
      data-edge={isAtEnd ? 'end' : undefined}
      style={{ left: `${x}px` }}
    >
      {text}
    </span>
  ));
}
