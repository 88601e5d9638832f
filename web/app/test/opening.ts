import type { Engine } from '@ackscope/engine';
import { createLab } from '../src/lab/createLab.ts';
import type { OpeningLab } from '../src/lab/createLab.ts';

/** The lab of the address, on an engine that is there. */
export function opening(engine: Engine): Promise<OpeningLab> {
  return Promise.resolve({ ...createLab(engine), opened: Promise.resolve() });
}
