/** The run of a step: opened with it, hidden until it may be seen, then played. */
import { useEffect } from 'react';
import { SPEEDS } from '@ackscope/model';
import type { DecodedLink } from '@ackscope/model';
import type { Prediction } from '@ackscope/model/lesson';
import { useLab, useLabState } from '../lab/context.ts';

/** The board draws one row of the link: beside it the lanes show the others, over the same time. */
export function linkBeside(link: DecodedLink, predict: Prediction | null): DecodedLink {
  const { rows, zoom } = link.view;
  if (predict?.kind !== 'draw') return link;
  const others = rows?.filter((row) => row !== predict.series) ?? [];
  const view = { ...link.view, zoom: zoom ?? [predict.fromS, predict.toS] };
  return { ...link, view: { ...view, rows: others.length === 0 ? rows : others } };
}

/** A time range of a run plays in about this many seconds. */
const STRETCH_PLAYS_S = 15;

/**
 * Opens a step's run, and plays it once it may be seen. A time range is played in a loop, at its
 * own speed. With a time in the link, the clock stands there.
 */
export function useStepRun(link: DecodedLink, isShown: boolean): void {
  const { store, reducedMotion } = useLab();
  const runId = useLabState((state) => state.run.id);
  useEffect(() => {
    store.getState().actions.openLink(link, false);
  }, [store, link]);
  useEffect(() => {
    const { actions } = store.getState();
    const { zoom, timeS } = link.view;
    actions.setLoop(zoom !== null);
    // Before the answer the clock stands at the start, and the range has followed it there.
    if (isShown) actions.setTimeRange(zoom);
    if (zoom !== null) {
      const least = (zoom[1] - zoom[0]) / STRETCH_PLAYS_S;
      actions.setSpeed(SPEEDS.find((speed) => speed >= least) ?? Infinity);
    }
    // Before the prediction the clock tells nothing of the run.
    if (!isShown || timeS !== null) {
      actions.pause();
      actions.seek(isShown ? (timeS ?? 0) : 0);
      return;
    }
    if (reducedMotion) actions.seek(zoom?.[1] ?? Infinity);
    else {
      actions.seek(zoom?.[0] ?? 0);
      actions.play();
    }
    // Runs again for a new run, because that sets its own speed.
  }, [store, link, isShown, reducedMotion, runId]);
}
