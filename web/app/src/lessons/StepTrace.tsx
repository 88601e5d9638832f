import { useEffect, useMemo, useState } from 'react';
import { cssColour, DrawBoard, EMPTY_DRAWING } from '@ackscope/charts';
import { lineOf } from '../measured/measured.ts';
import { measuredSet } from '../measured/sets.ts';
import type { PlacedTrace } from '../measured/trace.ts';
import styles from './Lesson.module.css';

/** Above the highest window. */
const ROOM = 1.1;

/** The measured window that a step asks about: before the answer it stands alone, afterwards over the runs. */
export function StepTrace({ id }: { id: string }) {
  const [laid, setLaid] = useState<PlacedTrace | null>(null);
  useEffect(() => {
    let isOver = false;
    void measuredSet(id).then((set) => {
      if (!isOver) setLaid(set);
    });
    return () => {
      isOver = true;
    };
  }, [id]);
  const line = useMemo(() => {
    const trace = laid?.parts[0]?.trace;
    return laid === null || trace === undefined ? null : lineOf(laid, trace);
  }, [laid]);
  if (laid === null || line === null) return null;
  return (
    <div className={styles.board} data-part="trace">
      <DrawBoard
        label={`The recorded window, ${laid.name}`}
        title={`Window, ${laid.name}`}
        unit="packets"
        timeDomain={[0, Math.ceil(line.endS)]}
        domain={[0, ROOM * line.columns.peak]}
        drawing={EMPTY_DRAWING}
        lines={[{ label: laid.name, columns: line.columns, untilS: line.endS, colour: cssColour('slate') }]}
        truth={null}
        onDraw={null}
      />
    </div>
  );
}
