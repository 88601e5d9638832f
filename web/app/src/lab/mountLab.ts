import { flushSync } from 'react-dom';
import type { Engine } from '@ackscope/engine';
import { followDetail, followOwnRules, ruleTable } from '@ackscope/model';
import type { DecodedLink } from '@ackscope/model';
import { waitForHand } from '../jobs/jobs.ts';
import { createLabAt } from './createLab.ts';
import type { HeadlessLab } from './createLab.ts';
import type { Lab } from './context.ts';
import { dragState } from './dragState.ts';
import { laneViews } from '../laneData/laneData.ts';
import { startPathClock } from '../clock/pathClock.ts';
import { followReference } from './referenceRun.ts';
import { endFirstFrame, followFirstCurve } from './firstCurve.ts';
import { startPlayback } from '../clock/playback.ts';
import { cell, labSignals } from '../base/signals.ts';

export interface MountedLab {
  lab: Lab;
  close: () => void;
}

/** The lab of a page. If nothing may play by itself, the first run is shown at its end. */
export function mountLab(headless: HeadlessLab, autoplay = true): MountedLab {
  const started = shown(headless);
  // A question stops the clock at its own time.
  const isAsked = headless.store.getState().ask !== null;
  const stop =
    (headless.reducedMotion && !isAsked) || !autoplay ? showTheEnd(started.lab.store) : () => undefined;
  return {
    lab: started.lab,
    close() {
      stop();
      started.close();
    },
  };
}

/** A lab on an engine that others may use too. */
export function mountLabAt(engine: Engine, link: DecodedLink, plays: boolean): MountedLab {
  return shown(createLabAt(engine, link, plays));
}

/** The clocks that a visible lab needs beside store and runner. The engine knows its catalogue. */
function shown(headless: HeadlessLab): MountedLab {
  const { engine, store, runner, frames, reducedMotion } = headless;
  // A run's update is painted in the frame in which it is taken, so its cost can be measured.
  frames.show = flushSync;
  frames.isInHand = () => dragState(headless).get() !== null;
  const rules = ruleTable(engine.catalogue);
  const leaveRules = followOwnRules(store, rules);
  const stops = [
    startPlayback(store, frames.isHeld),
    followFirstCurve(store),
    endFirstFrame(store),
    leaveRules,
    followDetail(store, runner, frames.schedule),
    followReference(engine, store),
    waitForHand(engine, store),
  ];
  return {
    lab: {
      engine,
      store,
      runner,
      catalogue: engine.catalogue,
      rules,
      signals: labSignals(store),
      channels: cell([]),
      laneViews: laneViews(engine.catalogue, rules),
      pathClockOf: (lane) => startPathClock(store, runner, rules, reducedMotion, lane),
      frames,
      reducedMotion,
    },
    close() {
      for (const stop of stops) stop();
      headless.close();
    },
  };
}

/** Goes to the end of the first run when that is done. */
function showTheEnd(store: Lab['store']): () => void {
  let stop: () => void = () => undefined;
  const look = (): void => {
    const { run, clock, actions } = store.getState();
    if (run.status !== 'done') return;
    stop();
    if (clock.timeS === 0) actions.seek(run.durationS);
  };
  stop = store.subscribe(look);
  // The run may already be done.
  look();
  return stop;
}
