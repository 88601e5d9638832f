import { useMemo, useRef } from 'react';
import { Button } from 'react-aria-components';
import { clockDecimals, cssColour, flowInks, formatFixed, formatSpeed, useSignals } from '@ackscope/charts';
import type { LegendEntry, SeriesColour } from '@ackscope/charts';
import type { LaneInfo } from '@ackscope/engine';
import { SPEEDS, speedFor } from '@ackscope/model';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import type { LanesForm } from '../lanes/Lane.tsx';
import type { PathClock } from '../clock/pathClock.ts';
import { LanePath } from './LanePath.tsx';
import styles from './PathPanel.module.css';

/** Number of groups named in the legend; the others are summed up. */
const MAX_GROUPS = 3;

/** The routers, the links and the packets between them. */
export function PathPicture({
  clock,
  lane,
  info,
  themeKey,
  form,
}: {
  clock: PathClock;
  lane: LaneView;
  info: LaneInfo;
  themeKey: string;
  form: LanesForm;
}) {
  const colour = lane.style.colour;
  const { inkOf, legend } = useMemo(() => flowInks(info, colour), [info, colour]);
  const rttS = info.flows.find((flow) => flow.compared)?.rtt_s ?? 0.1;
  return (
    <>
      <div className={styles.head}>
        <span className={styles.title}>{lane.name}</span>
        <When clock={clock} durationS={info.duration_s} form={form} />
        <span className={styles.legend} aria-hidden="true" data-spare>
          <Key colour={cssColour(colour)} name="data" />
          <Key colour={cssColour(colour)} name="ACKs" thin />
          {form === 'page' &&
            groupKeys(legend).map(({ name, colour: ink }) => (
              <Key key={name} colour={cssColour(ink)} name={name} />
            ))}
          <span className={styles.key}>
            <svg
              width="0.5625rem"
              height="0.5625rem"
              viewBox="0 0 9 9"
              stroke="var(--danger)"
              strokeWidth={2}
              aria-hidden="true"
            >
              <path d="M1 1l7 7M8 1L1 8" />
            </svg>
            lost
          </span>
          {info.series.some(({ series }) => series === 'marks') && (
            <span className={styles.key}>
              <svg width="0.5625rem" height="0.5625rem" viewBox="0 0 9 9" aria-hidden="true">
                <circle cx="4.5" cy="4.5" r="3" fill="var(--phase-recovery)" />
              </svg>
              marked
            </span>
          )}
        </span>
        <Follow rttS={rttS} durationS={info.duration_s} />
      </div>
      <LanePath clock={clock} lane={lane} info={info} inkOf={inkOf} themeKey={themeKey} />
    </>
  );
}

/** The flows beside the compared ones, by group, with the number of flows. */
function groupKeys(legend: readonly LegendEntry[]): { name: string; colour: SeriesColour }[] {
  const others = legend.filter((entry) => !entry.compared);
  const named = others.slice(0, others.length > MAX_GROUPS ? MAX_GROUPS - 1 : MAX_GROUPS);
  const keys = named.map(({ name, flows, colour }) => ({
    name: flows > 1 ? `${name} × ${flows}` : name,
    colour,
  }));
  const rest = others[named.length];
  if (rest !== undefined) keys.push({ name: 'other flows', colour: rest.colour });
  return keys;
}

function Key({ colour, name, thin = false }: { colour: string; name: string; thin?: boolean }) {
  return (
    <span className={styles.key}>
      <span className={styles.swatch} data-thin={thin || undefined} style={{ background: colour }} />
      {name}
    </span>
  );
}

/**
 * The path's time and slow-motion factor, written without rendering. On the lab's screen the
 * transport shows the clock: here a time appears only if it differs, as a sample.
 */
function When({ clock, durationS, form }: { clock: PathClock; durationS: number; form: LanesForm }) {
  const moment = useRef<HTMLSpanElement>(null);
  const pace = useRef<HTMLSpanElement>(null);
  const { store, signals } = useLab();
  useSignals([clock.timeS, signals.clock], () => {
    const { playing, speed } = store.getState().clock;
    const slowed = clock.isSample();
    const at = `${formatFixed(clock.timeS.get(), Math.max(2, clockDecimals(durationS)))} s`;
    if (form === 'screen') {
      write(moment.current, slowed ? `a sample at ${at}, ${formatSpeed(clock.slowSpeed.get())}` : '');
      return;
    }
    write(moment.current, at);
    pace.current?.toggleAttribute('data-slowed', slowed);
    write(pace.current, slowed ? formatSpeed(clock.slowSpeed.get()) : playing ? formatSpeed(speed) : '');
  });
  return (
    <>
      <span ref={moment} className={styles.moment} />
      <span ref={pace} className={styles.pace} />
    </>
  );
}

function write(element: HTMLElement | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}

/** Slows the whole screen down until packets can be followed, and back. */
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
      {following ? (
        <>
          Go on<span className={styles.rest}> at full speed</span>
        </>
      ) : (
        <>
          Follow<span className={styles.rest}> the packets</span>
        </>
      )}
    </Button>
  );
}
