import { useEffect, useMemo, useState } from 'react';
import { Button, FileTrigger, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { formatPercent, formatQuantity } from '@ackscope/charts';
import { messageOf } from '@ackscope/engine';
import { jobsOf } from '../jobs/jobs.ts';
import { runLanes } from '../jobs/runs.ts';
import { useLab } from '../lab/context.ts';
import { AddressProblems, Problem } from '../kit/Problem.tsx';
import { builtInOf, leagueHref, ORDERS, placesOf, play, readLeague, withFiles } from './league.ts';
import type { Order, Place, Played, Scripts } from './league.ts';
import buttons from '../kit/buttons.module.css';
import table from '../kit/table.module.css';
import styles from './League.module.css';

/** The scripts of a class on one link: all together, each against each, each alone. */
export function LeaguePage({ query }: { query: string }) {
  const { catalogue } = useLab();
  const builtIn = useMemo(() => builtInOf(catalogue.algorithms), [catalogue]);
  const { scripts, problems } = useMemo(() => readLeague(query, builtIn), [query, builtIn]);
  const [said, setSaid] = useState<readonly string[]>([]);
  const [order, setOrder] = useState<Order>('goodput');
  const add = (files: FileList | null): void => {
    Promise.all([...(files ?? [])].map(async (file) => ({ name: file.name, text: await file.text() })))
      .then((read) => {
        const added = withFiles(scripts, read, builtIn);
        const href = leagueHref(added.scripts);
        const tooLong = href === null ? ['These scripts are together longer than an address can be.'] : [];
        setSaid([...added.problems, ...tooLong]);
        if (href !== null) location.replace(href);
      })
      .catch((thrown: unknown) => setSaid([messageOf(thrown)]));
  };
  return (
    <div className={styles.league}>
      <AddressProblems problems={problems} />
      <header>
        <h1>League</h1>
        <p>
          One link with a buffer of one BDP, RTT 100 ms, 60 s. All together with 4 Mbit/s for each; each
          against each and each alone on 10 Mbit/s. Nothing is sent: the scripts are in the address of this
          page.
        </p>
        <FileTrigger acceptedFileTypes={['.ack', 'text/plain']} allowsMultiple onSelect={add}>
          <Button className={buttons.primary ?? ''}>Add scripts</Button>
        </FileTrigger>
        <AddressProblems problems={said} />
      </header>
      <ToggleButtonGroup
        aria-label="Order"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[order]}
        onSelectionChange={(keys) => {
          const [key] = keys;
          if (key !== undefined) setOrder(key as Order);
        }}
      >
        {Object.entries(ORDERS).map(([id, { name }]) => (
          <ToggleButton key={id} id={id} className={buttons.quiet ?? ''}>
            {name}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Table key={query} scripts={scripts} order={order} />
    </div>
  );
}

function Table({ scripts, order }: { scripts: Scripts; order: Order }) {
  const { engine } = useLab();
  const [played, setPlayed] = useState<Played>({ players: [], runs: 0, finished: [], broken: {} });
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const over = new AbortController();
    play(
      scripts,
      async ({ scenario }) => {
        const run = () => runLanes(engine, scenario, { want: 'results', signal: over.signal });
        const { results } = await jobsOf(engine).turn('near', over.signal, run);
        const [lane] = results;
        if (lane === undefined) throw new Error('The run has no lane.');
        return lane;
      },
      (next) => {
        if (!over.signal.aborted) setPlayed(next);
      },
    ).catch((thrown: unknown) => {
      if (!over.signal.aborted) setProblem(messageOf(thrown));
    });
    return () => over.abort();
  }, [engine, scripts]);
  const { players, runs, finished, broken } = played;
  const isDone = runs > 0 && finished.length === runs;
  const places = placesOf(players, finished).toSorted((a, b) => ORDERS[order].of(a) - ORDERS[order].of(b));
  return (
    <>
      <Problem>{problem}</Problem>
      <p role="status" data-done={isDone}>
        {isDone
          ? `${String(runs)} runs. There is no total rank.`
          : `${String(finished.length)} of ${String(runs)} runs`}
      </p>
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
            {places.map((place) => (
              <Row key={place.id} place={place} />
            ))}
            {Object.entries(broken).map(([id, why]) => (
              <tr key={id} data-player={id}>
                <th scope="row">{id}</th>
                <td colSpan={5}>does not run: {why}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <h2>Each against each: share of the row</h2>
        <table className={table.table} data-plot="shares">
          <thead>
            <tr>
              <td />
              {places.map(({ id }) => (
                <th key={id} scope="col">
                  {id}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map(({ id, shares }) => (
              <tr key={id}>
                <th scope="row">{id}</th>
                {places.map((other) => {
                  const share = shares[other.id];
                  return (
                    <td key={other.id} data-share={share === undefined ? undefined : Math.round(share * 4)}>
                      {share === undefined ? '' : formatPercent(share, 0)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Row({ place: { id, togetherBps, aloneBps, delayS, fairness, leaves } }: { place: Place }) {
  return (
    <tr data-player={id}>
      <th scope="row">{id}</th>
      <td>{formatQuantity(togetherBps, 'bps')}</td>
      <td>{formatQuantity(aloneBps, 'bps')}</td>
      <td>{formatQuantity(delayS, 's')}</td>
      <td>{fairness === null ? '–' : fairness.toFixed(2)}</td>
      <td>{leaves === null ? '–' : `${formatPercent(leaves.share, 0)} to ${leaves.to}`}</td>
    </tr>
  );
}
