import { useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { domainTo, formatNumber, formatQuantity, LivePaper } from '@ackscope/charts';
import { bdpPackets, bufferPackets, encodeLink, EMPTY_VIEW, focusSeries, sameJson } from '@ackscope/model';
import { GUESS_DURATION_S, guessHref, newSeed, readGuess, roundOf, seedAfter } from '@ackscope/model/teach';
import type { GuessRow, Round, Tally } from '@ackscope/model/teach';
import { replaceAddress } from '../base/backStep.ts';
import { Band } from '../kit/Band.tsx';
import { LabProvider, useLab, useLabState } from '../lab/context.ts';
import { useKeydown } from '../base/useKeydown.ts';
import { ownLink, useOwnLab } from '../lab/useOwnLab.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';
import { useRunMarks } from '../site/useRunMarks.ts';
import { ChartCursor } from '../lanes/ChartCursor.tsx';
import { PageLanes } from '../lanes/PageLanes.tsx';
import buttons from '../kit/buttons.module.css';
import styles from './Teach.module.css';

/** A random seed for a new round. */
function drawnSeed(): number {
  return newSeed(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
}

function scoreInWords({ right, of, streak }: Tally): string {
  if (of === 0) return '';
  return `${formatNumber(right)} of ${formatNumber(of)} right${streak > 1 ? `, ${formatNumber(streak)} in a row` : ''}`;
}

/** One curve, four names. The seed in the address gives everybody the same round. */
export function Guess({ query, themeKey }: { query: string; themeKey: string }) {
  const { engine } = useLab();
  const asked = readGuess(query);
  const [drawn] = useState(drawnSeed);
  const seed = asked.seed ?? drawn;
  const round = useMemo(() => roundOf(seed), [seed]);
  const [first] = useState(() => ownLink(round.scenario));
  const lab = useOwnLab(engine, first);
  /** The answers in the rounds of this visit, by seed and row. */
  const [answers, setAnswers] = useState<ReadonlyMap<string, number>>(new Map());
  const [tally, setTally] = useState(asked.tally);
  useEffect(() => {
    // Gives the round on the screen an address.
    if (asked.seed === null) replaceAddress(guessHref(seed, asked.row));
  }, [asked.seed, asked.row, seed]);
  const key = `${seed}/${asked.row}`;
  return (
    <>
      <Band title="Guess the algorithm">
        One flow, one bottleneck, sixty seconds. You see only its {asked.row === 'cwnd' ? 'window' : 'queue'}.
        Which of the four algorithms is it?
      </Band>
      {lab !== null && (
        <LabProvider value={lab}>
          <Board
            round={round}
            row={asked.row}
            answer={answers.get(key) ?? asked.answer}
            tally={tally}
            themeKey={themeKey}
            onAnswer={(answer) => {
              const isRight = answer === round.secret;
              const next = {
                right: tally.right + (isRight ? 1 : 0),
                of: tally.of + 1,
                streak: isRight ? tally.streak + 1 : 0,
              };
              setAnswers((before) => new Map(before).set(key, answer));
              setTally(next);
              replaceAddress(guessHref(seed, asked.row, answer, next));
            }}
          />
        </LabProvider>
      )}
    </>
  );
}

function roundLink(round: Round): string {
  return encodeLink({ scenario: round.scenario, preset: null, view: EMPTY_VIEW });
}

function Board({
  round,
  row,
  answer,
  tally,
  themeKey,
  onAnswer,
}: {
  round: Round;
  row: GuessRow;
  answer: number | null;
  tally: Tally;
  themeKey: string;
  onAnswer: (answer: number) => void;
}) {
  const { store, catalogue } = useLab();
  const root = useRunMarks('Guess the algorithm');
  useEffect(() => {
    const { actions, scenario } = store.getState();
    if (!sameJson(scenario.wanted, round.scenario)) actions.replaceScenario(round.scenario, null);
    actions.setRows(['cwnd', 'queue']);
  }, [store, round]);
  const isRevealed = answer !== null;
  const isDone = useLabState(
    (state) => state.run.status === 'done' && state.run.scenario === state.scenario.wanted,
  );
  useEffect(() => {
    // Lanes and choices have the same order, so `secret` is also the lane's index.
    if (!isRevealed || !isDone) return;
    const { actions, run } = store.getState();
    actions.focusLane(round.secret);
    actions.seek(run.durationS);
  }, [store, isRevealed, isDone, round.secret]);
  useNumberKeys(isRevealed || !isDone ? null : onAnswer, round.choices.length);

  const name = (at: number): string => {
    const id = round.choices[at] ?? '';
    return catalogue.algorithms.find((item) => item.id === id)?.name ?? id;
  };
  const { path } = round;
  const verdict = answer === round.secret ? 'Right.' : `It is ${name(round.secret)}.`;
  return (
    <div ref={root} className={styles.outcome} data-revealed={isRevealed || undefined}>
      <div className={styles.board}>
        <p className={styles.facts}>
          {path.rateMbps} Mbit/s, {path.rttMs} ms, a buffer of {formatNumber(path.bdps)} bandwidth-delay
          product
          {path.bdps === 1 ? '' : 's'}
          {path.lossPercent === 0 ? '' : `, ${path.lossPercent} % random loss`}.
        </p>
        <Curve round={round} row={row} isDone={isDone} />
        <span className="visually-hidden" role="status">
          {isRevealed
            ? `${verdict} ${scoreInWords(tally)}`
            : isDone
              ? 'The curve is drawn. The arrow keys read its values.'
              : ''}
        </span>
        <div className={styles.answers} role="group" aria-label="Which algorithm is it?">
          {round.choices.map((id, at) => (
            <Button
              key={id}
              className={styles.answer ?? ''}
              isDisabled={isRevealed || !isDone}
              data-right={(isRevealed && at === round.secret) || undefined}
              data-wrong={(isRevealed && at === answer && at !== round.secret) || undefined}
              onPress={() => onAnswer(at)}
            >
              {name(at)}
              <kbd aria-hidden="true">{at + 1}</kbd>
            </Button>
          ))}
        </div>
        {isRevealed && (
          <p className={styles.said}>
            <strong>{verdict}</strong>{' '}
            {catalogue.algorithms.find(({ id }) => id === round.choices[round.secret])?.summary}
          </p>
        )}
        <div className={styles.row}>
          <a
            className={isRevealed ? buttons.primary : buttons.plain}
            href={guessHref(seedAfter(round.seed), row, null, tally)}
          >
            Next round
          </a>
          <a
            className={buttons.plain}
            href={guessHref(round.seed, row === 'cwnd' ? 'queue' : 'cwnd', null, tally)}
          >
            {row === 'cwnd' ? 'Only the queue: harder' : 'The window: easier'}
          </a>
          {isRevealed && (
            <a className={buttons.plain} href={`#${roundLink(round)}`}>
              Open in the lab
            </a>
          )}
          <span className={styles.streak}>{scoreInWords(tally)}</span>
        </div>
      </div>
      {isRevealed && (
        <div className={styles.lanes}>
          <PageLanes themeKey={themeKey} />
        </div>
      )}
    </div>
  );
}

/** The secret lane's curve, without any lane's colour. */
function Curve({ round, row, isDone }: { round: Round; row: GuessRow; isDone: boolean }) {
  const trace = useLabState((state) => state.run.lanes[round.secret]?.trace ?? null);
  const columns = trace === null || !isDone ? undefined : focusSeries(trace, row)[0];
  // The answers below it must stay on the screen.
  const isHigh = useMediaQuery('(min-width: 960px) and (min-height: 850px)');
  const isLow = useMediaQuery('(max-height: 500px)');
  const label = row === 'cwnd' ? 'The window of the unknown algorithm' : 'The queue of the unknown algorithm';
  return (
    <div className={styles.curve}>
      <LivePaper
        label={label}
        title={row === 'cwnd' ? 'cwnd' : 'queue'}
        unit="packets"
        timeDomain={[0, GUESS_DURATION_S]}
        domain={domainTo(columns?.peak ?? fullPackets(round, row))}
        height={isHigh ? 500 : isLow ? 200 : 300}
        untilS={GUESS_DURATION_S}
        columns={columns}
      />
      {columns !== undefined && (
        <ChartCursor
          label={`${label}: values`}
          timeDomain={[0, GUESS_DURATION_S]}
          words={(timeS) =>
            `at ${formatQuantity(timeS, 's', 3)}: ${formatQuantity(columns.at(timeS), 'packets')}`
          }
        />
      )}
    </div>
  );
}

/** The capacity of path and buffer: the scale of the axis before the run is done. */
function fullPackets({ scenario }: Round, row: GuessRow): number {
  const buffer = bufferPackets(scenario) ?? 0;
  return row === 'cwnd' ? buffer + (bdpPackets(scenario) ?? 0) : buffer;
}

function useNumberKeys(onAnswer: ((at: number) => void) | null, count: number): void {
  useKeydown((event) => {
    if (onAnswer === null) return;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    if (at < 0 || at >= count) return;
    event.preventDefault();
    onAnswer(at);
  });
}
