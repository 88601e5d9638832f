/** A lane's run without the cause that the sentence names: a curve in grey behind its own. */
import type { LaneData } from '@ackscope/charts';
import { focusSeries } from '@ackscope/model';
import type { LaneTrace } from '@ackscope/model';
import { cellPerLab } from '../lab/cellPerLab.ts';

export interface Ghost {
  lane: number;
  /** “without the reverse traffic” */
  name: string;
  trace: LaneTrace;
}

/** The ghost on the screen; the sentence sets it. */
export const ghostOf = cellPerLab<Ghost | null>(null);

/** Only the window is drawn twice: a second queue would hide the first. */
export function withGhost(lane: LaneData, { trace }: Ghost): LaneData {
  const series: LaneData['series'] = (name) => (name === 'cwnd' ? focusSeries(trace, name) : []);
  const ghost = {
    ...lane,
    series,
    recorded: series,
    simulatedS: trace.simulatedS,
    competing: [],
    before: null,
  };
  return { ...lane, behind: [ghost] };
}
