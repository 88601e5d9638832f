import { useState } from 'react';
import { laneDomains } from '@ackscope/charts';
import { useLab } from '../lab/context.ts';
import { useSignal } from '../base/useSignal.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { inRow, notesOf } from '../notes/cell.ts';
import { Later } from '../kit/Later.tsx';
import { lazyAfterCurve } from '../lab/firstCurve.ts';
import { Lane } from './Lane.tsx';
import type { LaneProps } from './Lane.tsx';
import styles from './Lanes.module.css';

const LineKey = lazyAfterCurve('LineKey', () => import('./LineKey.tsx'));

/** On a phone: all lanes below one another on one time axis, one row at a time, chosen by a tab. */
export function RowTabs({
  lanes,
  rows,
  domains,
  ...shared
}: Omit<LaneProps, 'index' | 'lane' | 'children'> & { lanes: readonly LaneView[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  // Until a reader chooses, the row with the last mark of the named lane is shown, which is that of the cause.
  const notes = useSignal(notesOf(useLab()));
  const named = notes.find(([first]) => first?.turn === 0);
  const mark = named?.findLast(({ isAside }) => isAside !== true);
  const marked = mark === undefined ? undefined : inRow(mark, rows).row;
  const at = [chosen, marked, rows[0]?.id]
    .map((id) => rows.findIndex((row) => row.id === id))
    .find((place) => place >= 0);
  const row = rows[at ?? 0];
  if (row === undefined) return null;
  const shown = [row];
  const domain = [domains[at ?? 0] ?? ([0, 1] as const)].map(([low, high]): [number, number] => [low, high]);
  const data = lanes.map((lane) => lane.data);
  return (
    <div className={styles.tabs} style={{ '--lanes': lanes.length } as React.CSSProperties}>
      <div className={styles.rowTabs} role="group" aria-label="Row">
        {rows.map(({ id, short, unit }) => (
          <button key={id} type="button" aria-pressed={id === row.id} onClick={() => setChosen(id)}>
            {short}
            {id === row.id && (unit === 'packets' || unit === 'segments') && <small> {unit}</small>}
          </button>
        ))}
      </div>
      {lanes.map((lane, index) => (
        <Lane
          key={`${lane.run.label}/${index}`}
          {...shared}
          rows={shown}
          domains={laneDomains(shown, domain, data, lane.data, shared.timeDomain)}
          index={index}
          lane={lane}
          isFirst
          isCompact
        >
          <Later>
            <LineKey row={row} lane={lane.data} index={index} most={domain[0]?.[1] ?? Infinity} />
          </Later>
        </Lane>
      ))}
    </div>
  );
}
