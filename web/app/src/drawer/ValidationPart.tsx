import { formatDifference, formatFixed, formatNumber, NONE } from '@ackscope/charts';
import { intervalRows, presetById } from '@ackscope/model';
import type { Reference } from '@ackscope/model';
import { useLabState } from '../lab/context.ts';
import { goodputForm } from '../laneData/goodputForm.ts';
import { useLanes } from '../lab/useLanes.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { useReferences } from '../lanes/useReferences.ts';
import { CHANGED } from '../lanes/Results.tsx';
import styles from './Drawer.module.css';

/** The run compared with published results for the same scenario. */
export function ValidationPart() {
  const lanes = useLanes();
  const references = useReferences();
  const presetId = useLabState((state) => state.scenario.preset);
  const preset = presetId === null ? null : presetById(presetId);
  // What a paper concludes is what the run will show.
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  return (
    <div className={styles.part}>
      <h2 className={styles.title}>Validation</h2>
      {references.length === 0 ? (
        <p className={styles.text}>
          {(preset?.references.length ?? 0) > 0
            ? CHANGED
            : 'No source gives numbers for this scenario. The gallery compares figures of papers.'}
        </p>
      ) : (
        <>
          {preset?.says != null && !hidesFuture && <p className={styles.text}>{preset.says}</p>}
          {lanes.map((lane) => (
            <Against key={lane.run.label} lane={lane} references={references} />
          ))}
          <p className={styles.source}>{references.map(({ source }) => source).join('; ')}</p>
        </>
      )}
    </div>
  );
}

function Against({ lane, references }: { lane: LaneView; references: readonly Reference[] }) {
  const published = references.filter(({ values }) => values[lane.run.algorithm] !== undefined);
  const { unit, factor, decimals } = goodputForm(lane, useLanes());
  const reachedS = useLabState((state) => (state.view.hidesFuture ? state.clock.timeS : Infinity));
  const knownS = useLabState((state) => state.run.knownS);
  const rows = intervalRows(lane.run, references, knownS).map((row) => ({
    ...row,
    isFinal: row.isFinal && row.toS <= reachedS,
  }));
  return (
    <table className={styles.table}>
      <caption>
        {lane.name}: goodput, {unit}
      </caption>
      <thead>
        <tr>
          <th scope="col">interval</th>
          <th scope="col">Ackscope</th>
          {published.map(({ id, name }) => (
            <th key={id} scope="col">
              {name}
              <small>difference</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.fromS}>
            <th scope="row">
              {formatNumber(row.fromS, 6)}–{formatNumber(row.toS, 6)} s
            </th>
            <td>{row.isFinal ? formatFixed(row.flow.goodput_bps / factor, decimals) : NONE}</td>
            {published.map(({ id }) => {
              const found = row.references.find((item) => item.id === id);
              return (
                <td key={id}>
                  {row.toS > reachedS ? NONE : formatFixed((found?.valueBps ?? NaN) / factor, decimals)}
                  <small>{row.isFinal ? formatDifference(found?.difference ?? NaN) : NONE}</small>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
