/** States that a script shows: in an existing row, or in a row of their own. */
import type { Unit } from '../format.ts';
import type { LaneData, Layer, RowDefinition } from '../types.ts';

/** The engine's units and the rows' names for them; any other unit gives a plain number. */
const ROW_UNITS: Readonly<Record<string, Unit>> = {
  s: 's',
  segments: 'packets',
  'segments/s': 'packets/s',
  bps: 'bps',
  'bit/s': 'bps',
};

/** The unit of a row for one of the engine's units. */
export const rowUnit = (unit: string): Unit => ROW_UNITS[unit] ?? '';

/** The states that are drawn in this row besides its own curves. */
export function statesIn(lane: LaneData, row: 'bwe' | 'rtt' | 'window'): Layer[] {
  return lane.series('shown').flatMap((columns) => {
    const { shown } = columns.info;
    if (shown?.row !== row) return [];
    return [{ columns, style: 'line', ink: 'second', label: shown.name, scales: true } satisfies Layer];
  });
}

/** The row of a script's state; it is empty in lanes whose script has no such state. */
export function stateRow(name: string, unit: string): RowDefinition {
  const known = rowUnit(unit);
  return {
    id: `show-${name}`,
    title: name,
    short: name,
    unit: known,
    weight: 1,
    order: 90,
    help: `${name}, a state that the script shows.`,
    isSigned: true,
    layers: (lane) =>
      lane.series('shown').flatMap((columns) => {
        const { shown } = columns.info;
        if (shown?.row !== 'own' || shown.name !== name) return [];
        return [{ columns, style: 'line', ink: 'lane', label: name, scales: true } satisfies Layer];
      }),
    reference: () => null,
    absent: `The algorithm of this lane does not show ${name}.`,
    remark: () => (known === '' ? unit : ''),
  };
}
