import { useMemo } from 'react';
import { flowInks, PathView } from '@ackscope/charts';
import type { LaneInfo } from '@ackscope/engine';
import { useLab } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import type { LaneView } from '../laneData/laneData.ts';
import styles from './Teach.module.css';

/** The player's own packets in flight, as far as a sender may know them. */
export function HandPackets({ themeKey }: { themeKey: string }) {
  const lane = useLanes()[0];
  const info = lane?.run.trace?.info ?? null;
  return (
    <div className={styles.packets} data-part="packets">
      {lane !== undefined && info !== null && <Packets lane={lane} info={info} themeKey={themeKey} />}
    </div>
  );
}

const unknown = (): null => null;

function Packets({ lane, info, themeKey }: { lane: LaneView; info: LaneInfo; themeKey: string }) {
  const { pathClock, reducedMotion } = useLab();
  const { colour } = lane.style;
  const { inkOf } = useMemo(() => flowInks(info, colour), [info, colour]);
  return (
    <PathView
      info={info}
      inkOf={inkOf}
      log={pathClock.log}
      timeS={pathClock.timeS}
      fallS={1}
      isBad={unknown}
      sender={lane.data.flow}
      label="Your packets on their way, and the ACKs that come back; the queue is hidden"
      themeKey={themeKey}
      motion={!reducedMotion}
    />
  );
}
