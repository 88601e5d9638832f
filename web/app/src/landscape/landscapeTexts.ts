import { formatNumber } from '@ackscope/charts';
import type { LandscapeOf } from '@ackscope/model';
import type { LaneView } from '../laneData/laneData.ts';
import { KNOB_SPECS } from '../scenario/firstKnobs.ts';
import type { KnobSpec } from '../scenario/firstKnobs.ts';
import type { Landscape } from './compute.ts';
import type { Landscapes } from './follow.ts';

export const OF_WORDS: Readonly<Record<LandscapeOf, string>> = {
  goodput: 'Goodput',
  delay: 'Delay',
  retransmitted: 'Retransmitted',
  off: 'No landscapes',
};

/** A lane is flat if its values span less than this share of the highest value of all lanes. */
const FLAT = 0.03;

/** Whether the knob has almost no effect on any lane; not known if most values are left out. */
export function isFlat({ lanes, leftOut }: Pick<Landscape, 'lanes' | 'leftOut'>): boolean {
  const all = [...lanes.values()].map((values) => values.filter((value) => value !== null));
  const top = Math.max(...all.flat());
  return (
    all.length > 0 &&
    all.every((values) => values.length > Math.max(1, leftOut) && spanOf(values) <= FLAT * Math.max(top, 0))
  );
}

const spanOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/** Whose delay it is. Over the rate of the link, the curve of goodput is a share of that rate. */
export function ofWhat({ of, isCall }: Pick<Landscapes, 'of' | 'isCall'>, isOverRate = false): string {
  return of === 'goodput' && isOverRate
    ? 'as a share of the rate'
    : of !== 'delay'
      ? ''
      : isCall
        ? 'of the call'
        : 'in the queue';
}

/**
 * The curves as text for readers who do not see them: each lane's range and its maximum, once all
 * places are computed.
 */
export function inWords(
  { name, unit }: Pick<KnobSpec, 'name' | 'unit'>,
  { of, isCall, interval: [fromS, toS] }: Pick<Landscapes, 'of' | 'isCall' | 'interval'>,
  { places, lanes, done, total }: Pick<Landscape, 'places' | 'lanes' | 'done' | 'total'>,
  views: readonly Pick<LaneView, 'run' | 'name'>[],
  format: (value: number) => string,
): string {
  const told = (done < total ? [] : views).flatMap((lane) => {
    const known = (lanes.get(lane.run.label) ?? []).flatMap((value, at) =>
      value === null ? [] : [{ value, place: places[at]?.value ?? NaN }],
    );
    if (known.length === 0) return [];
    const values = known.map(({ value }) => value);
    const best = known.find(({ value }) => value === Math.max(...values));
    return [
      `${lane.name}: ${format(Math.min(...values))} to ${format(Math.max(...values))}, highest at ${formatNumber(best?.place, 3)} ${unit}.`,
    ];
  });
  return `${`${OF_WORDS[of]} ${ofWhat({ of, isCall }, unit === KNOB_SPECS.rate.unit)}`.trimEnd()} over the ${name}, ${formatNumber(fromS, 4)} to ${formatNumber(toS, 4)} s. ${told.join(' ')}`.trimEnd();
}
