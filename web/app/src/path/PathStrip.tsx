import { useCallback, useMemo, useRef, useState } from 'react';
import { flowInks, formatFixed, formatSpeed, clockDecimals, PathView, useSignals } from '@ackscope/charts';
import { channelHistory } from '@ackscope/model';
import { useLab } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import type { PathClock } from '../clock/pathClock.ts';
import styles from './PathStrip.module.css';

/** A lane's own path, without words, on the lane's clock. */
export function PathStrip({ index, lane, themeKey }: { index: number; lane: LaneView; themeKey: string }) {
  const { pathClockOf } = useLab();
  const [clock, setClock] = useState<PathClock | null>(null);
  // While the element is there its clock runs.
  const start = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const started = pathClockOf(index);
      setClock(started);
      return started.stop;
    },
    [pathClockOf, index],
  );
  return (
    <div ref={start} className={styles.strip} data-part="path">
      {clock !== null && <Picture clock={clock} lane={lane} themeKey={themeKey} />}
    </div>
  );
}

function Picture({ clock, lane, themeKey }: { clock: PathClock; lane: LaneView; themeKey: string }) {
  const { rules, reducedMotion, store, signals } = useLab();
  const moment = useRef<HTMLSpanElement>(null);
  const { trace } = lane.run;
  const info = trace?.info ?? null;
  const { colour } = lane.style;
  const inks = useMemo(() => (info === null ? null : flowInks(info, colour)), [info, colour]);
  // While the clock is too fast to follow packets, they are a sample of another moment, and that is said.
  useSignals([clock.timeS, signals.clock], () => {
    const { playing, speed } = store.getState().clock;
    const isSample = playing && speed > clock.slowSpeed.get() * 1.01;
    const decimals = Math.max(1, clockDecimals(info?.duration_s ?? 0));
    const text = isSample
      ? `at ${formatFixed(clock.timeS.get(), decimals)} s, ${formatSpeed(clock.slowSpeed.get())}`
      : '';
    if (moment.current !== null && moment.current.textContent !== text) moment.current.textContent = text;
  });
  if (trace === null || info === null || inks === null) return null;
  const rttS = info.flows.find((flow) => flow.compared)?.rtt_s ?? 0.1;
  return (
    <>
      <PathView
        info={info}
        inkOf={inks.inkOf}
        log={clock.log}
        timeS={clock.timeS}
        fallS={rttS / 8}
        isBad={(channel, timeS) => channelHistory(trace, rules).isBad(channel, timeS)}
        label={`The path of ${lane.name}: ${info.hops.length / 2 + 1} routers with their queues, and the packets between them`}
        themeKey={themeKey}
        motion={!reducedMotion}
      />
      <span ref={moment} className={styles.moment} aria-hidden="true" />
    </>
  );
}
