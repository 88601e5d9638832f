/** The instruments, for buttons, keys and menus. */
import { DEFAULT_LISTEN, DEFAULT_TRIGGER } from '@ackscope/model';
import type { LabState } from '@ackscope/model';
import type { Lab } from '../lab/context.ts';
import { placedCursors } from './cursors/cursors.ts';

export type InstrumentId = 'trigger' | 'cursors' | 'reference' | 'math' | 'fork' | 'landscape' | 'listen';

export interface Instrument {
  id: InstrumentId;
  name: string;
  /** Its name for a screen reader. */
  label: string;
  key: string;
  isOn: (state: LabState) => boolean;
  toggle: (lab: Lab) => void;
}

/** The first expression in a new math channel: the rate that a window allows. */
const FIRST_MATH = ['cwnd / rtt'];

/** Whether the knobs stand in a row, each with its landscape. */
export const hasLandscapes = ({ instruments: { landscape } }: LabState): boolean =>
  landscape !== null && landscape !== 'off';

export const INSTRUMENTS: readonly Instrument[] = [
  {
    id: 'trigger',
    name: 'Trigger',
    label: 'Trigger: draw all losses over one another',
    key: 'g',
    isOn: (state) => state.instruments.trigger !== null,
    toggle({ store }) {
      const { actions, instruments } = store.getState();
      actions.setTrigger(instruments.trigger === null ? DEFAULT_TRIGGER : null);
    },
  },
  {
    id: 'reference',
    name: 'Reference',
    label: 'Reference: keep this run in grey behind the next runs',
    key: 'r',
    isOn: (state) => state.reference.link !== null,
    toggle: ({ store }) => store.getState().actions.keepReference(),
  },
  {
    id: 'cursors',
    name: 'Cursors',
    label: 'Cursors: measure between two moments and two levels',
    key: 'c',
    isOn: (state) => state.instruments.cursors !== null,
    toggle(lab) {
      const { actions, instruments } = lab.store.getState();
      actions.setCursors(instruments.cursors === null ? placedCursors(lab) : null);
    },
  },
  {
    id: 'math',
    name: 'Math',
    label: 'Math: make a new row from an expression over the others',
    key: 'm',
    isOn: (state) => state.instruments.math !== null,
    toggle({ store }) {
      const { actions, instruments } = store.getState();
      actions.setMath(instruments.math === null ? FIRST_MATH : null);
    },
  },
  {
    id: 'fork',
    name: 'Fork',
    label: 'Fork: continue from here with another algorithm or link',
    key: 'f',
    isOn: (state) => state.instruments.forks,
    toggle({ store }) {
      const { actions, instruments } = store.getState();
      actions.pause();
      actions.openForks(!instruments.forks);
    },
  },
  {
    id: 'landscape',
    name: 'Landscapes',
    label: 'Landscapes: show the result at every value of each knob',
    key: 'v',
    isOn: hasLandscapes,
    toggle({ store }) {
      const state = store.getState();
      state.actions.setLandscape(hasLandscapes(state) ? null : 'goodput');
    },
  },
  {
    id: 'listen',
    name: 'Listen',
    label: 'Listen: hear ACKs as ticks, losses as thuds, the queue as pitch',
    key: 'l',
    isOn: (state) => state.instruments.listen !== null,
    toggle({ store }) {
      const { actions, instruments } = store.getState();
      actions.setListen(instruments.listen === null ? DEFAULT_LISTEN : null);
    },
  },
];
