import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Catalogue, Engine } from '@ackscope/engine';
import type { LabActions, LabState, LabStore, RuleTable, Runner } from '@ackscope/model';
import type { Channels } from './channels.ts';
import type { PathClock } from '../clock/pathClock.ts';
import type { PacedFrames } from '../clock/playback.ts';
import type { LaneViews } from '../laneData/laneData.ts';
import type { LabSignals } from '../base/signals.ts';

/** What every panel may use: the store, the runner, the engine's catalogue and so on. */
export interface Lab {
  engine: Engine;
  store: LabStore;
  runner: Runner;
  catalogue: Catalogue;
  rules: RuleTable;
  signals: LabSignals;
  /** The math channels, shown as rows. */
  channels: Channels;
  /** The lanes on the screen, prepared for the panels. */
  laneViews: LaneViews;
  /** Starts a clock of a lane's path, of the lane in focus without one; whoever starts it stops it. */
  pathClockOf: (lane?: number) => PathClock;
  /** When a run's updates are taken and shown. */
  frames: PacedFrames;
  reducedMotion: boolean;
}

const LabContext = createContext<Lab | null>(null);
export const LabProvider = LabContext.Provider;

export function useLab(): Lab {
  const lab = useContext(LabContext);
  if (lab === null) throw new Error('a panel was used outside the lab');
  return lab;
}

/** A value from the store; the component renders when it changes. */
export function useLabState<T>(select: (state: LabState) => T): T {
  return useStore(useLab().store, select);
}

export function useActions(): LabActions {
  return useLab().store.getState().actions;
}
