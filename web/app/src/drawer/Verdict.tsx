import { useEffect, useState } from 'react';
import { formatNumber, formatQuantity, NONE } from '@ackscope/charts';
import type { LaneAnswer, Verdict as LaneVerdict } from '@ackscope/engine';
import type { EventRef } from '@ackscope/model';
import { LaneSign } from '../kit/icons.tsx';
import { useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { Formula } from './Formula.tsx';
import styles from './Verdict.module.css';
import { Later } from '../kit/Later.tsx';

/**
 * The state before and after an event, and the decisions of the other lanes' algorithms at this
 * event: the engine repeats the run and feeds every algorithm the same ACKs.
 */
export function Verdict({ event, lane }: { event: EventRef; lane: LaneView }) {
  const playing = useLabState((state) => state.clock.playing);
  const verdict = useVerdict(event, playing);
  const lanes = useLanes();
  if (verdict === null) {
    return (
      <div className={styles.verdict}>
        {playing && <p className={styles.note}>Pause to see what the other algorithms would do.</p>}
      </div>
    );
  }
  const own = verdict.lanes[event.lane];
  const others = verdict.lanes.flatMap((answer, index) => {
    const view = lanes[index];
    return index === event.lane || view === undefined ? [] : [{ answer, view }];
  });
  return (
    <div className={styles.verdict}>
      {own !== undefined && <BeforeAndAfter state={verdict.state} after={own} />}
      {others.length > 0 && (
        <>
          <h3 className={styles.heading}>What the other lanes would do here</h3>
          <ul className={styles.others}>
            {others.map(({ answer, view }) => (
              <Other key={answer.label} answer={answer} view={view} before={verdict.state.cwnd} />
            ))}
          </ul>
          <p className={styles.note}>
            Simulated: each was fed the same ACKs as {lane.name}
            {verdict.is_whole
              ? ' from the first segment on'
              : ` from ${formatNumber(verdict.since_s, 4)} s on`}{' '}
            and started from its window.
          </p>
        </>
      )}
    </div>
  );
}

function useVerdict(event: EventRef, playing: boolean): LaneVerdict | null {
  const { runner } = useLab();
  const runId = useLabState((state) => state.run.id);
  const [known, setKnown] = useState<{ key: string; verdict: LaneVerdict | null } | null>(null);
  const { lane, timeS } = event;
  const key = `${runId}/${lane}/${timeS}`;
  const wanted = !playing && known?.key !== key;
  useEffect(() => {
    if (!wanted) return;
    let dropped = false;
    void runner.ask(lane, 'verdict', timeS).then((verdict) => {
      if (!dropped) setKnown({ key, verdict });
    });
    return () => {
      dropped = true;
    };
  }, [runner, wanted, key, lane, timeS]);
  return known?.key === key ? known.verdict : null;
}

function BeforeAndAfter({ state, after }: { state: LaneVerdict['state']; after: LaneAnswer }) {
  const rows: [string, string, string][] = [
    ['cwnd, packets', formatNumber(state.cwnd), formatNumber(after.cwnd)],
    ['ssthresh, packets', threshold(state.ssthresh), threshold(after.ssthresh)],
    ['in flight, packets', formatNumber(state.flight, 6), ''],
    [
      'RTT',
      `${formatQuantity(state.last_rtt_s, 's')} (min so far ${formatQuantity(state.min_rtt_s, 's')})`,
      '',
    ],
    ['BWE', after.estimate_bps === null ? NONE : formatQuantity(after.estimate_bps, 'bps'), ''],
  ];
  return (
    <table className={styles.change}>
      <thead>
        <tr>
          <th scope="col" className={styles.heading}>
            State
          </th>
          <th scope="col">before</th>
          <th scope="col">after</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, before, later]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td colSpan={later === '' ? 2 : 1}>{before}</td>
            {later !== '' && <td>{later}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A threshold that was never set is infinite, which JSON cannot express: it is null. */
function threshold(value: number | null): string {
  return value === null ? '∞' : formatNumber(value);
}

function Other({ answer, view, before }: { answer: LaneAnswer; view: LaneView; before: number }) {
  const { rules } = useLab();
  const said = answer.decisions.flatMap(({ rule, terms }) => {
    const known = rules.get(rule);
    return known === undefined ? [] : [{ rule: known, terms: Float64Array.from(terms, (x) => x ?? NaN) }];
  });
  return (
    <li data-answer={answer.label}>
      <details>
        <summary className={styles.summary}>
          <LaneSign look={view.style} />
          <span className={styles.name}>{view.name}</span>
          <span className={styles.does}>{actionOf(answer, before)}</span>
        </summary>
        {said.map(({ rule, terms }) => (
          <div key={rule.key} className={styles.rule}>
            <p className={styles.note}>{rule.title}</p>
            <Later>
              <Formula rule={rule} terms={terms} />
            </Later>
          </div>
        ))}
        {said.length === 0 && <p className={styles.note}>None of its rules applies.</p>}
        <p className={styles.note}>
          ssthresh {threshold(answer.ssthresh)} packets
          {answer.estimate_bps !== null && <>, BWE {formatQuantity(answer.estimate_bps, 'bps')}</>}
        </p>
      </details>
    </li>
  );
}

/** The algorithm's action on the window, in a word or two. */
function actionOf(answer: LaneAnswer, before: number): string {
  const cwnd = formatQuantity(answer.cwnd, 'packets');
  if (cwnd === formatQuantity(before, 'packets')) return `stay at ${cwnd}`;
  return answer.cwnd < before ? `cut to ${cwnd}` : `grow to ${cwnd}`;
}
