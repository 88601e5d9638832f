/** The suffix of a fork's name: "→ Westwood+ at 60 s". */
import { formatNumber } from '@ackscope/charts';
import type { Catalogue } from '@ackscope/engine';
import type { Fork } from '@ackscope/model';
import { nameOf, valueInWords } from './changes.ts';

export function forkInWords({ atS, algorithm, set }: Fork, catalogue: Catalogue): string {
  const model = catalogue.algorithms.find(({ id }) => id === algorithm);
  const what = [
    ...(algorithm === null ? [] : [model?.name ?? algorithm]),
    ...Object.entries(set).map(([path, value]) => `${nameOf(path)} ${valueInWords(value)}`),
  ];
  return `→ ${what.length === 0 ? 'the same' : what.join(', ')} at ${formatNumber(atS, 6)} s`;
}
