import { describe, expect, it, vi } from 'vitest';
import { decodeLink } from '@ackscope/model';
import type { LabStore } from '@ackscope/model';
import { heldReference } from '../src/grab/heldReference.ts';
import { changeBuffer, readBuffer } from '../src/scenario/knobs.ts';
import { createLabAt } from '../src/lab/createLab.ts';
import { fakeEngine } from './fakeEngine.ts';

const LINK = 'v1/everyday-call?t=45';

/** A lab whose run is over, and how it gets another buffer. */
async function openLab(link = LINK) {
  const engine = fakeEngine({ auto: true });
  const { store, close } = createLabAt(engine, decodeLink(link), false);
  const isOver = async (): Promise<void> => {
    await vi.waitFor(() => {
      const { run, scenario } = store.getState();
      expect([run.status, run.scenario]).toEqual(['done', scenario.wanted]);
    });
  };
  await isOver();
  const turn = (packets: number): void => store.getState().actions.change(changeBuffer(packets));
  return { store, close, isOver, turn };
}

const buffer = (store: LabStore): number | null => {
  const { run } = store.getState().reference;
  return run === null ? null : readBuffer(run.scenario);
};

describe('the reference of a hand', () => {
  it('is the run before the hand came, also if the last change begins after the release', async () => {
    const { store, close, isOver, turn } = await openLab();
    const was = readBuffer(store.getState().scenario.wanted);
    const release = heldReference(store);
    turn(100);
    await isOver();
    turn(50);
    release();
    expect(store.getState().reference.link).not.toBeNull();
    await isOver();
    expect(store.getState().reference.link).toBeNull();
    expect(buffer(store)).toBe(was);
    // The next change has the run before it.
    turn(40);
    await isOver();
    expect(buffer(store)).toBe(50);
    close();
  });

  it('is none if the line is put back where it was', async () => {
    const { store, close, isOver, turn } = await openLab();
    const was = readBuffer(store.getState().scenario.wanted) ?? 0;
    const release = heldReference(store);
    turn(100);
    await isOver();
    turn(was);
    await isOver();
    release();
    expect(store.getState().reference).toMatchObject({ run: null, link: null });
    close();
  });

  it('leaves a kept reference alone', async () => {
    const { store, close, isOver, turn } = await openLab();
    store.getState().actions.keepReference();
    const { link } = store.getState().reference;
    const release = heldReference(store);
    turn(100);
    release();
    await isOver();
    expect(link).not.toBeNull();
    expect(store.getState().reference.link).toBe(link);
    close();
  });
});
