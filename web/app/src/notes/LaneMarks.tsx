import type { RowDefinition } from '@ackscope/charts';
import type { LaneView } from '../lab/laneData.ts';
import { BandNames } from './BandNames.tsx';
import type { Note } from './cell.ts';
import { LaneNotes } from './LaneNotes.tsx';

interface LaneMarksProps {
  notes: readonly Note[];
  lane: LaneView;
  rows: readonly RowDefinition[];
  domains: readonly (readonly [number, number])[];
  timeDomain: readonly [number, number];
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
