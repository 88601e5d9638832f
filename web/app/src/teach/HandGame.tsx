import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { formatFixed, formatNumber, formatQuantity, LivePaper } from '@ackscope/charts';
import { focusSeries, sameJson, soFar } from '@ackscope/model';
import type { LaneTrace, RuleTable } from '@ackscope/model';
import {
  FIRST_CWND,
  HAND_DURATION_S,
  handAt,
  handHref,
  handScenario,
  LARGEST_HAND,
  sheetMarks,
  withHand,
} from '@ackscope/model/teach';
import type { Hand, HandPath, Resting } from '@ackscope/model/teach';
import { logarithmic, Slider } from '../kit/Slider.tsx';
import { replaceAddress } from '../base/backStep.ts';
import { useLab, useLabState } from '../lab/context.ts';
import { useKeydown } from '../base/useKeydown.ts';
import { lossesInWords } from './gameTexts.ts';
import { HandPackets } from './HandPackets.tsx';
import buttons from '../kit/buttons.module.css';
import styles from './Teach.module.css';

/** Intervals of redrawing, and of sending the window set by hand to the engine. */
const FRAME_S = 0.05;
const HAND_EVERY_S = 0.1;
/** How often the address follows the game. */
const KEPT_EVERY_MS = 500;
/** The clock advances at most this much per frame: after a pause of the tab it does not jump. */
const LONGEST_STEP_S = 0.5;
/** One simulated second takes one real second. */
const SPEED = 1;

/**
 * The clock runs and the player moves the window. Each move is an entry of the script from which
 * the engine repeats the run: the past stays the same packet for packet, and only the future
 * changes.
 */
export function HandGame({
  of,
  from,
  themeKey,
  onOver,
}: {
  of: HandPath;
  /** The game goes on from here; null: from the start. */
  from: Resting | null;
  themeKey: string;
  onOver: (hand: Hand) => void;
}) {
  const { store, rules } = useLab();
  const [first] = useState(from ?? { hand: [], atS: 0 });
  const [phase, setPhase] = useState<'ready' | 'playing' | 'paused'>(first.atS === 0 ? 'ready' : 'paused');
  const [timeS, setTimeS] = useState(first.atS);
  const [cwnd, setCwnd] = useState(() => handAt(first.hand, first.atS));
  const hand = useRef<Hand>(first.hand);
  const clockS = useRef(first.atS);
  const recordedS = useRef(-Infinity);
  const known = useRef(location.hash);

  const tell = (): void => {
    recordedS.current = clockS.current;
    store.getState().actions.replaceScenario(handScenario(of, hand.current, false), null);
  };
  useEffect(() => {
    const { scenario, actions } = store.getState();
    const wanted = handScenario(of, first.hand, false);
    if (!sameJson(scenario.wanted, wanted)) actions.replaceScenario(wanted, null);
    // The packets on their way at this moment.
    actions.seek(first.atS);
  }, [store, of, first]);
  const move = useCallback((next: number) => {
    setCwnd(Math.round(Math.min(LARGEST_HAND, Math.max(1, next))));
  }, []);

  /** One frame: the clock advances, and a moved hand is recorded at most ten times a second. */
  const frame = useEffectEvent((elapsedS: number): void => {
    clockS.current = Math.min(HAND_DURATION_S, clockS.current + elapsedS * SPEED);
    if (handAt(hand.current, clockS.current) !== cwnd && clockS.current - recordedS.current >= HAND_EVERY_S) {
      hand.current = withHand(hand.current, Number(clockS.current.toFixed(3)), cwnd);
      tell();
    }
    setTimeS(clockS.current);
    // The picture of the packets follows the store's clock.
    store.getState().actions.seek(clockS.current);
    // If the slider was never moved, the whole run has the initial window.
    if (clockS.current >= HAND_DURATION_S)
      onOver(hand.current.length === 0 ? [{ atS: 0, cwnd: FIRST_CWND }] : hand.current);
  });
  useEffect(() => {
    if (phase !== 'playing') return;
    let lastMs: number | null = null;
    let owedS = 0;
    let request = 0;
    const step = (nowMs: number): void => {
      owedS += lastMs === null ? 0 : Math.min(LONGEST_STEP_S, (nowMs - lastMs) / 1000);
      lastMs = nowMs;
      if (owedS >= FRAME_S) {
        frame(owedS);
        owedS = 0;
      }
      request = requestAnimationFrame(step);
    };
    request = requestAnimationFrame(step);
    return () => cancelAnimationFrame(request);
  }, [phase]);

  const toggle = useCallback(() => {
    setPhase((before) => (before === 'playing' ? 'paused' : 'playing'));
  }, []);
  // The window as it stands is a move, too.
  const keep = useEffectEvent((): void => {
    const atS = clockS.current;
    if (atS >= HAND_DURATION_S || (atS === 0 && cwnd === FIRST_CWND)) return;
    // The player has followed a link, of which the browser tells in a later task.
    if (location.hash !== known.current) return;
    known.current = replaceAddress(handHref(of, withHand(hand.current, atS, cwnd), atS));
  });
  useEffect(() => {
    if (phase !== 'playing') return;
    const timer = window.setInterval(keep, KEPT_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [phase]);
  useEffect(() => {
    if (phase !== 'playing') keep();
  }, [phase, cwnd]);
  useHandKeys(cwnd, move, toggle);

  const trace = useLabState((state) => state.run.lanes[0]?.trace ?? null);
  useLabState((state) => state.run.revision);
  return (
    <section className={styles.game} aria-label="The game" data-phase={phase}>
      <div className={styles.charts}>
        <Seen trace={trace} timeS={timeS} rules={rules} cwnd={cwnd} onHand={move} />
        <HandPackets themeKey={themeKey} />
        <p className={styles.legend}>
          Your packets, and the ACKs that come back. The queue is hidden until the end.
        </p>
      </div>
      <div className={styles.desk}>
        <p className={styles.handValue}>
          <span>your window</span>
          <b>{cwnd}</b>
          <span>packets</span>
        </p>
        <Slider
          label="Your window"
          value={cwnd}
          scale={logarithmic(1, LARGEST_HAND, 1)}
          text={`${cwnd} packets`}
          onChange={move}
        />
        <div className={styles.buttons}>
          <Button className={buttons.primary ?? ''} onPress={toggle}>
            {phase === 'playing' ? 'Pause' : phase === 'paused' ? 'Go on' : 'Start'}
          </Button>
          <Button className={buttons.plain ?? ''} onPress={() => move(cwnd + 1)}>
            +1
          </Button>
          <Button className={buttons.plain ?? ''} onPress={() => move(cwnd / 2)}>
            Halve
          </Button>
          <span className={styles.clock}>
            {formatFixed(timeS, 1)} / {HAND_DURATION_S} s
          </span>
        </div>
        <p className={styles.keys}>
          Drag in the window’s chart, or use keys: <kbd>↑</kbd> <kbd>↓</kbd> change the window by one packet,
          with <kbd>Shift</kbd> by a fifth. <kbd>h</kbd> halves it. <kbd>Space</kbd> starts and pauses.
        </p>
        <Heard trace={trace} timeS={timeS} rules={rules} isPlaying={phase === 'playing'} />
      </div>
    </section>
  );
}

function useHandKeys(cwnd: number, move: (cwnd: number) => void, toggle: () => void): void {
  // Before the slider gets the arrow keys: here they mean the same wherever the focus is.
  useKeydown(
    (event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === ' ' && target?.closest('button, a')) return;
      const far = event.shiftKey ? Math.max(1, Math.round(cwnd / 5)) : 1;
      if (event.key === 'ArrowUp') move(cwnd + far);
      else if (event.key === 'ArrowDown') move(cwnd - far);
      else if (event.key === 'h') move(cwnd / 2);
      else if (event.key === ' ') toggle();
      else return;
      event.preventDefault();
    },
    { isFirst: true },
  );
}

const TIME_DOMAIN = [0, HAND_DURATION_S] as const;
/** The pipe holds fifty packets, and packets wait a quarter of a second in a full buffer. */
const WINDOW_DOMAIN = [0, 120] as const;
const RTT_DOMAIN = [0, 1.2] as const;

/** The sender's view: its window, the times of detected losses, and the RTT of each packet. */
function Seen({
  trace,
  timeS,
  rules,
  cwnd: held,
  onHand,
}: {
  trace: LaneTrace | null;
  timeS: number;
  rules: RuleTable;
  cwnd: number;
  onHand: (cwnd: number) => void;
}) {
  const cwnd = trace === null ? undefined : focusSeries(trace, 'cwnd')[0];
  const rtt = trace === null ? undefined : focusSeries(trace, 'rtt')[0];
  const marks =
    trace === null
      ? []
      : sheetMarks(trace, rules, [0, timeS]).map((mark) => ({
          timeS: mark.timeS,
          letter: mark.kind === 'timeout' ? 'T' : 'F',
        }));
  return (
    <>
      <LivePaper
        label="Your window so far, with the detected losses"
        title="your window"
        unit="packets"
        timeDomain={TIME_DOMAIN}
        domain={WINDOW_DOMAIN}
        height={230}
        untilS={timeS}
        columns={cwnd}
        marks={marks}
        level={{ value: held, onDrag: onHand }}
      />
      <p className={styles.legend}>F: fast retransmit. T: timeout.</p>
      <LivePaper
        label="The round-trip time so far, as the sender measures it"
        title="round-trip time"
        unit="s"
        timeDomain={TIME_DOMAIN}
        domain={RTT_DOMAIN}
        height={170}
        untilS={timeS}
        columns={rtt}
      />
    </>
  );
}

/** Losses are spoken at most this often: a screen reader falls behind otherwise. */
const SPOKEN_EVERY_S = 2;

function Heard({
  trace,
  timeS,
  rules,
  isPlaying,
}: {
  trace: LaneTrace | null;
  timeS: number;
  rules: RuleTable;
  isPlaying: boolean;
}) {
  const sofar = trace === null ? null : soFar(trace, rules, Math.max(0, timeS - 5), timeS);
  const rttS = trace === null ? NaN : (focusSeries(trace, 'rtt')[0]?.at(timeS) ?? NaN);
  const marks = trace === null ? [] : sheetMarks(trace, rules, [0, timeS]);
  const saidS = isPlaying ? Math.floor(timeS / SPOKEN_EVERY_S) * SPOKEN_EVERY_S : timeS;
  return (
    <>
      <span className="visually-hidden" role="status">
        {lossesInWords(marks.filter((mark) => mark.timeS <= saidS))}
      </span>
      <dl className={styles.heard}>
        <div>
          <dt>goodput, last 5 s</dt>
          <dd>{formatQuantity(timeS > 0 ? sofar?.goodputBps : null, 'bps')}</dd>
        </div>
        <div>
          <dt>round trip</dt>
          <dd>{formatQuantity(timeS > 0 ? rttS : null, 's')}</dd>
        </div>
        <div>
          <dt>losses detected</dt>
          <dd>{formatNumber(marks.length)}</dd>
        </div>
      </dl>
    </>
  );
}
