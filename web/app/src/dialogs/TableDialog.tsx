import {
  formatFixed,
  formatNumber,
  formatPercent,
  formatQuantity,
  knownUnit,
  mainColumns,
} from '@ackscope/charts';
import { focusSeries, intervalRows, oneOfFlows } from '@ackscope/model';
import type { Trigger } from '@ackscope/model';
import { Sheet } from '../kit/Sheet.tsx';
import { EVENT_WORDS, foundIn } from '../laneData/aligned.ts';
import { useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { useChannels } from '../lanes/rows.ts';
import { readSeed } from '../scenario/knobs.ts';
import { laneInWords } from '../laneData/summary.ts';
import { useSeeds } from '../seeds/lanes.ts';
import styles from './TableDialog.module.css';

/** The run as text and tables: for those who cannot see the curves or want to copy them. */
export function TableDialog({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="The run as text and tables" isOpen onClose={onClose}>
      <Content />
    </Sheet>
  );
}

function Content() {
  const lanes = useLanes();
  const isHidden = useLabState((state) => state.view.hidesFuture);
  const trigger = useLabState((state) => state.instruments.trigger);
  const knownS = useKnownS();
  return (
    <div className={styles.content} data-wide>
      {isHidden && (
        <p>Up to {formatFixed(knownS, 3)} s: the future is hidden. Press h to show the whole run.</p>
      )}
      <ul className={styles.words}>
        {lanes.map((lane) => (
          <li key={lane.run.label}>{laneInWords(lane.name, lane.run, knownS)}</li>
        ))}
      </ul>
      {lanes.map((lane) => (
        <Windows key={lane.run.label} lane={lane} />
      ))}
      {trigger !== null &&
        lanes.map((lane) =>
          trigger.event === 'seeds' ? (
            // Other seeds' runs tell the hidden future.
            !isHidden && <SeedsFound key={lane.run.label} lane={lane} />
          ) : (
            <Found key={lane.run.label} lane={lane} trigger={trigger} />
          ),
        )}
      {lanes.map((lane) => (
        <Curves key={lane.run.label} lane={lane} />
      ))}
    </div>
  );
}

/** What may be told: with a hidden future, up to the clock. */
function useKnownS(): number {
  return useLabState(({ view, clock, run }) =>
    view.hidesFuture ? Math.min(clock.timeS, run.knownS) : run.knownS,
  );
}

function Windows({ lane }: { lane: LaneView }) {
  const knownS = useKnownS();
  const rows = intervalRows(lane.run, [], knownS).filter((row) => row.isFinal);
  const marks = rows.some(({ hop }) => hop?.marks != null);
  const flow = oneOfFlows(lane.run);
  return (
    <Table
      caption={`${lane.name}: results by interval${flow === null ? '' : ` of the flow ${flow}; utilization, queue, wait and drops of all`}`}
      heads={[
        'interval',
        'goodput',
        'sent',
        'retransmitted',
        'RTT',
        'timeouts',
        'fast retransmits',
        'utilization',
        'queue',
        'p99 wait',
        'dropped',
        ...(marks ? ['marked'] : []),
      ]}
      rows={rows.map(({ fromS, toS, flow, hop }) => [
        `${formatNumber(fromS, 6)}–${formatNumber(toS, 6)} s`,
        formatQuantity(flow.goodput_bps, 'bps'),
        formatQuantity(flow.throughput_bps, 'bps'),
        formatPercent(flow.retransmission_ratio, 2),
        formatQuantity(flow.mean_rtt_s, 's'),
        formatNumber(flow.timeouts, 6),
        formatNumber(flow.fast_retransmits, 6),
        formatPercent(hop?.utilisation ?? null),
        formatNumber(hop?.mean_queue_packets ?? null),
        formatQuantity(hop?.p99_queueing_delay_s ?? null, 's'),
        formatNumber(hop?.drops ?? null, 6),
        ...(marks ? [formatNumber(hop?.marks ?? null, 6)] : []),
      ])}
    />
  );
}

/** The acknowledged segments at the end of each seed's run. */
function SeedsFound({ lane }: { lane: LaneView }) {
  const { store } = useLab();
  const seeds = useSeeds(true);
  const index = store.getState().run.lanes.indexOf(lane.run);
  const traces = (seeds?.runs ?? []).flatMap((run) => run[index] ?? []);
  const first = readSeed(seeds?.scenario ?? {});
  const focus = lane.run.trace?.focus ?? 0;
  return (
    <Table
      caption={`${lane.name}: ${traces.length} seeds`}
      heads={['seed', 'segments acknowledged']}
      rows={traces.map((trace, at) => [
        String(first + at),
        formatNumber(focusSeries(trace, 'acked', focus)[0]?.at(trace.simulatedS) ?? null, 9),
      ])}
    />
  );
}

/** The trigger's occurrences, one per row. */
function Found({ lane, trigger }: { lane: LaneView; trigger: Trigger }) {
  const { rules } = useLab();
  const knownS = useKnownS();
  const found = foundIn([lane], rules, trigger)
    .flat()
    .filter(({ timeS }) => timeS <= knownS);
  const [, many] = EVENT_WORDS[trigger.event];
  return (
    <Table
      caption={`${lane.name}: ${found.length} ${many}`}
      heads={['time', 'ends in a timeout']}
      rows={found.map(({ timeS, isTimeout }) => [`${formatFixed(timeS, 3)} s`, isTimeout ? 'yes' : 'no'])}
    />
  );
}

const CURVES = ['cwnd', 'ssthresh', 'queue', 'bwe', 'rtt', 'flight'];
const MOMENTS = 20;

/** The curves at evenly spaced times of the visible range. */
function Curves({ lane }: { lane: LaneView }) {
  const knownS = useKnownS();
  const isHidden = useLabState((state) => state.view.hidesFuture);
  const durationS = useLabState((state) => state.run.durationS);
  const timeRange = useLabState((state) => state.view.timeRange);
  const channels = useChannels();
  const { trace } = lane.run;
  const [fromS, endS] = timeRange ?? [0, durationS];
  const toS = isHidden ? Math.min(endS, knownS) : endS;
  // A curve that is not known yet is not told.
  if (trace === null || toS <= fromS) return null;
  const series = CURVES.flatMap((name) =>
    focusSeries(trace, name)
      .slice(0, 1)
      .map((columns) => ({ name, columns, unit: knownUnit(columns.info.unit) })),
  );
  const states = focusSeries(trace, 'shown').map((columns) => ({
    name: columns.info.shown?.name ?? 'shown',
    columns,
    unit: knownUnit(columns.info.unit),
  }));
  const own = channels.flatMap(({ text, row }) => {
    const columns = row === null ? null : mainColumns(row, lane.data);
    return row === null || columns === null ? [] : [{ name: text, columns, unit: row.unit }];
  });
  const all = [...series, ...states, ...own];
  const times = Array.from({ length: MOMENTS + 1 }, (_, at) => fromS + ((toS - fromS) * at) / MOMENTS);
  return (
    <Table
      caption={`${lane.name}: curves`}
      heads={['time', ...all.map(({ name }) => name)]}
      rows={times.map((timeS) => [
        `${formatFixed(timeS, toS - fromS >= 100 ? 0 : 3)} s`,
        ...all.map(({ columns, unit }) => formatQuantity(columns.at(timeS), unit)),
      ])}
    />
  );
}

function Table({ caption, heads, rows }: { caption: string; heads: string[]; rows: string[][] }) {
  return (
    <div className={styles.scroll} role="group" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {cells.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
