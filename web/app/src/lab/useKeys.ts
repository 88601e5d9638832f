import { useEffect } from 'react';
import { shownMode, SPEEDS } from '@ackscope/model';
import { useLab } from './context.ts';
import { INSTRUMENTS } from './instruments.ts';
import { STEP_UNITS, takeStep } from './steps.ts';

/** Things that want the keys for themselves. */
const TAKES_KEYS =
  'input:not([type=range]), textarea, select, [role=listbox], [role=menu], [role=dialog], [contenteditable]';

/** Where a space is a letter, or chooses from what is open. */
const TAKES_SPACE =
  'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [role=listbox], [role=menu], [contenteditable]';

/**
 * Space plays and pauses, whatever was pressed last and has the focus now. So Enter alone works
 * buttons, and here also switches and choices, which browsers give only to Space.
 */
function useSpace(): void {
  const { store } = useLab();
  useEffect(() => {
    // Before any control sees it. The release counts as well: some browsers press a button with it.
    const onSpace = (event: KeyboardEvent): void => {
      if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(TAKES_SPACE)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.type === 'keydown' && !event.repeat) store.getState().actions.toggle();
    };
    const onEnter = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.defaultPrevented) return;
      const { target } = event;
      if (target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio'))
        target.click();
    };
    window.addEventListener('keydown', onSpace, true);
    window.addEventListener('keyup', onSpace, true);
    window.addEventListener('keydown', onEnter);
    return () => {
      window.removeEventListener('keydown', onSpace, true);
      window.removeEventListener('keyup', onSpace, true);
      window.removeEventListener('keydown', onEnter);
    };
  }, [store]);
}

const NOTHING = (): void => undefined;

/** The keys of the transport, wherever the focus is, as long as nothing else wants them. */
export function useKeys(onHelp: () => void, onTable: () => void, onShare: () => void = NOTHING): void {
  const lab = useLab();
  const { store } = lab;
  useSpace();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.altKey) return;
      if (target?.closest(TAKES_KEYS)) return;
      if (event.ctrlKey || event.metaKey) {
        const step = historyStep(event);
        if (step === null) return;
        store.getState().actions[step]();
        event.preventDefault();
        return;
      }
      // A slider answers to the arrows itself.
      if (event.key.startsWith('Arrow') && target?.closest('input')) return;
      // And to its ends.
      if ((event.key === 'Home' || event.key === 'End') && target?.closest('input[type=range]')) return;
      const { actions, ask, charts, clock, run, view } = store.getState();
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
          actions.zoom(0.5, clock.timeS);
          break;
        case 'x':
          actions.zoom(2, clock.timeS);
          break;
        case '0':
          actions.setTimeRange(null);
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
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [lab, store, onHelp, onTable, onShare]);
}

/** Ctrl or Command with Z, and with Shift and Z or with Y. */
function historyStep(event: KeyboardEvent): 'undo' | 'redo' | null {
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : null;
}
