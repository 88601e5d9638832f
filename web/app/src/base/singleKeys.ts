/**
 * Whether a letter, a digit or a sign alone is a key of the page. Who dictates presses them by speaking, and sets them
 * off (WCAG 2.2, 2.1.4).
 */
import { cell } from './signals.ts';

const KEY = 'ackscope-keys';

export const singleKeys = cell(areOn());

export function setSingleKeys(isOn: boolean): void {
  singleKeys.set(isOn);
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Storage may be forbidden; then the choice lasts as long as the page.
  }
}

/** Whether a key is set off. Space, Enter, the arrows and keys with Ctrl never are. */
export const isSetOff = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  !singleKeys.get() && [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey;

function areOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}
