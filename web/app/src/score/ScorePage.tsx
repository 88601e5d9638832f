import { Fragment, useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { formatNumber, formatQuantity, laneStyles } from '@ackscope/charts';
import { routeHref, workInWords } from '@ackscope/model';
import { cellHref, inOrder, ORDERS, scoreHref } from '@ackscope/model/score';
import type { ScoreOrder, ScoreState } from '@ackscope/model/score';
import type { PageProps } from '../definePage.ts';
import { saveText } from '../base/save.ts';
import { useLab } from '../lab/context.ts';
import { replaceAddress } from '../base/backStep.ts';
import { Band } from '../kit/Band.tsx';
import { AddressProblems } from '../kit/Problem.tsx';
import { CostAsked } from '../site/LongRun.tsx';
import { Page } from '../site/Page.tsx';
import { Progress } from '../kit/Progress.tsx';
import { Segments } from '../kit/Segments.tsx';
import { runningWords } from '../sweep/sweepTexts.ts';
import buttons from '../kit/buttons.module.css';
import type { PlotRow } from './plot.ts';
import { ScorePlot } from './ScorePlot.tsx';
import { ScoreTable } from './ScoreTable.tsx';
import { useScore } from './useScore.ts';
import { BARS, nameOf, percent, spreadWords } from './scoreTexts.ts';
import styles from './Score.module.css';

const CHOICES = ORDERS.map((id) => ({ id, name: `${id.charAt(0).toUpperCase()}${id.slice(1)}` }));

export function ScorePage({ item, query }: PageProps) {
  const { catalogue } = useLab();
  const { score, state, setup, problems } = useScore(item, query);
  const { rows, paths, spec, measured, status } = state;
  const [order, setOrder] = useState<ScoreOrder>('goodput');
  const [open, setOpen] = useState<string | null>(setup.algorithms?.[0] ?? null);
  // An address without the script would show another one elsewhere.
  useEffect(() => {
    const href = scoreHref(setup);
    if (location.hash !== href) replaceAddress(href);
  }, [setup]);
  const isRunning = status === 'running' || status === 'planning';
  // Rows keep their order while they fill.
  const fills = isRunning && rows.some(({ from }) => from === 'nowhere');
  const shown = useMemo(() => (fills ? rows : inOrder(rows, order)), [fills, rows, order]);
  const looks = useMemo(() => {
    const ids = rows.map(({ algorithm }) => algorithm);
    const styles = laneStyles(ids);
    return new Map(ids.map((id, at) => [id, styles[at]]));
  }, [rows]);
  const lookOf = (id: string) => looks.get(id);
  const points = useMemo(
    () =>
      rows.flatMap((row) =>
        row.goodput_share === null || row.p95_delay_s === null
          ? []
          : {
              id: row.algorithm,
              name: nameOf(row, catalogue.algorithms),
              share: row.goodput_share,
              delayS: row.p95_delay_s,
            },
      ),
    [rows, catalogue],
  );
  return (
    <Page className={styles.main} marks={{ 'data-score': status }}>
      <Band
        title={findingOf(points) ?? 'Report card'}
        acts={
          <>
            <Segments label="Order" options={CHOICES} chosen={order} onChoose={setOrder} />
            <Button
              className={buttons.plain ?? ''}
              isDisabled={status !== 'done'}
              onPress={() =>
                saveText(
                  'report-card.json',
                  JSON.stringify({ ...measured, algorithms: rows }, null, 1),
                  'application/json',
                )
              }
            >
              Save JSON
            </Button>
            {setup.algorithms !== null && (
              <a className={buttons.plain} href={routeHref('score')}>
                All algorithms
              </a>
            )}
            <a className={buttons.primary} href={routeHref('write')}>
              My algorithm
            </a>
          </>
        }
      >
        Report card: {formatNumber(rows.length, 9)} {rows.length === 1 ? 'algorithm' : 'algorithms'}, means
        over twelve standard paths
        {measured !== null &&
          `, ${measured.seeds.length} seeds of ${measured.to_s} s, measured from ${measured.from_s} s on`}
        , best mean first
      </Band>
      <AddressProblems problems={[...problems, ...(state.error === null ? [] : [state.error.message])]} />
      {state.asking !== null && state.recorded === null && (
        <CostAsked
          title="This report card takes long to compute"
          over="runs"
          question={state.asking}
          note="Nothing is computed yet."
          onRun={score.agree}
        />
      )}
      <div className={styles.state}>
        <Recorded state={state} onRun={score.agree} />
        <ScoreProgress state={state} onCancel={score.cancel} />
      </div>
      <p className={styles.legend}>
        {BARS[order]}
        {measured !== null && measured.seeds.length > 1 && ` ${spreadWords(measured.seeds.length)}`}
      </p>
      <div className={styles.columns}>
        <ScoreTable
          paths={paths}
          spec={spec}
          algorithms={catalogue.algorithms}
          rows={shown}
          drawn={order}
          open={open}
          lookOf={lookOf}
          nameOf={(row) => nameOf(row, catalogue.algorithms)}
          hrefOf={(path, algorithm) => (spec === null ? null : cellHref(spec, path, algorithm))}
          onOpen={setOpen}
        />
        <div className={styles.aside}>
          <ScorePlot rows={points} open={open} lookOf={lookOf} onOpen={setOpen} />
          {paths.length > 0 && <h2>Paths</h2>}
          <dl className={styles.paths}>
            {paths.map((path) => (
              <Fragment key={path.id}>
                <dt>{path.name}</dt>
                <dd>{path.about}</dd>
              </Fragment>
            ))}
          </dl>
        </div>
      </div>
      <p className={styles.note}>
        The paths are named after Pantheon and the Common TCP Evaluation Suite, the numbers follow RFC 5166.
        On the command line: <code>ackscope score {(setup.algorithms ?? []).join(' ')}</code>
      </p>
    </Page>
  );
}

/** Who fills its share best, and whose packets wait least. */
function findingOf(points: readonly PlotRow[]): string | null {
  const [full] = points.toSorted((a, b) => b.share - a.share);
  const [short] = points.toSorted((a, b) => a.delayS - b.delayS);
  if (full === undefined || short === undefined || points.length < 2) return null;
  const waits = `${full === short ? 'and' : short.name} queues least: ${formatQuantity(short.delayS, 's', 2)} at p95`;
  return `${full.name} gets ${percent(full.share, 2)} of its fair share, ${waits}`;
}

/** Where the numbers are from. Recorded ones stand at once; what is computed here takes their place. */
function Recorded({ state, onRun }: { state: ScoreState; onRun: () => void }) {
  const { recorded, rows, asking } = state;
  if (recorded === null) return null;
  const here = rows.filter(({ from }) => from === 'page');
  const other = here.flatMap(({ differs }) => differs).filter((differs) => differs).length;
  const count = (n: number) => formatNumber(n, 9);
  return (
    <div className={styles.recorded} role="status" data-part="recorded">
      <p>
        Recorded with version {recorded.version} <span title="The engine">{recorded.engine_fingerprint}</span>
        .{' '}
        {here.length > 0 &&
          `${count(here.length)} of ${count(rows.length)} rows are computed in this page, ${
            other === 0
              ? 'with the same numbers.'
              : `and ${count(other)} ${other === 1 ? 'cell differs' : 'cells differ'}: each is marked.`
          }`}
      </p>
      {asking !== null && (
        <Button className={buttons.plain ?? ''} onPress={onRun}>
          Run all here, about {workInWords(asking.cost, asking.segmentsPerS)}
        </Button>
      )}
    </div>
  );
}

function ScoreProgress({ state, onCancel }: { state: ScoreState; onCancel: () => void }) {
  const { status, progress, leftS } = state;
  const { done, total, share } = progress;
  const words = {
    idle: '',
    planning: 'Planning…',
    asking: state.recorded === null ? 'Waiting for your answer.' : '',
    running: runningWords(progress, leftS),
    stopped: `Cancelled after ${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs.`,
    done: '',
    failed: 'The card cannot be run.',
  }[status];
  const isBusy = status === 'running' || status === 'planning';
  return (
    <Progress
      className={styles.progress}
      share={isBusy ? share : null}
      isRunning={status === 'running'}
      words={words}
    >
      {isBusy && (
        <Button className={buttons.quiet ?? ''} onPress={onCancel}>
          Cancel
        </Button>
      )}
    </Progress>
  );
}
