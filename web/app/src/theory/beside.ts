/** Formulas of one quantity, drawn beside each other, and the least window for which a fluid model holds. No React. */
import { formatQuantity, knownUnit } from '@ackscope/charts';
import type { Unit } from '@ackscope/charts';
import type { Formula } from '@ackscope/engine';
import type { TheoryPlot } from '@ackscope/model/theory';

/** Reno's rate as three papers have it: what each takes for granted, and its constant without delayed ACKs. */
const RENO: readonly (readonly [id: string, says: string])[] = [
  ['reno', 'random losses, √2 = 1.41'],
  ['reno-response', 'periodic losses, √1.5 = 1.22'],
  ['padhye', 'with timeouts, √1.5 = 1.22 where losses are rare'],
];

/** Short forms of those. */
const LIKE_RENO = [...RENO.map(([id]) => id), 'padhye-approximate'];

/** What the drawn formula itself takes for granted; null if nothing is drawn beside it. */
export const saysOf = (id: string): string | null => RENO.find(([one]) => one === id)?.[1] ?? null;

export const CONSTANTS =
  'Both are Reno’s. If each segment is lost with probability p (Kelly), the mean window is √(2/(bp)). If exactly one of 1/p segments is lost (Mathis and others 1997, RFC 3649), it is √(1.5/(bp)). With delayed ACKs, b = 2, both are 1.41 times smaller.';

export interface Companion {
  formula: Formula;
  says: string;
  /** The same values where it has the same parameter, its own defaults elsewhere. */
  plot: TheoryPlot;
}

/** The others of the same quantity over the same axis. */
export function companionsOf(plot: TheoryPlot, formulas: readonly Formula[]): Companion[] {
  if (!LIKE_RENO.includes(plot.formula)) return [];
  return RENO.flatMap(([id, says]) => {
    const formula = formulas.find((one) => one.id === id);
    if (formula === undefined || id === plot.formula) return [];
    const hasBoth =
      formula.parameters.some(({ name }) => name === plot.x) &&
      formula.outputs.some(({ name }) => name === plot.y);
    if (!hasBoth) return [];
    const values = Object.fromEntries(
      formula.parameters.map(({ name, default: usual }) => [name, plot.values[name] ?? usual]),
    );
    return [{ formula, says, plot: { ...plot, formula: id, values } }];
  });
}

/** The values that a companion has and the drawn formula has not: “retransmission timeout 1 s”. */
export function ownValues({ formula, plot }: Companion, beside: Formula): string {
  return formula.parameters
    .filter(({ name }) => !beside.parameters.some((other) => other.name === name))
    .map(({ name, label, unit }) => {
      const known = unitOf(unit);
      return `${label} ${formatQuantity(plot.values[name] ?? NaN, known)}${known === '' && unit !== '' ? ` ${unit}` : ''}`;
    })
    .join(', ');
}

/** The window in segments below which a model assumes too much, as its own assumptions say it; null if they do not. */
export function leastWindow({ assumptions, outputs }: Formula): number | null {
  const said = /window is at least about (\d+) segments/.exec(assumptions.join(' '))?.[1];
  return said === undefined || !outputs.some(({ name }) => name === 'window') ? null : Number(said);
}

export const unitOf = (unit: string | undefined): Unit => (unit === 'bit/s' ? 'bps' : knownUnit(unit ?? ''));
