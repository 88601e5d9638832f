import { memo } from 'react';
import { formatPercent } from '@ackscope/charts';
import { compareList, phasePair, competingFlows, shownMode, shownRows } from '@ackscope/model';
import type { ChartMode } from '@ackscope/model';
import { Choice } from '../kit/Choice.tsx';
import { Segments } from '../kit/Segments.tsx';
import { LaneSign } from '../kit/icons.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import styles from './ChartBar.module.css';

const MODES: readonly { id: ChartMode; name: string }[] = [
  { id: 'lanes', name: 'Side by side' },
  { id: 'overlay', name: 'One chart' },
  { id: 'phase', name: 'Phase plot' },
];

/** The chart mode, the selected flow, and the progress of a replay. */
export const ChartBar = memo(function ChartBar({
  lanes,
  hasLegend = true,
}: {
  lanes: readonly LaneView[];
  /** Whether to list the lanes: those that share a chart are named only here. */
  hasLegend?: boolean;
}) {
  const actions = useActions();
  const mode = useLabState((state) => shownMode(state.charts, state.run.lanes));
  const wanted = useLabState((state) => state.charts.pair);
  const progress = useLabState((state) => state.detail.progress);
  const trace = lanes[0]?.run.trace ?? null;
  const flows = trace === null ? [] : competingFlows(trace);
  const others = trace?.info.flows.filter((flow) => flows.includes(flow.index)) ?? [];
  const pair = trace === null ? null : phasePair(trace, wanted);
  const isAble = { lanes: true, overlay: lanes.length > 1, phase: pair !== null };
  const modes = MODES.filter(({ id }) => isAble[id] || id === mode);
  const options = others.map((flow) => ({ id: String(flow.index), name: nameOf(flow, others) }));
  // Before the lanes are there the bar has the room that they will need: nothing below moves then.
  const isAwaited =
    useLabState(({ scenario }) => compareList(scenario.wanted).length > 1) && lanes.length === 0;
  return (
    <div
      className={styles.bar}
      data-empty={(!isAwaited && modes.length < 2 && options.length < 2) || undefined}
    >
      {modes.length > 1 && (
        <Segments
          label="Charts"
          options={modes}
          chosen={mode}
          className={styles.modes}
          itemClassName={styles.mode}
          onChoose={actions.setMode}
        />
      )}
      {mode !== 'phase' && <LogScale lanes={lanes} />}
      {mode === 'overlay' && hasLegend && (
        <ul className={styles.legend} aria-label="Lanes">
          {lanes.map(({ run, name, style }) => (
            <li key={run.label}>
              <LaneSign look={style} />
              {name}
            </li>
          ))}
        </ul>
      )}
      {mode === 'phase' && pair !== null && options.length > 2 && (
        <span className={styles.flow}>
          <FlowChoice
            label="Flow on the x axis"
            value={pair[0]}
            options={options}
            onChange={(flow) => {
              actions.choosePair([flow, flow === pair[1] ? pair[0] : pair[1]]);
            }}
          />
          <span aria-hidden="true">against</span>
          <FlowChoice
            label="Flow on the y axis"
            value={pair[1]}
            options={options}
            onChange={(flow) => {
              actions.choosePair([flow === pair[0] ? pair[1] : pair[0], flow]);
            }}
          />
        </span>
      )}
      {mode !== 'phase' && options.length > 1 && trace !== null && (
        <span className={styles.flow}>
          <span aria-hidden="true">Flow</span>
          <FlowChoice
            label="Highlighted flow"
            value={trace.focus}
            options={options}
            onChange={actions.chooseFlow}
          />
        </span>
      )}
      <span className={styles.progress}>
        {/* Spoken once: the number changes all the time. */}
        <span role="status">{progress !== null && 'Replaying this range'}</span>
        {progress !== null && `, ${formatPercent(progress, 0)}`}
      </span>
    </div>
  );
});

/** If one window is this many times another, the lower one is a line along the floor. */
const FAR_APART = 20;

function areFarApart(lanes: readonly LaneView[]): boolean {
  const peaks = lanes.flatMap(({ data }) => data.recorded('cwnd').slice(0, 1)).map(({ peak }) => peak);
  return Math.max(...peaks) > FAR_APART * Math.min(...peaks);
}

/** Switches cwnd to a logarithmic scale and back. Offered if values are far apart. */
function LogScale({ lanes }: { lanes: readonly LaneView[] }) {
  const actions = useActions();
  const rows = useLabState((state) => shownRows(state.view.rows, state.run.lanes));
  const isLog = rows.includes('cwnd-log');
  // Not while the run is computed: nothing may move in the bar, and no lane is examined just for
  // this.
  const isDone = useLabState((state) => state.run.status === 'done');
  if (lanes.length < 2 || !(isLog || (isDone && rows.includes('cwnd') && areFarApart(lanes)))) return null;
  const [from, to] = isLog ? ['cwnd-log', 'cwnd'] : ['cwnd', 'cwnd-log'];
  return (
    <button
      type="button"
      className={styles.log}
      aria-pressed={isLog}
      onClick={() => {
        actions.setRows([...new Set(rows.map((row) => (row === from ? to : row)))]);
      }}
    >
      Log scale
    </button>
  );
}

function FlowChoice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: number;
  options: readonly { id: string; name: string }[];
  onChange: (flow: number) => void;
}) {
  return (
    <Choice
      label={label}
      value={String(value)}
      options={options}
      onChange={(id) => {
        onChange(Number(id));
      }}
    />
  );
}

/** Flows of one group share its name; their number distinguishes them. */
function nameOf(
  flow: { name: string; index: number },
  flows: readonly { name: string; index: number }[],
): string {
  const namesakes = flows.filter(({ name }) => name === flow.name);
  return namesakes.length === 1 ? flow.name : `${flow.name} ${namesakes.indexOf(flow) + 1}`;
}
