import { cssColour, ticksFor } from '@ackscope/charts';
import { compareList } from '@ackscope/model';
import type { DecodedLink } from '@ackscope/model';
import { LaneSign } from '../kit/icons.tsx';
import { useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import { rowsOnScreen, useRows } from '../lanes/rows.ts';
import styles from './BlankScope.module.css';

/** The numbers of a time axis that every width has room for. */
const TICKS = 3;

/**
 * The scope before the answer: the lanes, the rows and the time of the run, and no value. Its scales would tell the
 * answer, so it has none.
 */
export function BlankScope({ link }: { link: DecodedLink }) {
  const lanes = useLanes();
  const rows = useRows(useLabState((state) => rowsOnScreen(state, [], true)));
  const durationS = useLabState(({ run }) => run.durationS);
  const range = link.view.zoom ?? [0, durationS];
  const ticks = range[1] > range[0] ? ticksFor(range, [0, 100], TICKS) : [];
  // Until the engine names the lanes there are as many as the scenario compares.
  const count = lanes.length === 0 ? Math.max(1, compareList(link.scenario).length) : lanes.length;
  return (
    <div className={styles.scope} aria-hidden="true" data-part="blank-scope">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles.lane}>
          <p style={lanes[at] && { color: cssColour(lanes[at].style.colour) }}>
            {lanes[at] !== undefined && (
              <>
                <LaneSign look={lanes[at].style} /> {lanes[at].name}
              </>
            )}
          </p>
          {rows.map((row) => (
            <div key={row.id} className={styles.row} style={{ flexGrow: row.weight }}>
              <p>
                <b>{row.title}</b> {row.unit}
              </p>
              <div className={styles.plot}>
                {ticks.map(({ position }) => (
                  <i key={position} style={{ left: `${position}%` }} />
                ))}
              </div>
            </div>
          ))}
          <div className={styles.time}>
            {ticks.map(({ position, text }, tick) => (
              <span key={position} style={{ left: `${position}%` }}>
                {text}
                {tick === ticks.length - 1 && ' s'}
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
