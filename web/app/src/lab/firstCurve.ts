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

/** All rows of three lanes are painted in so many frames (`RowView`). */
const PAINTED_IN = 4;

export const removeFirstFrame = (): void => document.querySelector('.first-frame')?.remove();

/** Takes the recorded first frame away once the run's own curves stand in its place, or none will come. */
export function endFirstFrame(store: LabStore): () => void {
  let stop: () => void = () => undefined;
  const after = (frames: number): void => {
    if (frames === 0) removeFirstFrame();
    else nextFrame(() => after(frames - 1));
  };
  const look = ({ run, scenario, clock, ask }: LabState): void => {
    const isWithout = run.status === 'error' || scenario.error !== null || ask === null;
    if (run.simulatedS < clock.timeS && !isWithout) return;
    stop();
    after(PAINTED_IN);
  };
  // Another page would stand below it.
  addEventListener('hashchange', removeFirstFrame, { once: true });
  stop = store.subscribe(look);
  look(store.getState());
  return () => {
    stop();
    removeEventListener('hashchange', removeFirstFrame);
  };
}
