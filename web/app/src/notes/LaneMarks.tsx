import type { BandSpan, LaneData } from '@ackscope/charts';
import type { LaneView } from '../laneData/laneData.ts';
import { BandNames } from './BandNames.tsx';
import { LaneNotes } from './LaneNotes.tsx';
import type { LaneNotesProps } from './LaneNotes.tsx';

interface LaneMarksProps extends Omit<LaneNotesProps, 'lane'> {
  lane: LaneView;
  /** With the curve behind, which no text covers either. */
  drawn: LaneData;
  ticks: readonly number[];
  bands: readonly BandSpan[];
}

/** What is written into a lane's picture: the names of its bands, and the marks of evidence. */
export function LaneMarks({ notes, lane, drawn, ticks, bands, ...frame }: LaneMarksProps) {
  const info = lane.run.trace?.info;
  return (
    <>
      {info !== undefined && (
        <BandNames info={info} bands={bands} timeDomain={frame.timeDomain} ticks={ticks} />
      )}
      {notes.length > 0 && <LaneNotes notes={notes} lane={drawn} {...frame} />}
    </>
  );
}
