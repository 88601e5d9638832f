import type { Engine } from '@ackscope/engine';
import { createLabStore, readWrite, startRunner } from '@ackscope/model';
import type { DecodedLink, LabStore, Runner } from '@ackscope/model';
import { pacedFrames } from '../clock/playback.ts';
import type { PacedFrames } from '../clock/playback.ts';
import { firstLink } from '../address/singlePage.ts';
import { REDUCED_MOTION } from '../base/mediaQueries.ts';
import { readLabLink, readLink, readRoute } from '../pages.ts';

/** A lab that runs but is not shown yet. */
export interface HeadlessLab {
  engine: Engine;
  store: LabStore;
  runner: Runner;
  frames: PacedFrames;
  reducedMotion: boolean;
  close: () => void;
}

/** The lab for the page's address. */
export interface AddressedLab extends HeadlessLab {
  /** The fragment it was opened with. The reader may change the address while the engine loads. */
  openedAt: string;
}

/** A lab whose engine is still loading. */
export interface OpeningLab extends AddressedLab {
  /** Rejects with a reason if the engine cannot be loaded. */
  opened: Promise<unknown>;
}

/**
 * Starts the address's scenario before the engine is loaded. Closing it closes the engine. With
 * `rests`, nothing runs while the address is another page's.
 */
export function createLab(
  engine: Engine,
  autoplay = true,
  {
    rests = false,
    keepsScripts = false,
    read = readLabLink,
  }: { rests?: boolean; keepsScripts?: boolean; read?: typeof readLabLink } = {},
): AddressedLab {
  const openedAt = location.hash;
  const address = firstLink();
  const { page, query } = readRoute(address);
  const inLab = page === 'lab';
  // The address of the page for writing carries a scenario, too.
  const link = page === 'write' ? (readWrite(query).of ?? '') : '';
  const headless = createLabAt(
    engine,
    inLab ? read(address) : readLink(link),
    inLab && autoplay && !reducedMotion(),
    { rests: rests && !inLab, keepsScripts },
  );
  return {
    ...headless,
    openedAt,
    close() {
      headless.close();
      engine.dispose();
    },
  };
}

/** Starts a link's scenario, on an engine that others may use too. */
export function createLabAt(
  engine: Engine,
  link: DecodedLink,
  plays: boolean,
  options: { rests?: boolean; keepsScripts?: boolean } = {},
): HeadlessLab {
  const store = createLabStore();
  store.getState().actions.openLink(link, plays);
  const frames = pacedFrames();
  const runner = startRunner(engine, store, { schedule: frames.schedule, ...options });
  return { engine, store, runner, frames, reducedMotion: reducedMotion(), close: runner.dispose };
}

function reducedMotion(): boolean {
  return window.matchMedia(REDUCED_MOTION).matches;
}
