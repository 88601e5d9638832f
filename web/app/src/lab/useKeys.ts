import { useEffect } from 'react';
import { SPEEDS } from '@ackscope/model';
import { useLab } from './context.ts';
import { STEP_UNITS, takeStep } from './steps.ts';

/** Things that want the keys for themselves. */
const TAKES_KEYS =
  'input:not([type=range]), textarea, select, [role=listbox], [role=menu], [role=dialog], [contenteditable]';

/** The keys of the transport, wherever the focus is, as long as nothing else wants them. */
export function useKeys(onHelp: () => void, onTable: () => void): void {
  const lab = useLab();
  const { store } = lab;
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
      // A button answers to space itself, and a slider to the arrows.
      if (event.key === ' ' && target?.closest('button, a, [role=button], [role=switch]')) return;
      if (event.key.startsWith('Arrow') && target?.closest('input')) return;
      const { actions, clock, run, view } = store.getState();
      const stepS = (run.durationS / 200) * (event.shiftKey ? 10 : 1);
      const at = SPEEDS.indexOf(clock.speed);
      switch (event.key) {
        case ' ':
          actions.toggle();
          break;
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
        case 'l':
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
          actions.setWindow(null);
          break;
        case 't':
          onTable();
          break;
        case '?':
          onHelp();
          break;
        default: {
          const unit = STEP_UNITS.find(({ keys }) => keys.includes(event.key));
          if (unit !== undefined) {
            takeStep(lab, unit.id, event.key === unit.keys[0] ? -1 : 1);
            break;
          }
          const lane = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
          if (lane < 0 || lane >= run.lanes.length) return;
          actions.focusLane(lane);
        }
      }
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [lab, store, onHelp, onTable]);
}

/** Ctrl or Command with Z, and with Shift and Z or with Y. */
function historyStep(event: KeyboardEvent): 'undo' | 'redo' | null {
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : null;
}
