import { useMemo } from 'react';
import { laneDomains } from '@ackscope/charts';
import { useLab, useLabState } from '../lab/context.ts';
import { useSignal } from '../base/useSignal.ts';
import { notesOf } from '../notes/cell.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { Lane } from './Lane.tsx';
import type { LaneProps } from './Lane.tsx';
import { LaneHeads } from './LaneHeads.tsx';
import styles from './Lanes.module.css';

/** On a phone: one lane large, the others in grey behind it and selectable by a tab. */
export function LaneTabs({
  lanes,
  ...shared
}: Omit<LaneProps, 'index' | 'lane' | 'children'> & { lanes: readonly LaneView[] }) {
  const focus = useLabState((state) => state.view.lane);
  const index = Math.min(focus, lanes.length - 1);
  const lane = lanes[index];
  // While marks stand in it, the lane is alone.
  const isAlone = (useSignal(notesOf(useLab()))[index]?.length ?? 0) > 0;
  const shown = useMemo(
    () =>
      lane === undefined
        ? undefined
        : {
            ...lane,
            data: {
              ...lane.data,
              behind:
                lane.data.behind ??
                (isAlone ? [] : lanes.filter((item) => item !== lane).map(({ data }) => data)),
            },
          },
    [lane, lanes, isAlone],
  );
  // A row that only grows fits this lane alone: the others may be thousands of segments away.
  const domains =
    lane === undefined
      ? shared.domains
      : laneDomains(shared.rows, shared.domains, [lane.data], lane.data, shared.timeDomain);
  return (
    <div className={styles.tabs}>
      <LaneHeads lanes={lanes} />
      {shown !== undefined && (
        <Lane
          {...shared}
          domains={domains}
          index={index}
          lane={shown}
          isFirst
          answers={lanes.map((item, at) => [at, item])}
        />
      )}
    </div>
  );
}
