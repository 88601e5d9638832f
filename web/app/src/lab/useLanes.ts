import { useLab, useLabState } from './context.ts';
import type { LaneView } from '../laneData/laneData.ts';

/** The lanes on the screen; renders when columns grew, but not when the clock moved. */
export function useLanes(): readonly LaneView[] {
  return useLabState(useLab().laneViews);
}
