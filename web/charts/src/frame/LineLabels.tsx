import { memo } from 'react';
import type { LaneLayers } from '../draw/row.ts';
import { cssColour } from '../palette.ts';
import { heightShare } from './scales.ts';
import type { Size } from './useSize.ts';
import styles from './LaneFrame.module.css';

/** Labels closer than this would overlap, in pixels at the default letter size. */
const LINE_HEIGHT = 12;

interface LineLabelsProps {
  parts: readonly LaneLayers[];
  size: Size;
  domain: readonly [number, number];
  isLog: boolean;
  timeDomain: readonly [number, number];
}

/** Names at the right ends of their lines, moved apart where lines end close together. */
export const LineLabels = memo(function LineLabels({
  parts,
  size,
  domain,
  isLog,
  timeDomain,
}: LineLabelsProps) {
  const labels = parts
    .flatMap(({ lane, layers }) => {
      const layer = layers[0];
      if (layer === undefined) return [];
      const value = layer.columns.at(Math.min(timeDomain[1], lane.simulatedS));
      if (!Number.isFinite(value)) return [];
      const share = heightShare(value, domain, isLog);
      return [
        { name: lane.name, colour: lane.colour, y: size.height * (1 - Math.min(1, Math.max(0, share))) },
      ];
    })
    .sort((a, b) => a.y - b.y);
  const apart = LINE_HEIGHT * size.scale;
  let below = -apart / 2;
  for (const label of labels) {
    label.y = Math.max(label.y, below + apart);
    below = label.y;
  }
  // Moves labels up again that were pushed out at the bottom.
  let above = size.height - apart / 2;
  for (const label of [...labels].reverse()) {
    label.y = Math.min(label.y, above);
    above = label.y - apart;
  }
  return (
    <div className={styles.lineLabels} aria-hidden="true">
      {labels.map((label) => (
        <span key={label.name} style={{ top: `${label.y}px`, color: cssColour(label.colour) }}>
          {label.name}
        </span>
      ))}
    </div>
  );
});
