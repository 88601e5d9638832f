import { useMemo, useRef } from 'react';
import { formatNumber, formatSwing, NONE } from '../format.ts';
import { usePacedSignals } from '../signal.ts';
import { rangeAt } from '../derive/rangeAt.ts';
import type { LaneLayers } from '../draw/row.ts';
import { cssColour } from '../palette.ts';
import type { LaneData, Layer, Signal } from '../types.ts';
import styles from './LaneFrame.module.css';

interface ReadoutProps {
  parts: readonly LaneLayers[];
  factor: number;
  clock: Signal<number>;
  hover: Signal<number | null>;
}

/** A queue may fill and drain within one bin: then its range is shown. */
function valueText(layer: Layer, timeS: number, factor: number, simulatedS: number): string {
  const { columns } = layer;
  // Where the run has not come yet, its last value would be a guess.
  if (timeS > simulatedS) return NONE;
  if (layer.style !== 'area') return formatNumber(columns.at(timeS) / factor);
  const [low, high] = rangeAt(columns, timeS);
  return Number.isNaN(low) ? NONE : formatSwing(low, high, factor);
}

/** The values of a row at the cross-hair, or at the clock if there is no cross-hair. */
export function Readout({ parts, factor, clock, hover }: ReadoutProps) {
  const shared = parts.length > 1;
  const layers = useMemo(
    () =>
      parts.flatMap(({ lane, layers: own }) =>
        own.filter((layer) => layer.scales && layer.style !== 'band').map((layer) => ({ lane, layer })),
      ),
    [parts],
  );
  const isBothWays = layers.some(({ layer }) => layer.isDown === true);
  const root = useRef<HTMLSpanElement>(null);
  const texts = useRef<(HTMLElement | null)[]>([]);

  usePacedSignals([clock, hover], () => {
    const timeS = hover.get() ?? clock.get();
    root.current?.toggleAttribute('data-rests', hover.get() === null);
    layers.forEach(({ lane, layer }, index) => {
      const target = texts.current[index];
      // Two numbers with their directions are read at the cross-hair alone.
      if (isBothWays && target?.parentElement != null) target.parentElement.hidden = hover.get() === null;
      const text = valueText(layer, timeS, factor, lane.simulatedS);
      if (!target || target.textContent === text) return;
      target.textContent = text;
      target.toggleAttribute('data-range', /\d–/.test(text));
    });
  });

  return (
    <span ref={root} className={styles.readout} data-part="readout">
      {layers.map(({ lane, layer }, index) => (
        <span
          key={index}
          className={layer.ink === 'lane' ? styles.main : styles.minor}
          style={shared ? laneColour(lane) : undefined}
        >
          {layers.length > 1 && <span className={styles.name}>{layer.label} </span>}
          <b
            ref={(element) => {
              texts.current[index] = element;
            }}
          >
            –
          </b>
        </span>
      ))}
    </span>
  );
}

function laneColour(lane: LaneData): React.CSSProperties {
  return { '--lane-colour': cssColour(lane.colour) } as React.CSSProperties;
}
