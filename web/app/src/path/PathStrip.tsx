import { useMemo, useRef } from 'react';
import { clockDecimals, flowInks, formatFixed, useSignals } from '@ackscope/charts';
import type { LaneInfo } from '@ackscope/engine';
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
          <Sample clock={clock} info={info} />
        </>
      )}
    </div>
  );
}

/** The moment of the packets, if it is another than that of the curves; while those play, it passes too fast to be read. */
function Sample({ clock, info }: { clock: PathClock; info: LaneInfo }) {
  const { signals, store } = useLab();
  const text = useRef<HTMLSpanElement>(null);
  useSignals([clock.timeS, signals.clock], () => {
    const at = formatFixed(clock.timeS.get(), Math.max(1, clockDecimals(info.duration_s)));
    const words = clock.isSample() && !store.getState().clock.playing ? `at ${at} s` : '';
    if (text.current !== null && text.current.textContent !== words) text.current.textContent = words;
  });
  return <span ref={text} className={styles.moment} aria-hidden="true" />;
}
