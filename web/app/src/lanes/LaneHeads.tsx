import type { ReactNode } from 'react';
import { cssColour } from '@ackscope/charts';
import { LaneSign } from '../kit/icons.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { goodputForm } from '../laneData/goodputForm.ts';
import { HeadResult, useTellsDelay } from './HeadResult.tsx';
import styles from './Lanes.module.css';

/** All lanes' names and results in a row, for lanes that share a chart or take turns. */
export function LaneHeads({
  lanes,
  result,
}: {
  lanes: readonly LaneView[];
  /** Content of a head beside the name; by default the goodput. */
  result?: (index: number) => ReactNode;
}) {
  const actions = useActions();
  const focus = useLabState((state) => state.view.lane);
  const tellsDelay = useTellsDelay();
  const units = [...new Set(lanes.map((lane) => goodputForm(lane, lanes).unit))];
  return (
    <>
      {result === undefined && units.length === 1 && (
        <span className={styles.headsUnit} data-part="head-result">
          {tellsDelay ? 'Delay of the call, ms' : `Goodput, ${units[0] ?? ''}`}
        </span>
      )}
      <div
        className={styles.heads}
        role="group"
        aria-label="Lanes"
        data-units={units.length > 1 ? 'several' : undefined}
      >
        {lanes.map((lane, index) => (
          <button
            key={`${lane.run.label}/${index}`}
            type="button"
            className={styles.head}
            aria-pressed={index === focus}
            data-head={lane.run.label}
            data-focus={index === focus || undefined}
            style={{ '--lane-colour': cssColour(lane.style.colour) } as React.CSSProperties}
            onClick={() => actions.focusLane(index)}
          >
            <LaneSign look={lane.style} />
            <span className={styles.name}>{lane.name}</span>
            {result === undefined ? <HeadResult index={index} lane={lane} /> : result(index)}
          </button>
        ))}
      </div>
    </>
  );
}
