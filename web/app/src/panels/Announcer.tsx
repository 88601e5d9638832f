import { useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/laneData.ts';
import { laneInWords } from '../lab/summary.ts';

/** Tells the results once a run is finished, to those who do not see the curves stop. */
export function Announcer() {
  const lanes = useLanes();
  const status = useLabState((state) => state.run.status);
  const isHidden = useLabState((state) => state.view.hidesFuture && state.clock.timeS < state.run.durationS);
  const text =
    status === 'done' && !isHidden ? lanes.map((lane) => laneInWords(lane.name, lane.run)).join(' ') : '';
  return (
    <div className="visually-hidden" role="status">
      {text}
    </div>
  );
}
