import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { Spoken } from '../kit/Spoken.tsx';
import { useLabState } from '../lab/context.ts';
import { headsInWords } from '../laneData/summary.ts';
import { toldTime } from '../clock/toldTime.ts';
import { useLanes } from '../lab/useLanes.ts';
import { useTellsDelay } from '../lanes/HeadResult.tsx';

/** Loaded when an event is picked. */
const PickedEvent = lazyNamed('PickedEvent', () => import('../drawer/PickedEvent.tsx'));

/** Announces what the heads of a finished run tell, and a picked event, for readers who do not see them. */
export function Announcer() {
  const lanes = useLanes();
  const status = useLabState((state) => state.run.status);
  const isHidden = useLabState((state) => state.view.hidesFuture && state.clock.timeS < state.run.durationS);
  const timeS = useLabState(toldTime);
  const knownS = useLabState((state) => state.run.knownS);
  const tellsDelay = useTellsDelay();
  const isAsked = useLabState((state) => state.ask !== null);
  // After an answer the verdict and its sentence are spoken, of the interval that was asked about.
  const text =
    status === 'done' && !isHidden && !isAsked
      ? headsInWords(lanes, { timeS, hidesFuture: false, knownS }, tellsDelay)
      : '';
  const picked = useLabState((state) => state.view.picked);
  const lane = picked === null ? undefined : lanes[picked.lane];
  return (
    <>
      <Spoken text={text} />
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
