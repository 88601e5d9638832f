import { memo } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { cssColour, formatPercent } from '@ackscope/charts';
import { rivals } from '@ackscope/model';
import type { ChartMode } from '@ackscope/model';
import { Choice } from '../controls/Choice.tsx';
import { LaneSign } from '../controls/icons.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import type { LaneView } from '../lab/laneData.ts';
import styles from './ChartBar.module.css';

const MODES: readonly { id: ChartMode; name: string }[] = [
  { id: 'lanes', name: 'Side by side' },
  { id: 'overlay', name: 'One chart' },
];

/** How the lanes are drawn and which of many flows is picked out; under way here: what a replay still has to do. */
export const ChartBar = memo(function ChartBar({ lanes }: { lanes: readonly LaneView[] }) {
  const actions = useActions();
  const mode = useLabState((state) => state.charts.mode);
  const progress = useLabState((state) => state.detail.progress);
  const trace = lanes[0]?.run.trace ?? null;
  const flows = trace === null ? [] : rivals(trace);
  const others = trace?.info.flows.filter((flow) => flows.includes(flow.index)) ?? [];
  if (lanes.length < 2 && others.length < 2) return null;
  return (
    <div className={styles.bar}>
      {lanes.length > 1 && (
        <ToggleButtonGroup
          className={styles.modes ?? ''}
          aria-label="Charts"
          disallowEmptySelection
          selectedKeys={[mode]}
          onSelectionChange={(keys) => {
            const chosen = MODES.find(({ id }) => keys.has(id));
            if (chosen !== undefined) actions.setMode(chosen.id);
          }}
        >
          {MODES.map(({ id, name }) => (
            <ToggleButton key={id} id={id} className={styles.mode ?? ''}>
              {name}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      {mode === 'overlay' && lanes.length > 1 && (
        <ul className={styles.legend} aria-label="Lanes">
          {lanes.map(({ run, name, style }) => (
            <li key={run.label}>
              <LaneSign colour={cssColour(style.colour)} dash={style.dash} mark={style.mark} />
              {name}
            </li>
          ))}
        </ul>
      )}
      {others.length > 1 && trace !== null && (
        <span className={styles.flow}>
          <span aria-hidden="true">Flow</span>
          <Choice
            label="Flow picked out"
            value={String(trace.focus)}
            options={others.map((flow) => ({ id: String(flow.index), name: nameOf(flow, others) }))}
            onChange={(id) => {
              actions.chooseFlow(Number(id));
            }}
          />
        </span>
      )}
      <span className={styles.progress} role="status">
        {progress !== null && `Replaying this window, ${formatPercent(progress, 0)}`}
      </span>
    </div>
  );
});

/** Flows of one group share its name: then their number tells them apart. */
function nameOf(
  flow: { name: string; index: number },
  flows: readonly { name: string; index: number }[],
): string {
  const namesakes = flows.filter(({ name }) => name === flow.name);
  return namesakes.length === 1 ? flow.name : `${flow.name} ${namesakes.indexOf(flow) + 1}`;
}
