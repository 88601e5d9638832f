import { startTransition, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { cssColour, formatPercent, formatQuantity, laneStyles } from '@ackscope/charts';
import type { SeriesStyle } from '@ackscope/charts';
import { messageOf, processors } from '@ackscope/engine';
import { jobsOf } from '../jobs/jobs.ts';
import { runLanes } from '../jobs/runs.ts';
import { useLab } from '../lab/context.ts';
import { Band } from '../kit/Band.tsx';
import { LaneSign } from '../kit/icons.tsx';
import { AddressProblems, Problem } from '../kit/Problem.tsx';
import { Segments } from '../kit/Segments.tsx';
import {
  builtInOf,
  filesOfFolder,
  findingOf,
  leagueHref,
  ORDERS,
  overTime,
  placesOf,
  play,
  readLeague,
} from './league.ts';
import { SHARE_MBPS, withFiles } from './league.ts';
import type { Order, Place, Played, Scripts } from './league.ts';
import { LeaguePlot } from './LeaguePlot.tsx';
import buttons from '../kit/buttons.module.css';
import table from '../kit/table.module.css';
import styles from './League.module.css';

const CHOICES = Object.entries(ORDERS).map(([id, { name }]) => ({ id: id as Order, name }));

/** The scripts of a class on one link: all together, each against each, each alone. */
export function LeaguePage({ query }: { query: string }) {
  const { catalogue } = useLab();
  const builtIn = useMemo(() => builtInOf(catalogue.algorithms), [catalogue]);
  const read = useMemo(() => readLeague(query, builtIn), [query, builtIn]);
  /** Scripts that are longer than an address, and the address beside which they were added. */
  const [long, setLong] = useState<{ scripts: Scripts; query: string } | null>(null);
  const isLong = long?.query === query;
  const scripts = isLong ? long.scripts : read.scripts;
  const [said, setSaid] = useState<readonly string[]>([]);
  const [order, setOrder] = useState<Order>('goodput');
  const add = (files: readonly { name: string; file: File }[]): void => {
    Promise.all(files.map(async ({ name, file }) => ({ name, text: await file.text() })))
      .then((read) => {
        const added = withFiles(scripts, read, builtIn);
        const href = leagueHref(added.scripts);
        setSaid(added.problems);
        setLong(href === null ? { scripts: added.scripts, query } : null);
        if (href !== null) location.replace(href);
      })
      .catch((thrown: unknown) => setSaid([messageOf(thrown)]));
  };
  return (
    <League
      key={isLong ? Object.keys(scripts).join() : query}
      scripts={scripts}
      isLong={isLong}
      problems={[...(isLong ? [] : read.problems), ...said]}
      order={order}
    >
      <Segments label="Order" options={CHOICES} chosen={order} onChoose={setOrder} />
      <FileTrigger acceptDirectory onSelect={(files) => add(filesOfFolder([...(files ?? [])]))}>
        <Button className={buttons.quiet ?? ''}>Add a folder</Button>
      </FileTrigger>
      <FileTrigger
        acceptedFileTypes={['.ack', 'text/plain']}
        allowsMultiple
        onSelect={(files) => add([...(files ?? [])].map((file) => ({ name: file.name, file })))}
      >
        <Button className={buttons.primary ?? ''}>Add scripts</Button>
      </FileTrigger>
    </League>
  );
}

function League({
  scripts,
  isLong,
  problems,
  order,
  children,
}: {
  scripts: Scripts;
  isLong: boolean;
  problems: readonly string[];
  order: Order;
  children: ReactNode;
}) {
  const { played, problem } = usePlayed(scripts);
  const { players, runs, finished, broken } = played;
  const isDone = runs > 0 && finished.length === runs;
  const places = placesOf(players, finished).toSorted((a, b) => ORDERS[order].of(a) - ORDERS[order].of(b));
  const looks = useMemo(
    () => new Map(laneStyles(players).map((look, at) => [players[at] ?? '', look])),
    [players],
  );
  const strips = places
    .map(({ id }) => ({ id, look: looks.get(id), goodputBps: overTime(finished, id) }))
    .toReversed();
  return (
    <>
      <Band title={(isDone ? findingOf(places) : null) ?? 'Who takes the link?'} acts={children}>
        <span role="status" data-done={isDone}>
          {isDone
            ? `${String(runs)} runs. There is no total rank.`
            : `${String(finished.length)} of ${String(runs)} runs`}
        </span>
      </Band>
      <AddressProblems problems={[...problems, ...(problem === null ? [] : [problem])]} />
      <div className={styles.field}>
        <div>
          <h2>All together</h2>
          <p>
            Goodput on one link of {String(SHARE_MBPS)} Mbit/s for each, RTT 100 ms, a buffer of one BDP, 60 s
          </p>
          <LeaguePlot strips={strips} rateBps={players.length * SHARE_MBPS * 1e6} />
          <Results places={places} broken={broken} looks={looks} />
        </div>
        <div>
          <h2>Each against each</h2>
          <p>The share of the row in percent, on 10 Mbit/s: blue more than half, red less</p>
          <Shares places={places} />
        </div>
      </div>
      <p className={styles.note}>
        Nothing is sent:{' '}
        {isLong
          ? 'the scripts are only in this page. They are together longer than an address can be, so this league is no link.'
          : 'the scripts are in the address of this page.'}
      </p>
    </>
  );
}

/** The runs of the league, as they come. */
function usePlayed(scripts: Scripts): { played: Played; problem: string | null } {
  const { engine } = useLab();
  const [played, setPlayed] = useState<Played>({ players: [], runs: 0, finished: [], broken: {} });
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const over = new AbortController();
    play(
      scripts,
      async ({ scenario }) => {
        const run = () => runLanes(engine, scenario, { want: 'results', signal: over.signal });
        const { results } = await jobsOf(engine).turn('shown', over.signal, run);
        const [lane] = results;
        if (lane === undefined) throw new Error('The run has no lane.');
        return lane;
      },
      (next) => {
        // Hundreds come; the page draws as many as it can.
        if (!over.signal.aborted) startTransition(() => setPlayed(next));
      },
      processors(),
    ).catch((thrown: unknown) => {
      if (!over.signal.aborted) setProblem(messageOf(thrown));
    });
    return () => over.abort();
  }, [engine, scripts]);
  return { played, problem };
}

function Results({
  places,
  broken,
  looks,
}: {
  places: readonly Place[];
  broken: Played['broken'];
  looks: ReadonlyMap<string, SeriesStyle>;
}) {
  const most = Math.max(1, ...places.map(({ togetherBps }) => togetherBps ?? 0));
  return (
    <div className={styles.wide} tabIndex={0} role="region" aria-label="The league">
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Script</th>
            <th scope="col">With the others</th>
            <th scope="col">Alone</th>
            <th scope="col">Mean queueing delay, alone</th>
            <th scope="col">Fairness</th>
            <th scope="col">Smallest share it leaves</th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ id, togetherBps, aloneBps, delayS, fairness, leaves }) => {
            const look = looks.get(id);
            return (
              <tr key={id} data-player={id}>
                <th scope="row" title={id}>
                  <span className={styles.name}>
                    {look && <LaneSign look={look} />}
                    {id}
                  </span>
                </th>
                <td>
                  <Bar part={(togetherBps ?? 0) / most} colour={cssColour(look?.colour ?? 'slate')} />
                  {formatQuantity(togetherBps, 'bps')}
                </td>
                <td>{formatQuantity(aloneBps, 'bps')}</td>
                <td>{formatQuantity(delayS, 's')}</td>
                <td>
                  <Bar part={fairness ?? 0} colour="var(--ink-3)" />
                  {fairness === null ? '–' : fairness.toFixed(2)}
                </td>
                <td>{leaves === null ? '–' : `${formatPercent(leaves.share, 0)} to ${leaves.to}`}</td>
              </tr>
            );
          })}
          {Object.entries(broken).map(([id, why]) => (
            <tr key={id} data-player={id}>
              <th scope="row" title={id}>
                {id}
              </th>
              <td colSpan={5}>
                <Problem role="note">does not run: {why}</Problem>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Bar = ({ part, colour }: { part: number; colour: string }) => (
  <span
    className={styles.bar}
    aria-hidden="true"
    style={{ width: `${(part * 5).toFixed(2)}rem`, background: colour }}
  />
);

/** Blue: the row takes more than half. Red: less. */
const shade = (share: number): React.CSSProperties => ({
  background: `color-mix(in srgb, var(--series-${share < 0.5 ? 'vermilion' : 'blue'}) ${String(Math.round(Math.abs(share - 0.5) * 90))}%, var(--surface))`,
});

/** With more, the names of the columns would be wider than a screen. */
const MAX_NAMED = 14;

function Shares({ places }: { places: readonly Place[] }) {
  const isNumbered = places.length > MAX_NAMED;
  return (
    <div
      className={`${styles.wide ?? ''} ${styles.shares ?? ''}`}
      tabIndex={0}
      role="region"
      aria-label="Each against each"
    >
      <table className={table.table} data-plot="shares">
        <thead>
          <tr>
            <td />
            {places.map(({ id }, at) => (
              <th key={id} scope="col" title={id}>
                {isNumbered ? (
                  <abbr title={id}>
                    {at + 1}
                    <span className="visually-hidden"> {id}</span>
                  </abbr>
                ) : (
                  id
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map(({ id, shares }, at) => (
            <tr key={id}>
              <th scope="row" title={id}>
                {isNumbered ? `${String(at + 1)} ${id}` : id}
              </th>
              {places.map((other) => {
                const share = shares[other.id];
                return share === undefined ? (
                  <td key={other.id} />
                ) : (
                  <td key={other.id} data-share={share.toFixed(2)} style={shade(share)}>
                    {formatPercent(share, 0)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
