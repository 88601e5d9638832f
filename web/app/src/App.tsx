import { useEffect, useState } from 'react';
import type { Engine } from '@ackscope/engine';
import { createLabStore, decodeLink, ruleTable, startRunner } from '@ackscope/model';
import { followAddress } from './lab/address.ts';
import { LabProvider } from './lab/context.ts';
import type { Lab } from './lab/context.ts';
import { startPathClock } from './lab/pathClock.ts';
import { pacedFrames, startPlayback } from './lab/playback.ts';
import { labSignals } from './lab/signals.ts';
import { REDUCED_MOTION } from './lab/useMediaQuery.ts';
import { LabPage } from './pages/LabPage.tsx';
import { Opening } from './pages/Opening.tsx';

/** The page: opens the engine, reads the address, and shows the lab. */
export function App({ open }: { open: () => Promise<Engine> }) {
  const [lab, setLab] = useState<Lab | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let closed = false;
    let close: () => void = () => {
      closed = true;
    };
    open().then(
      (engine) => {
        if (closed) {
          engine.dispose();
          return;
        }
        const started = startLab(engine);
        close = started.close;
        setLab(started.lab);
      },
      (error: unknown) => {
        if (!closed) setProblem(error instanceof Error ? error.message : String(error));
      },
    );
    return () => close();
  }, [open]);

  if (lab === null) return <Opening problem={problem} />;
  return (
    <LabProvider value={lab}>
      <LabPage />
    </LabProvider>
  );
}

function startLab(engine: Engine): { lab: Lab; close: () => void } {
  const reducedMotion = window.matchMedia(REDUCED_MOTION).matches;
  const store = createLabStore();
  store.getState().actions.openLink(decodeLink(location.hash), !reducedMotion);
  const runner = startRunner(engine, store, { schedule: pacedFrames() });
  const pathClock = startPathClock(store, runner, reducedMotion);
  const stops = [startPlayback(store), followAddress(store, reducedMotion), pathClock.stop];
  if (reducedMotion) stops.push(showTheEnd(store));
  return {
    lab: {
      store,
      runner,
      catalogue: engine.catalogue,
      rules: ruleTable(engine.catalogue),
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

/** Where motion is unwelcome nothing plays by itself: the first run is shown finished. */
function showTheEnd(store: Lab['store']): () => void {
  const stop = store.subscribe((state) => {
    if (state.run.status !== 'done') return;
    stop();
    if (state.clock.timeS === 0) state.actions.seek(state.run.durationS);
  });
  return stop;
}
