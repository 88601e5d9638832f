import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'bwe',
  title: 'BWE',
  short: 'BWE',
  unit: 'bps',
  weight: 1.1,
  order: 3,
  help: 'Bandwidth estimate (BWE) from the rate of returning ACKs, the same filter in every lane, whether the algorithm uses it or not. The line is the rate of the link.',
  layers(lane) {
    const seen = new Set<string | null>();
    // A shadow of the algorithm's own estimator says the same: it is drawn once.
    const distinct = lane
      .series('bwe')
      .filter(({ info }) => !seen.has(info.estimator) && seen.add(info.estimator));
    return distinct.map((columns, index) => ({
      columns,
      style: 'line',
      ink: index === 0 ? 'lane' : 'second',
      label: columns.info.estimator ?? 'BWE',
      scales: true,
    }));
  },
  reference: (lane) => (lane.rateBps === null ? null : { value: lane.rateBps, label: 'link' }),
  absent: 'No estimate is kept in this lane.',
  remark: (lane) =>
    lane.series('bwe').length === 0 ? '' : lane.estimateUsed ? 'sets ssthresh' : 'watched, not used',
};
