import { formatQuantity } from '@ackscope/charts';
import { totals, windowRows } from '@ackscope/model';
import { useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/laneData.ts';

/** Tells the results once a run is finished, to those who do not see the curves stop. */
export function Announcer() {
  const lanes = useLanes();
  const status = useLabState((state) => state.run.status);
  const text =
    status === 'done'
      ? lanes
          .map(
            (lane) =>
              `${lane.name}: goodput ${formatQuantity(totals(windowRows(lane.run, [])).goodputBps, 'bps')}`,
          )
          .join('. ')
      : '';
  return (
    <div className="visually-hidden" role="status">
      {text}
    </div>
  );
}
