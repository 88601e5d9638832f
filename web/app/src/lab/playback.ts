/** Moves the clock while it plays: one callback per frame, none while it stands. */
import type { LabStore } from '@ackscope/model';

/** A tab that slept wakes up with a leap of minutes; the clock then goes on from where it was. */
const LONGEST_STEP_S = 0.1;

export function startPlayback(store: LabStore): () => void {
  let frame: number | null = null;
  let lastMs: number | null = null;

  const step = (nowMs: number): void => {
    frame = null;
    if (lastMs !== null) store.getState().actions.tick(Math.min(LONGEST_STEP_S, (nowMs - lastMs) / 1000));
    lastMs = nowMs;
    if (store.getState().clock.playing) frame = requestAnimationFrame(step);
    else lastMs = null;
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

/** Calls back at the next frame, or soon if the page is hidden and has no frames. */
export function nextFrame(callback: () => void): void {
  if (document.hidden) setTimeout(callback, 50);
  else requestAnimationFrame(() => callback());
}
