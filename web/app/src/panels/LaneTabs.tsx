import { useMemo } from 'react';
import { laneDomains } from '@ackscope/charts';
import { useLabState } from '../lab/context.ts';
import type { LaneView } from '../lab/laneData.ts';
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
  const shown = useMemo(
    () =>
      lane === undefined
        ? undefined
        : {
            ...lane,
            data: {
              ...lane.data,
              behind: lane.data.behind ?? lanes.filter((item) => item !== lane).map(({ data }) => data),
            },
          },
    [lane, lanes],
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
