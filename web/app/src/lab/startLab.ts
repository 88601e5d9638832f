import type { Engine } from '@ackscope/engine';
import { createLabStore, decodeLink, followDetail, readPlace, ruleTable, startRunner } from '@ackscope/model';
import type { DecodedLink } from '@ackscope/model';
import type { Lab } from './context.ts';
import { laneViews } from './laneData.ts';
import { startPathClock } from './pathClock.ts';
import { pacedFrames, startPlayback } from './playback.ts';
import { labSignals } from './signals.ts';
import { REDUCED_MOTION } from './useMediaQuery.ts';
import { firstLink } from './singlePage.ts';

export interface StartedLab {
  lab: Lab;
  close: () => void;
}

/** The lab of a page: begins with what the address says, and closes the engine with itself. */
export function startLab(engine: Engine, autoplay = true): StartedLab {
  const reducedMotion = window.matchMedia(REDUCED_MOTION).matches;
  const address = firstLink();
  const inLab = readPlace(address).page === 'lab';
  const link = decodeLink(inLab ? address : '');
  const started = openLab(engine, link, inLab && autoplay && !reducedMotion);
  const stop = reducedMotion || !autoplay ? showTheEnd(started.lab.store) : () => undefined;
  return {
    lab: started.lab,
    close() {
      stop();
      started.close();
      engine.dispose();
    },
  };
}

/** One lab over an engine that others may use too: its store, the runner that follows it, the clocks. */
export function openLab(engine: Engine, link: DecodedLink, plays: boolean): StartedLab {
  const reducedMotion = window.matchMedia(REDUCED_MOTION).matches;
  const store = createLabStore();
  store.getState().actions.openLink(link, plays);
  const runner = startRunner(engine, store, { schedule: pacedFrames() });
  const rules = ruleTable(engine.catalogue);
  const pathClock = startPathClock(store, runner, rules, reducedMotion);
  const stops = [startPlayback(store), pathClock.stop, followDetail(store, runner)];
  return {
    lab: {
      engine,
      store,
      runner,
      catalogue: engine.catalogue,
      rules,
      signals: labSignals(store),
      laneViews: laneViews(engine.catalogue, rules),
      pathClock,
      reducedMotion,
    },
    close() {
      for (const stop of stops) stop();
      runner.dispose();
    },
  };
}

/** Where motion is unwelcome or not asked for nothing plays by itself: the first run is shown finished. */
function showTheEnd(store: Lab['store']): () => void {
  const stop = store.subscribe((state) => {
    if (state.run.status !== 'done') return;
    stop();
    if (state.clock.timeS === 0) state.actions.seek(state.run.durationS);
  });
  return stop;
}
