import { Later } from '../controls/Later.tsx';
import { lazyNamed } from '../controls/lazyNamed.ts';
import { useLabState } from '../lab/context.ts';
import { goodputInWords } from '../lab/summary.ts';
import { useLanes } from '../lab/useLanes.ts';

/** Loaded when an event is picked. */
const PickedEvent = lazyNamed('PickedEvent', () => import('./PickedEvent.tsx'));

/** Announces that a run is finished, and a picked event, for readers who do not see the curves. */
export function Announcer() {
  const lanes = useLanes();
  const status = useLabState((state) => state.run.status);
  const isHidden = useLabState((state) => state.view.hidesFuture && state.clock.timeS < state.run.durationS);
  const isAsked = useLabState((state) => state.ask !== null);
  // After an answer the verdict and its sentence are spoken, of the interval that was asked about.
  const text =
    status === 'done' && !isHidden && !isAsked
      ? lanes.map((lane) => goodputInWords(lane.name, lane.run)).join(' ')
      : '';
  const picked = useLabState((state) => state.view.picked);
  const lane = picked === null ? undefined : lanes[picked.lane];
  return (
    <>
      <div className="visually-hidden" role="status">
        {text}
      </div>
      <div className="visually-hidden" role="status" data-says="event">
        {picked !== null && lane !== undefined && (
          <Later>
            <PickedEvent name={lane.name} event={picked} />
          </Later>
        )}
      </div>
    </>
  );
}
