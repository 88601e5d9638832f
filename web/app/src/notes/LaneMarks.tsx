import type { LaneView } from '../laneData/laneData.ts';
import { BandNames } from './BandNames.tsx';
import { LaneNotes } from './LaneNotes.tsx';
import type { LaneNotesProps } from './LaneNotes.tsx';

interface LaneMarksProps extends Omit<LaneNotesProps, 'lane'> {
  lane: LaneView;
  ticks: readonly number[];
}

/** What is written into a lane's picture: the names of its bands, and the marks of evidence. */
export function LaneMarks({ notes, lane, ticks, ...frame }: LaneMarksProps) {
  const info = lane.run.trace?.info;
  return (
    <>
      {info !== undefined && <BandNames info={info} timeDomain={frame.timeDomain} ticks={ticks} />}
      {notes.length > 0 && <LaneNotes notes={notes} lane={lane.data} {...frame} />}
    </>
  );
}
