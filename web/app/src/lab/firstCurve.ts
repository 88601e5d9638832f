/**
 * What the first curve does not need is loaded and evaluated after it: on a phone, a file more before the
 * curve is a tenth of a second.
 */
import type { LabState, LabStore } from '@ackscope/model';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { nextFrame } from '../clock/playback.ts';

let arrive: () => void = () => undefined;
/** Resolves once a curve is on the screen, or none will come by itself. */
export const firstCurve = new Promise<void>((resolve) => (arrive = resolve));

/** Like `lazyNamed`, for components that can load after the first curve is drawn. */
export function lazyAfterCurve<Module, Name extends keyof Module>(name: Name, load: () => Promise<Module>) {
  return lazyNamed<Module, Name>(name, () => firstCurve.then(load));
}

/** Watches the runs of a lab that is shown. */
export function followFirstCurve(store: LabStore): () => void {
  let stop: () => void = () => undefined;
  const look = ({ run, scenario }: LabState): void => {
    const isWithout = run.status === 'error' || scenario.error !== null || scenario.asking !== null;
    if (run.simulatedS === 0 && !isWithout) return;
    stop();
    // The store's listeners paint in this turn, the browser shows it at the end of the frame.
    nextFrame(() => setTimeout(arrive));
  };
  stop = store.subscribe(look);
  look(store.getState());
  return stop;
}
