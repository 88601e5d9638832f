import type { CSSProperties } from 'react';
import { formatPercent, formatQuantity, scaleFor } from '@ackscope/charts';
import type { Unit } from '@ackscope/charts';
import { lowered } from '@ackscope/model';
import rows from '../kit/NumberRow.module.css';
import styles from './Sweep.module.css';

export interface HeatCell {
  value: number;
  /** Half the width of its 95 % interval. */
  halfWidth: number | null;
  href: string | null;
}

export interface HeatColours {
  /** Common to all maps that are compared. */
  domain: readonly [low: number, high: number];
  /** For a difference of two maps: neutral in the middle, one colour for each side. */
  isDifference: boolean;
}

export interface HeatMapProps {
  caption: string;
  across: { label: string; names: readonly string[] };
  down: { label: string; names: readonly string[] };
  /** By row, then by column; null if nothing is measured yet. */
  cells: readonly (readonly (HeatCell | null)[])[];
  colours: HeatColours;
  unit: Unit;
  /** The place that is marked in all maps, as “row/column”. */
  marked: string | null;
  onMark: (place: string | null) => void;
}

/** Colours differ in lightness alone, so that they also work for readers with colour blindness. */
const STEPS = 4;
/** From this share of the scale on the text is black, not white; contrast is 4.5 to 1 or more. */
const LIGHT_FROM = 0.43;

/** The background colour of a share of a scale, and the text colour on it. */
function groundOf(share: number): CSSProperties {
  const at = Math.min(STEPS - 1e-9, Math.max(0, share * STEPS));
  const step = Math.floor(at);
  const part = Math.round(100 * (at - step));
  return {
    '--heat': `color-mix(in oklab, var(--heat-${step + 1}) ${part}%, var(--heat-${step}))`,
    '--on-heat': share < LIGHT_FROM ? 'var(--heat-light)' : 'var(--heat-dark)',
  } as CSSProperties;
}

function differenceGround(share: number): CSSProperties {
  // Limited, so that text stays readable in the light and dark themes.
  const strength = Math.round(60 * Math.min(1, Math.abs(share)));
  const side = share > 0 ? 'var(--series-blue)' : 'var(--series-vermilion)';
  return { '--heat': `color-mix(in oklab, ${side} ${strength}%, var(--surface))` } as CSSProperties;
}

/** Two axes as a table; its colours show its numbers. */
export function HeatMap({ caption, across, down, cells, colours, unit, marked, onMark }: HeatMapProps) {
  const [low, high] = colours.domain;
  const { factor, unit: shown } = scaleFor(Math.max(Math.abs(low), Math.abs(high)), unit);
  const textOf = ({ value }: HeatCell): string => {
    if (colours.isDifference) return differenceText(value);
    return unit === 'ratio' ? formatPercent(value, 0) : formatQuantity(value / factor, '');
  };
  const groundFor = (value: number): CSSProperties => {
    if (colours.isDifference) return differenceGround(value / high);
    return groundOf(high > low ? (value - low) / (high - low) : 0.5);
  };
  return (
    <div className={styles.heat} tabIndex={0} role="region" aria-label={caption} data-picture>
      <table>
        <caption>
          {caption} <span className={styles.over}>over {lowered(across.label)}</span>
          {shown !== '' && unit !== 'ratio' && <span className={rows.unit}> {shown}</span>}
        </caption>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              {down.label}
            </th>
            {across.names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onPointerLeave={() => onMark(null)}>
          {down.names.map((name, row) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {across.names.map((column, at) => {
                const cell = cells[row]?.[at] ?? null;
                if (cell === null) return <td key={column} data-empty="true" />;
                const place = `${row}/${at}`;
                const title = `${formatQuantity(cell.value, unit)}${cell.halfWidth === null ? '' : ` ± ${formatQuantity(cell.halfWidth, unit)}`}`;
                return (
                  <td
                    key={column}
                    style={groundFor(cell.value)}
                    title={title}
                    data-marked={place === marked || undefined}
                    onPointerEnter={() => onMark(place)}
                    onFocus={() => onMark(place)}
                  >
                    {cell.href === null ? textOf(cell) : <a href={cell.href}>{textOf(cell)}</a>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** In percentage points, with a sign; zero has none. */
function differenceText(value: number): string {
  const points = Math.round(100 * value);
  return points === 0 ? '0' : `${points > 0 ? '+' : '−'}${Math.abs(points)}`;
}

/** The key to the colours: a bar with its end values. */
export function HeatKey({
  domain: [low, high],
  unit,
  label,
}: {
  domain: HeatColours['domain'];
  unit: Unit;
  label: string;
}) {
  const ends = [low, (low + high) / 2, high].map((value) =>
    unit === 'ratio' ? formatPercent(value, 0) : formatQuantity(value, unit),
  );
  return (
    <p className={styles.heatKey} aria-label={`Colours: ${label} from ${ends[0]} to ${ends[2]}`} role="img">
      <span>{label}</span>
      <span>{ends[0]}</span>
      <span className={styles.heatBar} />
      <span>{ends[2]}</span>
    </p>
  );
}
