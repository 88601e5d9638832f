import { useMemo } from 'react';
import { flowInks, PathView } from '@ackscope/charts';
import type { LanePathProps } from '../path/LanePath.tsx';
import { usePathClock } from '../path/usePathClock.ts';
import { useLab } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import styles from './Teach.module.css';

/** The player's own packets in flight, as far as a sender may know them. */
export function HandPackets({ themeKey }: { themeKey: string }) {
  const lane = useLanes()[0];
  const info = lane?.run.trace?.info ?? null;
  const { clock, start } = usePathClock();
  return (
    <div ref={start} className={styles.packets} data-part="packets">
      {clock !== null && lane !== undefined && info !== null && (
        <Packets clock={clock} lane={lane} info={info} themeKey={themeKey} />
      )}
    </div>
  );
}

const unknown = (): null => null;

function Packets({ clock, lane, info, themeKey }: Omit<LanePathProps, 'inkOf'>) {
  const { reducedMotion } = useLab();
  const { colour } = lane.style;
  const { inkOf } = useMemo(() => flowInks(info, colour), [info, colour]);
  return (
    <PathView
      info={info}
      inkOf={inkOf}
      log={clock.log}
      timeS={clock.timeS}
      fallS={1}
      isBad={unknown}
      sender={lane.data.flow}
      label="Your packets on their way, and the ACKs that come back; the queue is hidden"
      themeKey={themeKey}
      motion={!reducedMotion}
    />
  );
}
