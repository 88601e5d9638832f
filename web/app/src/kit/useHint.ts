import { useEffect, useState } from 'react';

/** A pointer that only passes over the button opens nothing. */
const OPENS_MS = 500;
/** Time to reach the hint itself with the pointer (WCAG 1.4.13). */
const CLOSES_MS = 250;
/** Shortly after one hint was open, the next one opens at once. */
const WARM_MS = 500;

let lastOpenMs = -Infinity;

function hintControl(show: (isOpen: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  const turn = (next: boolean, waitMs = 0): void => {
    clearTimeout(timer);
    if (waitMs > 0) {
      timer = setTimeout(() => turn(next), waitMs);
      return;
    }
    if (next || isOpen) lastOpenMs = performance.now();
    isOpen = next;
    show(next);
  };
  return {
    stop: () => clearTimeout(timer),
    /** For the hint itself, which stays open while the pointer is over it. */
    onOpenChange: (next: boolean) => turn(next, next ? 0 : CLOSES_MS),
    onButton: {
      onHoverStart: () => turn(true, performance.now() - lastOpenMs < WARM_MS ? 0 : OPENS_MS),
      onHoverEnd: () => turn(false, CLOSES_MS),
      onFocus: ({ target }: { target: Element }) => {
        if (target.matches(':focus-visible')) turn(true);
      },
      onBlur: () => turn(false),
      onPressStart: () => turn(false),
      onKeyDown: (event: { key: string; continuePropagation: () => void }) => {
        if (event.key === 'Escape' && isOpen) turn(false);
        else event.continuePropagation();
      },
    },
  };
}

/**
 * When the hint of a button is open: after a pause under the pointer, or with keyboard focus.
 * Escape, a press, or the loss of pointer and focus closes it.
 */
export function useHint() {
  const [isOpen, setOpen] = useState(false);
  const [control] = useState(() => hintControl(setOpen));
  useEffect(() => control.stop, [control]);
  return { isOpen, onButton: control.onButton, onOpenChange: control.onOpenChange };
}
