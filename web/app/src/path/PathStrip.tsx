import { useMemo, useRef } from 'react';
import { flowInks, useSignals } from '@ackscope/charts';
import type { PathClock } from '../clock/pathClock.ts';
import { useLab } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { LanePath } from './LanePath.tsx';
import { usePathClock } from './usePathClock.ts';
import styles from './PathStrip.module.css';

/** A lane's own path, without words, on the lane's clock. */
export function PathStrip({ index, lane, themeKey }: { index: number; lane: LaneView; themeKey: string }) {
  const { clock, start } = usePathClock(index);
  const info = lane.run.trace?.info ?? null;
  const { colour } = lane.style;
  const inks = useMemo(() => (info === null ? null : flowInks(info, colour)), [info, colour]);
  return (
    <div
      ref={start}
      className={styles.strip}
      data-part="path"
      title="Single packets on the path: the data above, the ACKs below. They move slower than the clock."
    >
      {clock !== null && info !== null && inks !== null && (
        <>
          <LanePath clock={clock} lane={lane} info={info} inkOf={inks.inkOf} themeKey={themeKey} />
          <Sample clock={clock} />
        </>
      )}
    </div>
  );
}

/** While the clock is too fast to follow packets, they are those of another moment, and that is said. */
function Sample({ clock }: { clock: PathClock }) {
  const { signals } = useLab();
  const text = useRef<HTMLSpanElement>(null);
  useSignals([clock.timeS, signals.clock], () => {
    if (text.current !== null) text.current.hidden = !clock.isSample();
  });
  return (
    <span ref={text} className={styles.moment} data-part="slow-motion" aria-hidden="true" hidden>
      slow motion
    </span>
  );
}
