/** Functions beside the charts: drawers, scales, a hidden future, a reference, a question. */
import { EMPTY_VIEW, encodeLink } from '../link/codec.ts';
import { momentText } from '../link/linkTexts.ts';
import type { AskSlice } from './ask.ts';
import { answerSpeed, beganAsk } from './ask.ts';
import type { ClockSlice } from './clock.ts';
import { instrumentsActions } from './instruments.ts';
import type { InstrumentsActions, InstrumentsSlice } from './instruments.ts';
import { finishedRun, initialReference } from './reference.ts';
import type { ReferenceRun, ReferenceSlice } from './reference.ts';
import type { RunSlice } from './run.ts';
import type { ScenarioSlice } from './scenario.ts';
import type { DrawerId, ViewSlice } from './view.ts';

export interface ScopeActions extends InstrumentsActions {
  /** Opens one drawer, or closes the one that is open. */
  openDrawer: (drawer: DrawerId | null) => void;
  setWholeScale: (whole: boolean) => void;
  hideFuture: (hidden: boolean) => void;
  /** Poses the scenario's question. `linkedS`: the time that its link names. */
  beginAsk: (linkedS?: number | null) => void;
  /** Answers the question with a lane; the clock then plays on. */
  answer: (lane: number) => void;
  /** Keeps the finished run as the reference, or removes the kept one. */
  keepReference: () => void;
  /** Sets the reference of a link that names it, or null for none. */
  setReference: (run: ReferenceRun | null, link: string | null) => void;
}

/** The part of the store that these actions change. */
interface Scoped {
  scenario: ScenarioSlice;
  run: RunSlice;
  clock: ClockSlice;
  view: ViewSlice;
  reference: ReferenceSlice;
  ask: AskSlice | null;
  instruments: InstrumentsSlice;
}

export function scopeActions(set: (change: Partial<Scoped>) => void, get: () => Scoped): ScopeActions {
  return {
    ...instrumentsActions(set, get),
    openDrawer(drawer) {
      set({ view: { ...get().view, drawer } });
    },
    beginAsk(linkedS = null) {
      const { scenario, clock, view } = get();
      const asked = beganAsk(scenario.preset, clock.speed);
      if (asked === null) return;
      if (linkedS !== null && linkedS !== asked.ask.atS) {
        const left = `t=${momentText(linkedS)} is left out: the clock stands at the question (future=asked).`;
        set({ scenario: { ...scenario, notices: [...scenario.notices, left] } });
      }
      set({
        ask: asked,
        clock: { ...clock, timeS: asked.ask.atS, playing: false },
        // The lane that the scenario shows first may be the answer, and causes are those of the question before.
        view: {
          ...view,
          hidesFuture: true,
          lane: 0,
          drawer: view.drawer === 'causes' ? null : view.drawer,
        },
      });
    },
    answer(lane) {
      const { ask, clock, run } = get();
      if (ask?.stage !== 'open') return;
      set({
        ask: { ...ask, stage: 'answered', answer: lane },
        clock: { ...clock, speed: answerSpeed(ask, run), playing: true },
      });
    },
    keepReference() {
      const { reference, run, scenario } = get();
      const kept = finishedRun(run);
      if (reference.link !== null || (kept === null && reference.run !== null))
        set({ reference: { ...initialReference, isAnother: false } });
      else if (kept !== null) {
        const link = encodeLink({ scenario: kept.scenario, preset: scenario.preset, view: EMPTY_VIEW });
        set({ reference: { run: kept, link, isAnother: false } });
      }
    },
    setReference(run, link) {
      set({ reference: { run, link, isAnother: false } });
    },
    hideFuture(hidesFuture) {
      set({ view: { ...get().view, hidesFuture, hoverS: null } });
    },
    setWholeScale(wholeScale) {
      set({ view: { ...get().view, wholeScale } });
    },
  };
}
