/** Runs and plays only what is visible, so that ten widgets on a page cost as much as one. */
import type { LabStore } from '@ackscope/model';

/** Resolves when the frame comes into view for the first time. */
export function untilVisible(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });
}

/**
 * Pauses while out of view. Then it goes on if it was playing and nobody used the clock meanwhile.
 * Returns a function that stops this.
 */
export function pauseOutOfView(element: Element, store: LabStore): () => void {
  let wasPlaying = false;
  // A command to the clock overrides this; a new scenario is no such command.
  const unsubscribe = store.subscribe((state, before) => {
    if (state.clock !== before.clock && state.scenario === before.scenario) wasPlaying = false;
  });
  const observer = new IntersectionObserver((entries) => {
    const visible = entries[entries.length - 1]?.isIntersecting ?? true;
    const { clock, actions } = store.getState();
    if (!visible) {
      const { playing } = clock;
      if (playing) actions.pause();
      wasPlaying = playing;
    } else if (wasPlaying) {
      wasPlaying = false;
      actions.play();
    }
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    unsubscribe();
  };
}
