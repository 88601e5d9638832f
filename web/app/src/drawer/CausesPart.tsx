import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { cssColour, formatNumber } from '@ackscope/charts';
import type { CausesOf, CausesQuestion, CausesReport, Suspect } from '@ackscope/engine';
import { askedInterval, intervalAt, isQuestionOpen } from '@ackscope/model';
import { Choice } from '../kit/Choice.tsx';
import { Later } from '../kit/Later.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { handChanges } from '../scenario/knobs.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { toldTime } from '../clock/toldTime.ts';
import { useLanes } from '../lab/useLanes.ts';
import drawer from './Drawer.module.css';
import { OF, useSubject } from '../sentence/useTold.ts';
import { StoryButton } from '../story/late.ts';
import { AsRun, CauseBar } from '../causes/CauseBar.tsx';
import { changeOf, formOf, naturalOf, OF_NAMES, TITLES, titleOf } from '../causes/causesTexts.ts';
import { MAX_EVENTS, RUNS, RUNS_AGAIN, runsInWords } from '../causes/cost.ts';
import { useCauses } from '../causes/useCauses.ts';
import styles from '../causes/Causes.module.css';

/** Compared with no lane. */
const POSSIBLE = 'possible';

const QUANTITIES: readonly CausesOf[] = ['goodput', 'delay', 'completion', 'fairness'];

/** Why a lane is slow, late or unfair: it runs again with one suspect taken away. */
export function CausesPart({ onTried }: { onTried?: (() => void) | undefined }) {
  const { engine } = useLab();
  const actions = useActions();
  const lanes = useLanes();
  const scenario = useLabState((state) => state.run.scenario);
  const isPlaying = useLabState((state) => state.clock.playing);
  const isOver = useLabState((state) => state.run.status === 'done');
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  const isOpenQuestion = useLabState(isQuestionOpen);
  // After the answer to a question it is about what was asked, as the sentence is, wherever the clock is.
  const timeS = useLabState((state) =>
    state.ask === null ? toldTime(state) : askedInterval(state.ask, state.run).toS,
  );
  const knownS = useLabState((state) => state.run.knownS);
  const [chosen, setChosen] = useState<string | null>(null);
  const [chosenOf, setChosenOf] = useState<CausesOf | null>(null);
  const [than, setThan] = useState(POSSIBLE);
  const [agreed, setAgreed] = useState<CausesQuestion | null>(null);
  // What was chosen before the next question has nothing to do with it.
  if (isOpenQuestion && (chosen ?? chosenOf) !== null) {
    setChosen(null);
    setChosenOf(null);
  }

  const moment = { timeS, hidesFuture, knownS };
  const interval = lanes[0] === undefined ? null : intervalAt(lanes[0].run, moment);
  // Until the reader chooses, it asks what the sentence says.
  const subject = useSubject();
  const named = lanes.findIndex(({ run }) => run.label === chosen);
  // After a change it stays with the lane that it was about, whoever is behind now.
  const isCompared = useLabState(({ reference }) => reference.run !== null);
  const [about, setAbout] = useState<string | null>(null);
  const kept = isCompared ? lanes.findIndex(({ run }) => run.label === about) : -1;
  const place = named >= 0 ? named : kept >= 0 ? kept : (subject?.lane ?? 0);
  const label = subject === null || isCompared ? about : (lanes[subject.lane]?.run.label ?? null);
  if (label !== about) setAbout(label);
  const lane = lanes[place];
  const of =
    chosenOf ?? (subject === null ? undefined : OF[subject.quantity]) ?? naturalOf(lane?.run.results ?? null);
  const events = (lane?.run.results?.engine.events ?? 0) * RUNS;
  const text = useMemo(() => (scenario === null ? null : JSON.stringify(scenario)), [scenario]);
  const [fromS, toS, name] = [interval?.fromS ?? 0, interval?.toS ?? 0, lane?.name ?? ''];
  const other = lanes.findIndex(({ run }) => run.label === than && run !== lane?.run);
  const otherName = lanes[other]?.name ?? '';
  // The same question stays the same object while the clock moves.
  const question = useMemo<CausesQuestion | null>(
    () =>
      text === null || toS <= fromS || !isOver
        ? null
        : {
            text,
            lane: place,
            name,
            interval: [fromS, toS],
            of,
            ...(other < 0 ? {} : { than: { lane: other, name: otherName } }),
          },
    [text, place, name, fromS, toS, of, isOver, other, otherName],
  );
  const isLong = events > MAX_EVENTS && agreed !== question;
  const waits = isPlaying || hidesFuture || isOpenQuestion;
  const inquiry = useCauses(engine, waits || isLong ? null : question);

  return (
    <div className={drawer.part}>
      <h2 className={drawer.title}>{TITLES[of]}</h2>
      {isOpenQuestion ? (
        <p className={drawer.text}>Answer the question first.</p>
      ) : !isOver ? (
        <p className={drawer.text}>The run is not over yet.</p>
      ) : isPlaying || hidesFuture ? (
        <p className={drawer.text}>
          {isPlaying ? 'While the clock plays, nothing else runs. ' : 'The future is hidden. '}
          <Button
            className={styles.act ?? ''}
            onPress={() => {
              actions.pause();
              if (hidesFuture) actions.hideFuture(false);
            }}
          >
            {isPlaying ? 'Pause and ask' : 'Show the future and ask'}
          </Button>
        </p>
      ) : isLong ? (
        <p className={drawer.text}>
          This takes about {RUNS} runs of {formatNumber(events / RUNS / 1e6, 2)} million events each.{' '}
          <Button className={styles.act ?? ''} onPress={() => setAgreed(question)}>
            Ask anyway
          </Button>
        </p>
      ) : null}
      {inquiry?.stage === 'asking' && (
        <p className={drawer.text}>
          {/* Spoken once: the number changes with each run. */}
          <span role="status">{RUNS_AGAIN}</span> {runsInWords(inquiry.runs)}
        </p>
      )}
      {inquiry?.stage === 'refused' && <p className={drawer.text}>{inquiry.reason}</p>}
      {inquiry?.stage === 'answered' && lane !== undefined && (
        <Answered
          report={inquiry.report}
          lane={lane}
          onTry={(suspect) => {
            // It stays with what it was asked about, whoever is behind after the change.
            setChosen(lane.run.label);
            setChosenOf(of);
            actions.change(handChanges(suspect.set));
            onTried?.();
          }}
        />
      )}
      {/* The answer first, then what else can be asked. */}
      <details className={styles.small}>
        <summary>Ask something else</summary>
        <div className={styles.choices}>
          {lanes.length > 1 && lane !== undefined && (
            <Choice
              label="Lane"
              value={lane.run.label}
              options={lanes.map(({ run, name }) => ({ id: run.label, name }))}
              onChange={setChosen}
            />
          )}
          <Choice
            label="Quantity"
            value={of}
            options={QUANTITIES.map((id) => ({ id, name: OF_NAMES[id] }))}
            onChange={(id) => setChosenOf(QUANTITIES.find((known) => known === id) ?? null)}
          />
          {lanes.length > 1 && (
            <Choice
              label="Compared with"
              value={other < 0 ? POSSIBLE : than}
              options={[
                { id: POSSIBLE, name: 'against the most that is possible' },
                ...lanes
                  .filter(({ run }) => run !== lane?.run)
                  .map(({ run, name }) => ({ id: run.label, name: `against ${name}` })),
              ]}
              onChange={setThan}
            />
          )}
        </div>
      </details>
      {inquiry?.stage === 'answered' && lane !== undefined && <Further report={inquiry.report} lane={lane} />}
    </div>
  );
}

interface AnsweredProps {
  report: CausesReport;
  lane: LaneView;
  onTry: (suspect: Suspect) => void;
}

/** The answer in a sentence, then the suspects: those that matter as bars, the others in rows. */
export function Answered({ report, lane, onTry }: AnsweredProps) {
  const { unit, write } = formOf(report);
  const { of, as_is: asIs, bound } = report;
  const most = Math.max(asIs.value, bound, ...report.suspects.map(({ value }) => value)) || 1;
  const counts = report.suspects.filter(({ verdict }) => verdict === 'matters');
  const rest = report.suspects.filter((one) => one.verdict !== 'matters' && !one.is_remedy);
  const colour = cssColour(lane.style.colour);
  const bars = (isRemedy: boolean) =>
    counts
      .filter((one) => one.is_remedy === isRemedy)
      .map((suspect) => (
        <CauseBar
          key={suspect.id}
          {...{ report, suspect, most }}
          isNamed={report.answer.suspects.includes(suspect.id)}
          onTry={() => onTry(suspect)}
        />
      ));
  const [causes, remedies] = [bars(false), bars(true)];
  return (
    <>
      <p className={styles.sentence} role="status" data-part="cause">
        {report.answer.sentence}
      </p>
      {report.distance != null && (
        <p className={styles.distance} data-part="distance">
          {report.distance.sentence}
        </p>
      )}
      <p className={styles.axis}>
        {of === 'goodput' || of === 'fairness' ? (
          <span>
            at most <b>{write(bound)}</b> {unit}
          </span>
        ) : (
          <span>{unit}</span>
        )}
        {causes.length + remedies.length > 0 && <span>Press a cause to try it.</span>}
      </p>
      {causes.length + remedies.length > 0 && (
        <ul className={styles.causes}>
          <AsRun {...{ report, most, colour }} />
          {causes}
        </ul>
      )}
      {remedies.length > 0 && (
        <section aria-label="What would help">
          <h3 className={styles.head}>What would help or harm</h3>
          <ul className={styles.causes}>{remedies}</ul>
        </section>
      )}
      {rest.length > 0 && (
        <section aria-label="No clear effect" className={styles.small}>
          <h3 className={styles.head}>No clear effect</h3>
          <ul>
            {rest.map((one) => (
              <li key={one.id}>
                <span>
                  {titleOf(one)}
                  {one.verdict === 'open' && ', not told from chance'}
                </span>
                <b>{one.same_run ? 'no change' : changeOf(of, asIs.value, one.value)}</b>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** What was not tried, and where to go on. */
function Further({ report, lane }: Pick<AnsweredProps, 'report' | 'lane'>) {
  return (
    <>
      {report.absent.length > 0 && (
        <details className={styles.small}>
          <summary>
            Not on this path: {report.absent.length} other {report.absent.length === 1 ? 'cause' : 'causes'}
          </summary>
          {report.absent.map(({ name }) => name).join(', ')}.
        </details>
      )}
      <OwnWays />
      <Later>
        <StoryButton lane={lane} timeS={report.interval_s[0]} />
      </Later>
      <p className={drawer.source}>
        {lane.name}, {formatNumber(report.interval_s[0], 5)} to {formatNumber(report.interval_s[1], 5)} s.{' '}
        {report.runs} runs.
      </p>
    </>
  );
}

/** Why it meets this lane and not the others: what each lane's algorithm goes by. */
function OwnWays() {
  const lanes = useLanes();
  const known = lanes.filter(({ summary }) => summary !== '');
  const ways = [...new Map(known.map(({ name, summary }) => [summary, name]))];
  if (ways.length < 2) return null;
  return (
    <details className={styles.small}>
      <summary>How each lane sets its window</summary>
      {ways.map(([summary, name]) => (
        <p key={name}>
          <b>{name}.</b> {summary}
        </p>
      ))}
    </details>
  );
}
