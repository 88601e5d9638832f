import { useLayoutEffect } from 'react';
import { canTellStory, shownMode, SPEEDS } from '@ackscope/model';
import type * as Moves from '../instruments/glide.ts';
import { useLab } from '../lab/context.ts';
import { INSTRUMENTS } from '../instruments/instruments.ts';
import { STEP_UNITS, takeStep } from '../instruments/steps.ts';
import { useKeydown } from '../base/useKeydown.ts';

/** Elements that need the keys themselves. */
const TAKES_KEYS =
  'input:not([type=range]), textarea, select, [role=listbox], [role=menu], [role=dialog], [contenteditable]';

/** Elements in which a space is a letter, or chooses an open option. */
const TAKES_SPACE =
  'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [role=listbox], [role=menu], [contenteditable]';

/** A control that the keyboard has come to, and that Space presses. One that was pressed by a pointer leaves the space to playing. */
const PRESSED_BY_SPACE =
  ':is(button, summary, input:not([type=range]), [role=button], [role=tab], [role=radio], [role=switch], [role=checkbox], [role=option])';

/** Whether the focus was last moved by a pointer. `:focus-visible` says nearly the same, but differs between browsers. */
let isByPointer = false;
const onPointer = (): void => void (isByPointer = true);
const onTab = ({ key }: KeyboardEvent): void => {
  if (key === 'Tab') isByPointer = false;
};

/**
 * Space plays and pauses, except on a control that the keyboard has come to: it presses that one. Enter also works on
 * switches and choices, for which browsers use only Space.
 */
function useSpace(isOn: boolean): void {
  const { store } = useLab();
  // Runs before any control sees the key.
  useKeydown(
    (event) => {
      if (isOn && takeSpace(event) && !event.repeat) store.getState().actions.toggle();
    },
    { isFirst: true },
  );
  useLayoutEffect(() => {
    // What cannot be played leaves the space to the answer that has the focus.
    if (!isOn) return undefined;
    // Some browsers press a button when the key is released.
    window.addEventListener('keyup', takeSpace, true);
    window.addEventListener('pointerdown', onPointer, true);
    window.addEventListener('keydown', onTab, true);
    return () => {
      window.removeEventListener('keyup', takeSpace, true);
      window.removeEventListener('pointerdown', onPointer, true);
      window.removeEventListener('keydown', onTab, true);
    };
  }, [isOn]);
  useKeydown((event) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return;
    const { target } = event;
    if (target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio'))
      target.click();
  });
}

/** Takes a space from all elements if it is for the page. Returns whether it was. */
function takeSpace(event: KeyboardEvent): boolean {
  if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(TAKES_SPACE) || (!isByPointer && target?.closest(PRESSED_BY_SPACE))) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** The range moves by a file of its own, which comes with the first move. */
const glide = (then: (moves: typeof Moves) => void): void =>
  void import('../instruments/glide.ts').then(then, NOTHING);

const NOTHING = (): void => undefined;

/**
 * The keys of the transport, wherever the focus is, unless an element needs them. `isOn`: the run
 * may be seen; otherwise only help is given.
 */
export function useKeys(
  onHelp: () => void,
  onTable: () => void,
  onShare: () => void = NOTHING,
  isOn = true,
): void {
  const lab = useLab();
  const { store } = lab;
  useSpace(isOn);
  useKeydown((event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.altKey) return;
    if (target?.closest(TAKES_KEYS)) return;
    if (!isOn && event.key !== '?') return;
    if (event.ctrlKey || event.metaKey) {
      const step = historyStep(event);
      if (step === null) return;
      store.getState().actions[step]();
      event.preventDefault();
      return;
    }
    // A slider uses the arrow keys itself.
    if (event.key.startsWith('Arrow') && target?.closest('input')) return;
    // A slider also uses Home and End.
    if ((event.key === 'Home' || event.key === 'End') && target?.closest('input[type=range]')) return;
    const { actions, ask, charts, clock, instruments, run, view } = store.getState();
    const stepS = (run.durationS / 200) * (event.shiftKey ? 10 : 1);
    const at = SPEEDS.indexOf(clock.speed);
    switch (event.key) {
      case 'ArrowLeft':
        actions.seek(clock.timeS - stepS);
        actions.pick(null);
        break;
      case 'ArrowRight':
        actions.seek(clock.timeS + stepS);
        actions.pick(null);
        break;
      case 'Home':
        actions.seek(0);
        break;
      case 'End':
        actions.seek(run.durationS);
        break;
      case 'k':
        actions.setLoop(!clock.loop);
        break;
      case 'p':
        actions.present(!view.presenting);
        break;
      case 'Escape':
        if (!view.presenting) return;
        actions.present(false);
        break;
      case '+':
      case '=':
        actions.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, at + 1)] ?? clock.speed);
        break;
      case '-':
        actions.setSpeed(SPEEDS[Math.max(0, at - 1)] ?? clock.speed);
        break;
      case 'z':
        glide(({ eased }) => eased(lab, () => actions.zoom(0.5, clock.timeS)));
        break;
      case 'x':
        glide(({ eased }) => eased(lab, () => actions.zoom(2, clock.timeS)));
        break;
      case '0':
        glide(({ eased }) => eased(lab, () => actions.setTimeRange(null)));
        break;
      case 'd':
        glide(({ film }) => film(lab));
        break;
      case 't':
        onTable();
        break;
      case 's':
        onShare();
        break;
      case 'i':
        actions.openDrawer(view.drawer === null ? 'why' : null);
        break;
      case 'y':
        actions.setStory(instruments.story === null && canTellStory({ run, view }) ? clock.timeS : null);
        break;
      case 'o':
        actions.setMode(shownMode(charts, run.lanes) === 'overlay' ? 'lanes' : 'overlay');
        break;
      case 'h':
        actions.hideFuture(!view.hidesFuture);
        break;
      case '?':
        onHelp();
        break;
      default: {
        const instrument = INSTRUMENTS.find(({ key }) => key === event.key);
        if (instrument !== undefined) {
          instrument.toggle(lab);
          break;
        }
        const unit = STEP_UNITS.find(({ keys }) => keys.includes(event.key));
        if (unit !== undefined) {
          takeStep(lab, unit.id, event.key === unit.keys[0] ? -1 : 1);
          break;
        }
        const lane = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
        if (lane < 0 || lane >= run.lanes.length) return;
        if (ask?.stage === 'open') actions.answer(lane);
        else actions.focusLane(lane);
      }
    }
    event.preventDefault();
  });
}

/** Undo: Ctrl or Command with Z. Redo: with Shift and Z, or with Y. */
function historyStep(event: KeyboardEvent): 'undo' | 'redo' | null {
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : null;
}
