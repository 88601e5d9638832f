import { MarkSign } from '@ackscope/charts';
import type { MarkSource } from '@ackscope/charts';

const NAMES: readonly (readonly [MarkSource, string])[] = [
  ['paper', 'the paper'],
  ['ns2', 'ns-2'],
  ['kernel', 'a Linux kernel'],
];

/** A legend of the published values: each sign and its source. */
export function MarkKeys({ sources }: { sources: readonly MarkSource[] }) {
  return NAMES.filter(([source]) => sources.includes(source)).map(([source, name]) => (
    <li key={source}>
      <svg width={14} height={12} aria-hidden="true">
        <MarkSign source={source} x={7} y={6} colour="var(--ink-2)" size={4} />
      </svg>
      {name}
    </li>
  ));
}
