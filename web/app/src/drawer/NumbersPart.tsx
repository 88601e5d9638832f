import { presetById } from '@ackscope/model';
import { LaneSign } from '../kit/icons.tsx';
import { useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import { useReferences } from '../lanes/useReferences.ts';
import { Results } from '../lanes/Results.tsx';
import styles from './Drawer.module.css';

/** All results of all lanes, by measured interval. */
export function NumbersPart() {
  const lanes = useLanes();
  const references = useReferences();
  const presetId = useLabState((state) => state.scenario.preset);
  const durationS = useLabState((state) => state.run.durationS);
  const timeRange = useLabState((state) => state.view.timeRange);
  const wholeRun: [number, number] = [0, durationS > 0 ? durationS : 1];
  const preset = presetId === null ? null : presetById(presetId);
  return (
    <div className={styles.part}>
      <h2 className={styles.title}>Numbers</h2>
      {lanes.map((lane) => (
        <section key={lane.run.label} className={styles.lane} aria-label={`Numbers of ${lane.name}`}>
          <h3 className={styles.laneName}>
            <LaneSign look={lane.style} />
            {lane.name}
          </h3>
          <Results
            lane={lane}
            references={references}
            hadReferences={(preset?.references.length ?? 0) > 0}
            timeDomain={wholeRun}
            isZoomed={timeRange !== null}
            namesIntervals
            shown={timeRange ?? wholeRun}
          />
        </section>
      ))}
    </div>
  );
}
