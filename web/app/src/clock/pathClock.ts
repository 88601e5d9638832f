/**
 * The path's own clock. At fifty times real time a packet crosses the screen within one frame, so
 * the path shows slow motion. It jumps to the shared clock's time, follows the packets of that time
 * slowly, and after a while jumps to the clock again. Every other jump goes to the latest loss that
 * the clock has passed since the last jump, if there was one: losses matter most, and at such
 * speeds almost all of them would fall between two jumps. If the clock stands or runs slowly, both
 * clocks are equal. The packets come from a replay of the run around that time.
 */
import type { PacketLog } from '@ackscope/engine';
import { longestTripS } from '@ackscope/charts';
import type { Signal } from '@ackscope/charts';
import { channelHistory } from '@ackscope/model';
import type { LabState, LabStore, RuleTable, Runner } from '@ackscope/model';
import { cell } from '../base/signals.ts';

/** An RTT takes about this long on the screen. */
const ROUND_TRIP_ON_SCREEN_S = 4;
/** Duration of slow motion before the next jump. */
const FOLLOW_MS = 1800;
/** The slow motion starts this long before a loss. */
const BEFORE_LOSS_MS = 500;
/** The most packet records of a replay; a longer interval is shortened. */
const MAX_SEGMENTS = 3000;

export interface PathClock {
  timeS: Signal<number>;
  log: Signal<PacketLog | null>;
  /** Simulated seconds per second of the slow motion. */
  slowSpeed: Signal<number>;
  /** The lab's clock is too fast to follow packets: those shown are a sample of another moment. */
  isSample: () => boolean;
  stop: () => void;
}

/** `only`: the lane whose packets it shows; by default the lane in focus. */
export function startPathClock(
  store: LabStore,
  runner: Runner,
  rules: RuleTable,
  still: boolean,
  only?: number,
): PathClock {
  const timeS = cell(0);
  const log = cell<PacketLog | null>(null);
  const slowSpeed = cell(0.05);
  let frame: number | null = null;
  let lastMs = 0;
  let anchoredMs = -Infinity;
  let anchorS = NaN;
  let shownRun = -1;
  let shownLane = -1;
  let asking = false;
  let wantedS: number | null = null;
  let passedS = 0;
  let showedLoss = false;

  const laneOf = ({ view }: LabState): number => only ?? view.lane;
  const laneNow = (): number => laneOf(store.getState());
  const info = () => store.getState().run.lanes[laneNow()]?.trace?.info ?? null;

  const spans = (): { leadS: number; aheadS: number } => {
    const lane = info();
    if (lane === null) return { leadS: 0.5, aheadS: 0.5 };
    const fastestBps = Math.max(...lane.hops.map((hop) => hop.rate_bps), 1);
    const mostS = MAX_SEGMENTS / (fastestBps / 12_000);
    const leadS = Math.min(longestTripS(lane), mostS);
    return { leadS, aheadS: Math.max(slowSpeed.get() * (FOLLOW_MS / 1000) * 1.5, Math.min(0.25, mostS)) };
  };

  /** Requests the packets around a time. While one is pending, only the latest request is kept. */
  const fetchAt = (momentS: number): void => {
    if (asking) {
      wantedS = momentS;
      return;
    }
    const { run } = store.getState();
    const lane = laneNow();
    const reachedS = run.lanes[lane]?.trace?.simulatedS ?? 0;
    if (run.lanes[lane]?.stale !== false) return;
    const { leadS, aheadS } = spans();
    const toS = Math.min(momentS + aheadS, reachedS);
    const fromS = Math.max(0, momentS - leadS);
    if (toS <= fromS) return;
    asking = true;
    const runId = run.id;
    void runner.ask(lane, 'packets', fromS, toS).then((packets) => {
      asking = false;
      const now = store.getState();
      if (packets !== null && now.run.id === runId && laneNow() === lane) {
        shownRun = runId;
        shownLane = lane;
        log.set(packets);
        anchorS = momentS;
        anchoredMs = performance.now();
        timeS.set(momentS);
      }
      const next = wantedS;
      wantedS = null;
      if (next !== null) fetchAt(next);
      wake();
    });
  };

  /** The time of the next jump: the clock's time, or the latest loss since the last jump. */
  const momentToFollow = (): number => {
    const { clock, run } = store.getState();
    const trace = run.lanes[laneNow()]?.trace ?? null;
    const lossS =
      trace === null || showedLoss ? null : channelHistory(trace, rules).latestLoss(passedS, clock.timeS);
    passedS = clock.timeS;
    showedLoss = lossS !== null;
    return lossS === null ? clock.timeS : Math.max(0, lossS - slowSpeed.get() * (BEFORE_LOSS_MS / 1000));
  };

  const covers = (momentS: number): boolean => {
    const packets = log.get();
    const { run } = store.getState();
    if (packets === null || shownRun !== run.id || shownLane !== laneNow()) return false;
    const { leadS } = spans();
    return momentS <= packets.to_s && momentS >= Math.min(packets.from_s + leadS * 0.9, anchorS);
  };

  const isSample = (): boolean => {
    const { clock } = store.getState();
    return clock.playing && clock.speed > slowSpeed.get() * 1.01;
  };

  const step = (nowMs: number): void => {
    frame = null;
    const elapsedS = Math.min(0.1, (nowMs - lastMs) / 1000);
    lastMs = nowMs;
    const { clock } = store.getState();
    if (!isSample()) {
      passedS = clock.timeS;
      if (covers(clock.timeS)) timeS.set(clock.timeS);
      else fetchAt(clock.timeS);
    } else if (
      !asking &&
      (!covers(timeS.get()) || nowMs - anchoredMs > FOLLOW_MS || Math.abs(timeS.get() - anchorS) > 10)
    ) {
      fetchAt(momentToFollow());
      anchoredMs = nowMs;
    } else if (!still) {
      timeS.set(Math.min(timeS.get() + slowSpeed.get() * elapsedS, log.get()?.to_s ?? Infinity));
    }
    if (clock.playing) wake();
  };
  const wake = (): void => {
    frame ??= requestAnimationFrame(step);
  };

  const unsubscribe = store.subscribe((state, before) => {
    const rttS = info()?.flows.find((flow) => flow.compared)?.rtt_s;
    if (rttS !== undefined && rttS > 0) slowSpeed.set(rttS / ROUND_TRIP_ON_SCREEN_S);
    const isOther = laneOf(state) !== laneOf(before);
    if (state.run.id !== before.run.id || isOther) anchoredMs = -Infinity;
    if (state.clock !== before.clock || isOther || state.run !== before.run) wake();
  });
  wake();

  return {
    timeS,
    log,
    slowSpeed,
    isSample,
    stop() {
      unsubscribe();
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
}
