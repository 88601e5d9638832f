import { memo, useMemo, useRef } from 'react';
import { Button } from 'react-aria-components';
import { clockDecimals, cssColour, formatFixed, formatSpeed, PathView, useSignals } from '@ackscope/charts';
import type { FlowColour } from '@ackscope/charts';
import type { LaneInfo } from '@ackscope/engine';
import { SPEEDS, speedFor } from '@ackscope/model';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/laneData.ts';
import type { LaneView } from '../lab/laneData.ts';
import type { PathClock } from '../lab/pathClock.ts';
import styles from './PathPanel.module.css';

/** The packets of the lane in focus, under way. */
export const PathPanel = memo(function PathPanel({ themeKey }: { themeKey: string }) {
  const { pathClock: clock } = useLab();
  const lanes = useLanes();
  const lane = lanes[useLabState((state) => state.view.lane)];
  const info = lane?.run.trace?.info ?? null;
  return (
    <section className={styles.panel} aria-label="Packets on the path">
      {lane !== undefined && info !== null && (
        <Path clock={clock} lane={lane} info={info} themeKey={themeKey} />
      )}
    </section>
  );
});

function Path({
  clock,
  lane,
  info,
  themeKey,
}: {
  clock: PathClock;
  lane: LaneView;
  info: LaneInfo;
  themeKey: string;
}) {
  const colour = lane.style.colour;
  const colourOf = useMemo<FlowColour>(() => {
    const compared = new Set(info.flows.filter((flow) => flow.compared).map((flow) => flow.index));
    return (flow) => (compared.has(flow) ? colour : 'cross');
  }, [info, colour]);
  const rttS = info.flows.find((flow) => flow.compared)?.rtt_s ?? 0.1;
  const others = info.flows.some((flow) => !flow.compared);
  return (
    <>
      <div className={styles.head}>
        <span className={styles.title}>{lane.name}</span>
        <When clock={clock} durationS={info.duration_s} />
        <span className={styles.legend} aria-hidden="true">
          <Key colour={cssColour(colour)} name="data" />
          <Key colour={cssColour(colour)} name="ACKs" thin />
          {others && <Key colour={cssColour('cross')} name="other flows" />}
          <span className={styles.key}>
            <svg
              width={9}
              height={9}
              viewBox="0 0 9 9"
              stroke="var(--danger)"
              strokeWidth={2}
              aria-hidden="true"
            >
              <path d="M1 1l7 7M8 1L1 8" />
            </svg>
            lost
          </span>
        </span>
        <Follow rttS={rttS} durationS={info.duration_s} />
      </div>
      <PathView
        info={info}
        colourOf={colourOf}
        log={clock.log}
        timeS={clock.timeS}
        fallS={rttS / 8}
        label={`The path of ${lane.name}: senders, ${info.hops.length / 2 + 1} routers with their queues, receivers, and the packets between them`}
        themeKey={themeKey}
      />
    </>
  );
}

function Key({ colour, name, thin = false }: { colour: string; name: string; thin?: boolean }) {
  return (
    <span className={styles.key}>
      <span className={styles.swatch} data-thin={thin || undefined} style={{ background: colour }} />
      {name}
    </span>
  );
}

/** The moment shown and how much it is slowed, written without rendering. */
function When({ clock, durationS }: { clock: PathClock; durationS: number }) {
  const text = useRef<HTMLSpanElement>(null);
  const { store, signals } = useLab();
  useSignals([clock.timeS, signals.clock], () => {
    if (text.current === null) return;
    const { playing, speed } = store.getState().clock;
    const slowed = playing && speed > clock.slowSpeed.get() * 1.01;
    const moment = formatFixed(clock.timeS.get(), Math.max(2, clockDecimals(durationS)));
    const next = `packets at ${moment} s${slowed ? `, slowed to ${formatSpeed(clock.slowSpeed.get())}` : playing ? `, ${formatSpeed(speed)}` : ''}`;
    if (text.current.textContent !== next) text.current.textContent = next;
  });
  return <span ref={text} className={styles.when} />;
}

/** Lets the whole screen run as slowly as packets can be followed, and back. */
function Follow({ rttS, durationS }: { rttS: number; durationS: number }) {
  const actions = useActions();
  const speed = useLabState((state) => state.clock.speed);
  const slow = SPEEDS.reduce((best, item) =>
    Math.abs(Math.log(item / (rttS / 5))) < Math.abs(Math.log(best / (rttS / 5))) ? item : best,
  );
  const following = speed <= slow;
  return (
    <Button
      className={styles.follow ?? ''}
      onPress={() => {
        actions.setSpeed(following ? speedFor(durationS) : slow);
        actions.play();
      }}
    >
      {following ? 'Back to full speed' : 'Follow the packets'}
    </Button>
  );
}
