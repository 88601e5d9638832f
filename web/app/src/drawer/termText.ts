import { formatFixed, formatQuantity, knownUnit } from '@ackscope/charts';

/** The number of a rule's term with its unit; the number of a segment has none. */
export function termText(unit: string | undefined, value: number): string {
  if (unit === 'segment') return `segment ${formatFixed(value, 0)}`;
  const known = knownUnit(unit ?? '');
  const text = formatQuantity(value, known, 4);
  return known === '' && unit !== undefined && unit !== '' && unit !== '1' ? `${text} ${unit}` : text;
}
