import { Button } from 'react-aria-components';
import { canTellStory } from '@ackscope/model';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { useLanes } from '../lab/useLanes.ts';
import { nearestTo } from './occasions.ts';
import styles from './Story.module.css';
import { useOccasions } from './useStory.ts';

interface StoryButtonProps {
  lane?: LaneView;
  timeS: number;
  /** Without an occasion up to here there is no button. */
  untilS?: number;
}

/** Leads to the story of the packet that is lost, marked or sent again next to a time. */
export function StoryButton({ lane, timeS, untilS = Infinity }: StoryButtonProps) {
  const { store } = useLab();
  const actions = useActions();
  const lanes = useLanes();
  const focus = useLabState((state) => state.view.lane);
  const isHidden = !useLabState(canTellStory);
  const index = lane === undefined ? focus : lanes.findIndex(({ run }) => run === lane.run);
  const occasions = useOccasions(isHidden ? undefined : lanes[index]);
  // Within the interval, the first one.
  const first = occasions.find((one) => one.timeS >= timeS && one.timeS <= untilS);
  const found = first ?? (untilS === Infinity ? nearestTo(occasions, timeS) : null);
  if (isHidden || found === null) return null;
  return (
    <Button
      className={styles.button ?? ''}
      onPress={() => {
        actions.pause();
        if (store.getState().view.lane !== index) actions.focusLane(index);
        actions.setStory(found.timeS);
        actions.seek(found.timeS);
      }}
    >
      The story of one packet
    </Button>
  );
}
