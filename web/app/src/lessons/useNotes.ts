import { useEffect, useMemo } from 'react';
import { DEFAULT_ROWS } from '@ackscope/model';
import type { DecodedLink } from '@ackscope/model';
import type { Guess, Judgement, Prediction } from '@ackscope/model/lesson';
import { useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import { NO_NOTES, notesOf } from '../notes/cell.ts';
import { eventNotes } from './events.ts';
import { levelNotes } from './levels.ts';

/** Marks what happens where, and the number of the question in its curve. Before the answer there is no mark. */
export function useNotes(
  prediction: Prediction | null,
  guess: Guess | null,
  isAnswered: boolean,
  judgement: Judgement | null,
  { view }: DecodedLink,
): void {
  const lab = useLab();
  const lanes = useLanes();
  const isDone = useLabState(({ run }) => run.status === 'done');
  const durationS = useLabState(({ run }) => run.durationS);
  const notes = useMemo(() => {
    if (!isAnswered || !isDone) return NO_NOTES;
    const levels = levelNotes(prediction, guess, judgement, lanes, view.rows ?? DEFAULT_ROWS);
    const events = eventNotes(lanes, view.zoom ?? [0, durationS]);
    // The number that was asked for comes first; beside it its row has no other mark.
    const row = levels.flat()[0]?.row;
    return lanes.map((_, at) => [
      ...(levels[at] ?? []),
      ...(events[at] ?? []).filter((event) => event.row !== row),
    ]);
  }, [prediction, guess, isAnswered, judgement, lanes, isDone, durationS, view]);
  useEffect(() => {
    notesOf(lab).set(notes);
    return () => notesOf(lab).set(NO_NOTES);
  }, [lab, notes]);
}
