import { useEffect, useMemo } from 'react';
import { formatPercent, formatQuantity } from '@ackscope/charts';
import { EMPTY_VIEW, encodeLink, sameJson, totals, intervalRows } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { handHref, handScenario } from '@ackscope/model/teach';
import type { Hand, HandPath } from '@ackscope/model/teach';
import { LaneSign } from '../kit/icons.tsx';
import { EmbedTransport } from '../embed/EmbedTransport.tsx';
import type { Control } from '@ackscope/embed/address';
import { useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { useRunMarks } from '../site/useRunMarks.ts';
import { PageLanes } from '../lanes/PageLanes.tsx';
import { CopyButton } from '../kit/CopyButton.tsx';
import { bestInWords } from './gameTexts.ts';
import buttons from '../kit/buttons.module.css';
import table from '../kit/table.module.css';
import styles from './Teach.module.css';

const TRANSPORT: ReadonlySet<Control> = new Set<Control>(['play', 'scrub', 'speed']);
const ROWS = ['cwnd', 'queue', 'rtt'];

/** Shows the queue, and the algorithms on the same path with the same losses. */
export function HandOutcome({ of, hand, themeKey }: { of: HandPath; hand: Hand; themeKey: string }) {
  const { store } = useLab();
  const root = useRunMarks('Be the sender');
  const scenario = useMemo(() => handScenario(of, hand, true), [of, hand]);
  useEffect(() => {
    const { actions, scenario: asked } = store.getState();
    if (!sameJson(asked.wanted, scenario)) actions.replaceScenario(scenario, null);
    actions.setRows(ROWS);
  }, [store, scenario]);
  const lanes = useLanes();
  const isDone = useLabState(
    (state) => state.run.status === 'done' && state.run.scenario === state.scenario.wanted,
  );
  const durationS = useLabState((state) => state.run.durationS);
  useEffect(() => {
    if (isDone) store.getState().actions.seek(durationS);
  }, [store, isDone, durationS]);
  return (
    <section ref={root} className={styles.outcome} aria-label="Result">
      {isDone && <Table lanes={lanes} />}
      <div className={styles.buttons}>
        <a className={buttons.primary} href={handHref(of, null)}>
          Try again
        </a>
        <a className={buttons.plain} href={labLink(scenario)}>
          Open in the lab
        </a>
        <CopyButton
          text={location.href}
          label="Copy a link to this attempt"
          className={buttons.plain}
          failed="See the address bar"
        />
      </div>
      <div className={styles.lanes}>
        <PageLanes themeKey={themeKey} />
        <EmbedTransport controls={TRANSPORT} />
      </div>
    </section>
  );
}

function labLink(scenario: JsonObject): string {
  return `#${encodeLink({ scenario, preset: null, view: { ...EMPTY_VIEW, rows: ROWS } })}`;
}

function Table({ lanes }: { lanes: readonly LaneView[] }) {
  const rows = lanes.map((lane) => ({ lane, sum: totals(intervalRows(lane.run, [], Infinity)) }));
  return (
    <>
      <p className={styles.verdict} role="status">
        {bestInWords(
          rows.map(({ lane, sum }) => ({
            name: lane.run.label === 'you' ? 'you' : lane.name,
            goodputBps: sum.goodputBps ?? 0,
            rttS: sum.meanRttS ?? 0,
          })),
        )}
      </p>
      <table className={`${table.table} ${styles.table}`}>
        <caption className="visually-hidden">You and the algorithms on the same path</caption>
        <thead>
          <tr>
            <th scope="col">who</th>
            <th scope="col">goodput</th>
            <th scope="col">mean RTT</th>
            <th scope="col">mean queue</th>
            <th scope="col">retransmitted</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ lane, sum }) => (
            <tr key={lane.run.label} data-you={lane.run.label === 'you' || undefined}>
              <th scope="row">
                <LaneSign look={lane.style} /> {lane.name}
              </th>
              <td>{formatQuantity(sum.goodputBps, 'bps')}</td>
              <td>{formatQuantity(sum.meanRttS, 's')}</td>
              <td>{formatQuantity(sum.meanQueuePackets, 'packets')}</td>
              <td>{formatPercent(sum.retransmissionRatio)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
