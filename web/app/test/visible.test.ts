import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLabStore, decodeLink } from '@ackscope/model';
import { pauseOutOfView } from '../src/embed/visible.ts';

/** Reports the frame's visibility as the browser does. */
let see: (visible: boolean) => void = () => undefined;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        see = (visible) => tell([{ isIntersecting: visible }]);
      }
      readonly observe = vi.fn();
      readonly disconnect = vi.fn();
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a widget that leaves the view', () => {
  const playing = () => {
    const store = createLabStore();
    const { actions } = store.getState();
    actions.openLink(decodeLink('v1/sawtooth'), true);
    const stop = pauseOutOfView(document.documentElement, store);
    const isPlaying = (): boolean => store.getState().clock.playing;
    expect(isPlaying()).toBe(true);
    see(false);
    expect(isPlaying()).toBe(false);
    return { actions, isPlaying, stop };
  };

  it('pauses, and goes on when it is seen again', () => {
    const { isPlaying } = playing();
    see(true);
    expect(isPlaying()).toBe(true);
  });

  it('stays paused where the host has paused it meanwhile', () => {
    const { actions, isPlaying } = playing();
    actions.pause();
    see(true);
    expect(isPlaying()).toBe(false);
    see(false);
    see(true);
    expect(isPlaying()).toBe(false);
  });

  it('goes on with the scenario that the host has set meanwhile', () => {
    const { actions, isPlaying } = playing();
    actions.openLink(decodeLink('v1/small-buffer'), isPlaying());
    see(true);
    expect(isPlaying()).toBe(true);
  });

  it('is left alone once its page is gone', () => {
    const { actions, isPlaying, stop } = playing();
    stop();
    actions.play();
    expect(isPlaying()).toBe(true);
  });
});
