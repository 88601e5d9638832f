import { lossKey } from '@ackscope/charts';
import type { LaneData, RowDefinition } from '@ackscope/charts';
import { isQuestionOpen } from '@ackscope/model';
import { useLabState } from '../lab/context.ts';
import styles from './Lanes.module.css';

interface LineKeyProps {
  row: RowDefinition;
  lane: LaneData;
  index: number;
  /** The row's highest value. */
  most: number;
}

/**
 * On a phone a row has no head. What its lines are stands in the heads of the lanes, one in each, but for the lane that
 * has the reader's answer there.
 */
export function LineKey({ row, lane, index, most }: LineKeyProps) {
  const isAsked = useLabState(isQuestionOpen);
  const count = useLabState((state) => state.run.lanes.length);
  const answer = useLabState(({ ask }) => (ask?.stage === 'answered' ? ask.answer : null));
  const reference = row.reference(lane);
  const keys = [
    ...row.layers(lane).flatMap(({ style, label }) => (style === 'step-dashed' ? [[label, 'dashed']] : [])),
    ...(reference?.isKey === true && reference.value <= most ? [[reference.label, 'dotted']] : []),
    // The losses of a hidden future are not told.
    ...(row.losses === true && !isAsked ? [[lossKey(lane), 'none']] : []),
  ];
  // From the second lane on, so that an answer in the first moves none.
  const order = Array.from({ length: count }, (_, at) => (at + 1) % count).filter((at) => at !== answer);
  const [text, line] = keys[order.indexOf(index)] ?? [];
  if (text === undefined) return null;
  return (
    <span className={styles.lineKey} data-part="line-key" data-line={line}>
      {text}
    </span>
  );
}
