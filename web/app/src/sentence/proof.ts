/** The proof of a cause in bars on one axis: as run, without the cause, and the others. */
import { formatFixed, formatQuantity } from '@ackscope/charts';
import type { CausesReport } from '@ackscope/engine';
import type { LaneView } from '../laneData/laneData.ts';
import { formOf } from '../causes/causesTexts.ts';
import type { JsonObject } from '@ackscope/model';
import { goodputForm } from '../laneData/goodputForm.ts';
import { aimOf } from '../scenario/aim.ts';
import type { FirstKnobId } from '../scenario/firstKnobs.ts';
import type { Subject } from './subject.ts';

export interface Bar {
  name: string;
  /** Of the values; at the first bar. */
  unit?: string;
  value: number;
  /** The value as the sentence writes it. */
  text: string;
  /** The lanes whose colours it has; none for the run without the cause. */
  lanes: readonly number[];
  /** The value before a change, in grey. */
  was?: number;
}

/** Values this near are one bar. */
const NEAR = 0.03;
/** There is room for so many. */
const MAX_BARS = 4;

const rangeOf = (least: string, most: string): string => (least === most ? most : `${least}–${most}`);

/** The run of an answer: what it is called, and the changes that lead to it. Null where there is none. */
export function withoutCause({
  answer,
  suspects,
}: CausesReport): { name: string; set: Readonly<Record<string, unknown>> } | null {
  if (answer.kind === 'nothing' || answer.kind === 'none') return null;
  const named = answer.suspects.flatMap((id) => suspects.find((one) => one.id === id) ?? []);
  const [first] = named;
  if (first === undefined) return null;
  return answer.kind === 'together'
    ? {
        name: 'without them',
        set: Object.assign({}, ...named.map(({ set }) => set)) as Record<string, unknown>,
      }
    : { name: `${first.is_remedy ? 'with' : 'without'} ${first.name}`, set: first.set };
}

/** Null where the experiment has no number to show. */
export function proofBars(
  { lane, values, quantity }: Subject,
  lanes: readonly LaneView[],
  report: CausesReport,
): Bar[] | null {
  const { answer, as_is: asIs, of } = report;
  // The experiment measures the mean delay. The heads show the median, so the bars show it too.
  if (quantity === 'delay')
    return lanes.map(({ name }, at) => {
      const value = values[at] ?? NaN;
      const unit = at === 0 ? 'ms' : '';
      return { name, unit, value, text: formatFixed(1000 * value, 0), lanes: [at] };
    });
  // The sentence names the goodput of each flow. Jain's index would be another number for it.
  if (quantity === 'shares') return null;
  if (answer.kind === 'nothing' || answer.kind === 'none' || answer.value === null) return null;
  const form = formOf(report);
  const write = of === 'delay' ? (value: number) => formatQuantity(value, 's', 2) : form.write;
  const unit = of === 'delay' || form.unit === '' ? '' : form.unit;
  const cause = withoutCause(report)?.name ?? '';
  const bars: Bar[] = [
    { name: lanes[lane]?.name ?? '', unit, value: asIs.value, text: write(asIs.value), lanes: [lane] },
    { name: cause, value: answer.value, text: write(answer.value), lanes: [] },
  ];
  // Only what is measured in the same quantity stands on the same axis.
  const isSame = of === 'goodput' || of === 'delay';
  const others = lanes.flatMap((_, at) => (at === lane || !isSame ? [] : at));
  const [least, most] = [Math.min, Math.max].map((pick) => pick(...others.map((at) => values[at] ?? NaN)));
  if (others.length === 0 || least === undefined || most === undefined) return bars;
  if (!Number.isFinite(most)) return bars;
  if (others.length > 1 && most - least <= NEAR * most)
    return [
      ...bars,
      { name: 'the others', value: most, text: rangeOf(write(least), write(most)), lanes: others },
    ];
  const best = others[others.map((at) => values[at]).indexOf(of === 'goodput' ? most : least)] ?? 0;
  const shown = others.length > 2 ? [best] : others;
  return [
    ...bars,
    ...shown.map((at) => {
      const value = values[at] ?? NaN;
      return { name: lanes[at]?.name ?? '', value, text: write(value), lanes: [at] };
    }),
  ];
}

/** What each lane delivers before a change and after it; null where bars would not tell the change. */
export function comparedBars(
  { quantity, values }: Subject,
  lanes: readonly LaneView[],
  before: readonly (number | null)[],
): Bar[] | null {
  if (quantity !== 'goodput' || lanes.length > MAX_BARS || before.every((was) => was === null)) return null;
  const bars = lanes.map((lane, at) => {
    const { unit, factor, decimals } = goodputForm(lane, lanes);
    const [value, was] = [(values[at] ?? NaN) / factor, (before[at] ?? NaN) / factor];
    const text = `${formatFixed(was, decimals)} → ${formatFixed(value, decimals)}`;
    return { name: lane.name, unit, value, was, text, lanes: [at] };
  });
  // Only what has one unit stands on one axis, and the first bar tells it.
  if (new Set(bars.map(({ unit }) => unit)).size > 1) return null;
  return bars.map((bar, at) => (at === 0 ? bar : { ...bar, unit: '' }));
}

/** The same for a screen reader. */
export const comparedWords = (bars: readonly Bar[]): string =>
  `${bars.map(({ name, text }) => `${name} from ${text.replace('→', 'to')}`).join(', ')} ${bars[0]?.unit ?? ''}.`;

/** The number of the path's sentence that the named cause is about; null if the sentence has none. */
export function causeKnob(report: CausesReport | null, scenario: JsonObject): FirstKnobId | null {
  if (report === null || report.answer.kind === 'nothing' || report.answer.kind === 'none') return null;
  const first = report.suspects.find(({ id }) => id === report.answer.suspects[0]);
  return first === undefined ? null : (aimOf(scenario, first.set as JsonObject)?.id ?? null);
}
