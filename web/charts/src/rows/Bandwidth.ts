import { focusLabel, rivalLines } from '../derive/group.ts';
import { statesIn } from '../derive/states.ts';
import ESTIMATORS from '../generated/estimators.json' with { type: 'json' };
import type { EstimateRole, Layer, RowDefinition, TraceColumns } from '../types.ts';

const nameOf = (estimator: string | null): string =>
  (ESTIMATORS as Readonly<Record<string, string>>)[estimator ?? ''] ?? estimator ?? 'BWE';

const labelOf = ({ info }: TraceColumns): string => info.shown?.name ?? nameOf(info.estimator);

const REMARKS: Readonly<Record<EstimateRole, string>> = {
  ssthresh: 'sets ssthresh',
  rate: 'the sender’s own filter: sets its rate',
  shown: 'drawn by the script',
  none: 'the sender ignores it',
};

export const row: RowDefinition = {
  id: 'bwe',
  title: 'bandwidth estimate',
  tight: 'estimate',
  short: 'estimate',
  unit: 'bps',
  weight: 1.1,
  order: 3,
  help: 'Bandwidth estimate (BWE) from the rate of returning ACKs. Every lane uses the same filter. Straight line: link rate.',
  meanings: ['from the rate of the ACKs'],
  layers(lane) {
    const seen = new Set<string | null>();
    // A shadow of the algorithm's own estimator has the same values: it is drawn once.
    const distinct = lane
      .series('bwe')
      .filter(({ info }) => !seen.has(info.estimator) && seen.add(info.estimator));
    const estimates = distinct.map((columns, index): Layer => ({
      columns,
      style: 'line',
      ink: index === 0 ? 'lane' : 'second',
      label: index === 0 ? focusLabel(lane, labelOf(columns)) : labelOf(columns),
      scales: true,
    }));
    return [...rivalLines(lane, (flow) => flow.series('bwe')[0]), ...estimates, ...statesIn(lane, 'bwe')];
  },
  reference: (lane) =>
    lane.rateBps === null ? null : { value: lane.rateBps, label: 'link rate', isKey: true },
  absent: 'This lane has no estimate.',
  remarksEach: true,
  remark: (lane) => (lane.series('bwe').length === 0 ? '' : REMARKS[lane.estimateRole]),
};
