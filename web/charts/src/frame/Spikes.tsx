import { memo } from 'react';
import type { LaneLayers } from '../draw/row.ts';
import { formatNumber } from '../format.ts';
import { cssColour } from '../palette.ts';
import { positionOf, spikeOf } from './scales.ts';
import type { Size } from './useSize.ts';
import styles from './LaneFrame.module.css';

interface SpikesProps {
  parts: readonly LaneLayers[];
  size: Size;
  /** The upper end of the scale. */
  top: number;
  factor: number;
  timeDomain: readonly [number, number];
  /** Revision of the lane's data, whose columns grow in place. */
  revision: number;
}

/** A tip and the reached value, where a curve is cut off at the top. */
export const Spikes = memo(function Spikes({ parts, size, top, factor, timeDomain }: SpikesProps) {
  const spikes = parts.flatMap(({ lane, layers }) =>
    layers
      .filter((layer) => layer.ink === 'lane' && layer.style !== 'band' && layer.isDown !== true)
      .flatMap((layer) => {
        const spike = spikeOf(layer.columns, timeDomain, top);
        return spike === null ? [] : [{ ...spike, name: lane.name, colour: cssColour(lane.colour) }];
      }),
  );
  // With tips of several lanes, only the highest is shown.
  const highest = spikes.sort((a, b) => b.value - a.value)[0];
  if (highest === undefined) return null;
  const x = positionOf(highest.timeS, timeDomain, size.width);
  return (
    <span
      className={styles.spike}
      data-spike={highest.value}
      data-side={x > size.width / 2 ? 'left' : 'right'}
      style={{ left: `${x}px`, color: highest.colour }}
    >
      <i /> {formatNumber(highest.value / factor)}
    </span>
  );
});
