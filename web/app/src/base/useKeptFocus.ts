/** Keeps the focus near its place when what has it goes away. */
import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * A button that answers a question, or opens another part in its place, is gone after it is pressed. Browsers then give the
 * focus to the body, and a keyboard begins at the top of the page. Here the nearest part around it that is left takes it.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const whole = root.current;
    if (whole === null) return undefined;
    /** What has the focus, and what is around it, from the inside. */
    let around: HTMLElement[] = [];
    const onFocus = ({ target }: FocusEvent): void => {
      around = [];
      for (let at = target; at instanceof HTMLElement && at !== whole; at = at.parentElement) around.push(at);
      around.push(whole);
    };
    const keep = (): void => {
      const [last] = around;
      if (last === undefined || last.isConnected || document.activeElement !== document.body) return;
      const left = around.find((one) => one.isConnected);
      around = [];
      if (left === undefined) return;
      // A part that is no control takes the focus only from here.
      if (left.tabIndex < 0) left.tabIndex = -1;
      left.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(keep);
    changes.observe(whole, { childList: true, subtree: true });
    whole.addEventListener('focusin', onFocus);
    return () => {
      changes.disconnect();
      whole.removeEventListener('focusin', onFocus);
    };
  }, [root]);
}
