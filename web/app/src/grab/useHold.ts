import { useCallback, useEffect, useRef } from 'react';
import type { PathChange } from '@ackscope/model';
import { useLab } from '../lab/context.ts';
import { heldReference } from './heldReference.ts';

/**
 * A knob in a hand: all changes until it lets go are one step of undo, compared with the run before.
 * `onLetGo` is also called if the knob disappears in the hand; it must not change between renderings.
 */
export function useHold(onLetGo?: () => void) {
  const { store } = useLab();
  const hold = useRef<{ giveBack: (() => void) | null } | null>(null);
  const { actions } = store.getState();
  const letGo = useCallback(() => {
    if (hold.current === null) return;
    const { giveBack } = hold.current;
    hold.current = null;
    actions.hold(false);
    onLetGo?.();
    giveBack?.();
  }, [actions, onLetGo]);
  useEffect(() => letGo, [letGo]);
  const onHold = useCallback(
    (isHeld: boolean) => {
      if (!isHeld) letGo();
      else if (hold.current === null) {
        hold.current = { giveBack: null };
        actions.hold(true);
      }
    },
    [actions, letGo],
  );
  /** While a hand holds on, the run before its first change stays in grey. */
  const change = useCallback(
    (changes: readonly PathChange[]) => {
      if (hold.current !== null) hold.current.giveBack ??= heldReference(store);
      actions.change(changes);
    },
    [actions, store],
  );
  return { onHold, change, isHeld: () => hold.current !== null };
}
