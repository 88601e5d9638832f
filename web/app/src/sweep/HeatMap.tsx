import { formatQuantity, scaleFor } from '@ackscope/charts';
import type { Unit } from '@ackscope/charts';
import styles from './Sweep.module.css';

export interface HeatCell {
  value: number;
  /** Half the width of its 95 % interval. */
  halfWidth: number | null;
  href: string | null;
}

export interface HeatMapProps {
  caption: string;
  across: { label: string; names: readonly string[] };
  down: { label: string; names: readonly string[] };
  /** By row, then by column; null where nothing has been measured yet. */
  cells: readonly (readonly (HeatCell | null)[])[];
  /** The same for all maps that are compared. */
  domain: readonly [low: number, high: number];
  unit: Unit;
}

/** Two axes as a table whose colours say what its numbers say. */
export function HeatMap({ caption, across, down, cells, domain, unit }: HeatMapProps) {
  const [low, high] = domain;
  const share = (value: number): number => (high > low ? (value - low) / (high - low) : 0.5);
  const { factor, unit: shown } = scaleFor(Math.max(Math.abs(low), Math.abs(high)), unit);
  return (
    <div className={styles.heat} tabIndex={0} role="region" aria-label={caption} data-picture>
      <table>
        <caption>
          {caption}
          {shown !== '' && <span className={styles.unit}> {shown}</span>}
        </caption>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              {down.label} ↓ {across.label} →
            </th>
            {across.names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {down.names.map((name, row) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {across.names.map((column, at) => {
                const cell = cells[row]?.[at] ?? null;
                if (cell === null) return <td key={column} data-empty="true" />;
                // Never so strong that ink could not be read on it, in light and in dark.
                const strength = share(cell.value);
                const title = `${formatQuantity(cell.value, unit)}${cell.halfWidth === null ? '' : ` ± ${formatQuantity(cell.halfWidth, unit)}`}`;
                return (
                  <td
                    key={column}
                    style={{ '--strength': `${Math.round(4 + 54 * strength)}%` } as React.CSSProperties}
                    title={title}
                  >
                    {cell.href === null ? (
                      digits(cell.value / factor)
                    ) : (
                      <a href={cell.href}>{digits(cell.value / factor)}</a>
                    )}
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

/** Three significant digits. */
function digits(value: number): string {
  return formatQuantity(value, '');
}
