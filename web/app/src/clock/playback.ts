/**
 * Moves the clock while it plays: one callback per frame, none while it stands. It waits while the
 * page is built.
 */
import type { LabStore } from '@ackscope/model';

/** A tab that was asleep wakes up minutes later; the clock then goes on from where it was. */
const LONGEST_STEP_S = 0.1;

export function startPlayback(store: LabStore, isHeld: () => boolean = () => false): () => void {
  let frame: number | null = null;
  let lastMs: number | null = null;

  const step = (nowMs: number): void => {
    // `tick` calls `follow`. `frame` is still set then, so that `follow` does not request a second
    // animation frame.
    if (lastMs !== null) store.getState().actions.tick(Math.min(LONGEST_STEP_S, (nowMs - lastMs) / 1000));
    const { playing } = store.getState().clock;
    lastMs = playing && !isHeld() ? nowMs : null;
    frame = playing ? requestAnimationFrame(step) : null;
  };
  const follow = (): void => {
    if (store.getState().clock.playing && frame === null) frame = requestAnimationFrame(step);
  };
  const unsubscribe = store.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    if (frame !== null) cancelAnimationFrame(frame);
  };
}

/** Showing a run takes at most a third of the time; the rest is for playback and input. */
const PAUSE_PER_WORK = 2;

export interface PacedFrames {
  /**
   * Calls back at the next frame, or soon if the page is hidden and has no frames. After a costly
   * callback there is a proportional pause. The first call of a run is never delayed: its curve
   * should appear at once.
   */
  schedule: (callback: () => void) => void;
  /**
   * Makes a change that affects the screen. Once a lab is shown, it renders and paints before it
   * returns: within this frame, and its cost is known.
   */
  show: (change: () => void) => void;
  /**
   * Delays callbacks while the page is built: the first render shows their changes anyway. If the
   * store changed meanwhile, React would build the page in one long task.
   */
  hold: () => void;
  release: () => void;
  isHeld: () => boolean;
  /** True while the user drags a line. Then its run has priority and frames are not throttled. */
  isInHand: () => boolean;
}

/** An invisible frame of another site gets no animation frames, but does not count as hidden. */
const LONGEST_WAIT_MS = 250;

/** Calls back at the next frame, or a little later if none comes. */
export function nextFrame(callback: () => void): void {
  const once = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    callback();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, LONGEST_WAIT_MS);
}

export function pacedFrames(): PacedFrames {
  let restUntilMs = 0;
  let held: (() => void)[] | null = null;
  const timed = (callback: () => void): void => {
    if (held !== null) {
      held.push(callback);
      return;
    }
    const beganMs = performance.now();
    frames.show(callback);
    const endedMs = performance.now();
    restUntilMs = endedMs + (frames.isInHand() ? 0 : PAUSE_PER_WORK * (endedMs - beganMs));
  };
  const frames: PacedFrames = {
    show: (change) => {
      change();
    },
    hold() {
      held ??= [];
    },
    release() {
      const heldCallbacks = held ?? [];
      held = null;
      for (const callback of heldCallbacks) frames.schedule(callback);
    },
    isHeld: () => held !== null,
    isInHand: () => false,
    schedule(callback) {
      const waitMs = restUntilMs - performance.now();
      if (document.hidden) setTimeout(timed, Math.max(50, waitMs), callback);
      else if (waitMs > 4) setTimeout(timed, waitMs, callback);
      else
        nextFrame(() => {
          timed(callback);
        });
    },
  };
  return frames;
}
