import type { Engine } from '@ackscope/engine';
import { createLabStore, decodeLink, followDetail, readPlace, ruleTable, startRunner } from '@ackscope/model';
import type { Lab } from './context.ts';
import { startPathClock } from './pathClock.ts';
import { pacedFrames, startPlayback } from './playback.ts';
import { labSignals } from './signals.ts';
import { REDUCED_MOTION } from './useMediaQuery.ts';
import { firstLink } from './singlePage.ts';

/** One lab: its store, the runner that follows it, the clocks. Begins with what the address says. */
export function startLab(engine: Engine, autoplay = true): { lab: Lab; close: () => void } {
  const reducedMotion = window.matchMedia(REDUCED_MOTION).matches;
  const store = createLabStore();
  const address = firstLink();
  const inLab = readPlace(address).page === 'lab';
  const link = decodeLink(inLab ? address : '');
  store.getState().actions.openLink(link, inLab && autoplay && !reducedMotion);
  const runner = startRunner(engine, store, { schedule: pacedFrames() });
  const rules = ruleTable(engine.catalogue);
  const pathClock = startPathClock(store, runner, rules, reducedMotion);
  const stops = [startPlayback(store), pathClock.stop, followDetail(store, runner)];
  if (reducedMotion || !autoplay) stops.push(showTheEnd(store));
  return {
    lab: {
      engine,
      store,
      runner,
      catalogue: engine.catalogue,
      rules,
      signals: labSignals(store),
      pathClock,
      reducedMotion,
    },
    close() {
      for (const stop of stops) stop();
      runner.dispose();
      engine.dispose();
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
