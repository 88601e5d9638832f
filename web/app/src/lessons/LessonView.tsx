import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { EMPTY_DRAWING } from '@ackscope/charts';
import type { Control } from '@ackscope/embed/address';
import { decodeLink, encodeLink, routeHref } from '@ackscope/model';
import type { DecodedLink, LabState } from '@ackscope/model';
import type { Guess, Judgement, Lesson, Prediction } from '@ackscope/model/lesson';
import { EmbedTransport } from '../embed/EmbedTransport.tsx';
import type { Answered } from '../classroom/record.ts';
import { resultOf } from '../classroom/said.ts';
import { AnswerCode } from '../classroom/AnswerCode.tsx';
import { TeacherTools } from '../classroom/TeacherTools.tsx';
import type { EmbeddedContent } from '../embed/stage.ts';
import { LabProvider, useLab, useLabState } from '../lab/context.ts';
import { useKeys } from '../transport/useKeys.ts';
import { NARROW } from '../base/mediaQueries.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';
import { useOwnLab } from '../lab/useOwnLab.ts';
import { useRunMarks } from '../site/useRunMarks.ts';
import { Announcer } from '../labPage/Announcer.tsx';
import { KeysDialog } from '../dialogs/Dialogs.tsx';
import { PageLanes } from '../lanes/PageLanes.tsx';
import { TableDialog } from '../dialogs/TableDialog.tsx';
import { BlankScope } from './BlankScope.tsx';
import { Blocks } from './Blocks.tsx';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { useLevel } from './levels.ts';
import { isReady, PredictionForm } from './PredictionForm.tsx';
import { isForeign, lessonHref, stepHref } from '../course/address.ts';
import { givenOf } from '../course/given.ts';
import { keepAnswers, keptAnswers } from '../course/kept.ts';
import type { KeptAnswers } from '../course/kept.ts';
import { isStudent } from '../course/student.ts';
import { marksOf, markStep, useProgress } from '../course/progress.ts';
import { StepBoard } from './StepBoard.tsx';
import { StepWhy } from './StepWhy.tsx';
import { StepNav, useStepKeys } from './StepNav.tsx';
import { useJudgement, useRunAnswer } from './useJudgement.ts';
import { useNotes } from './useNotes.ts';
import { usePaper } from './usePaper.ts';
import { linkBeside, useStepRun } from './useStepRun.ts';
import { Writing } from './Writing.tsx';
import { scriptsOf } from '../scenario/ownScripts.ts';
import { holdInWords, runInWords } from './lessonTexts.ts';
import { Chosen, Outcome } from './Outcome.tsx';
import buttons from '../kit/buttons.module.css';
import styles from './Lesson.module.css';

/** Loaded by a step that asks about a measured window. */
const StepTrace = lazyNamed('StepTrace', () => import('./StepTrace.tsx'));

export interface LessonViewProps {
  lesson: Lesson;
  /** Index of the step, from 0. */
  at: number;
  themeKey: string;
  /** In a frame of another page: as high as its content. */
  isEmbedded?: boolean;
  /** Gets the lesson's lab, and whether its run waits for an answer; null when it is closed. */
  onLab?: (guest: EmbeddedContent | null) => void;
  /** Gets each answer once, with the run that judges it. */
  onAnswered?: (answered: Answered, lanes: LabState['run']['lanes']) => void;
}

/** A lesson with its own lab; the reader's lab stays as it was. */
export function LessonView(props: LessonViewProps) {
  const { engine } = useLab();
  const fragment = props.lesson.steps[props.at]?.run ?? '';
  const link = useMemo(() => decodeLink(fragment), [fragment]);
  const lab = useOwnLab(engine, link);
  if (lab === null) return null;
  return (
    <LabProvider value={lab}>
      <Steps {...props} link={link} />
    </LabProvider>
  );
}

/** The answer to a step; kept while the lesson is open. */
interface Answer {
  guess: Guess | null;
  isCommitted: boolean;
}

const NOTHING_SAID: Answer = { guess: null, isCommitted: false };

function Steps({
  lesson,
  at,
  themeKey,
  isEmbedded = false,
  link,
  onLab,
  onAnswered,
}: LessonViewProps & { link: DecodedLink }) {
  const kept = useMemo(
    () => (isEmbedded ? new Map<number, Guess | null>() : keptAnswers(lesson)),
    [lesson, isEmbedded],
  );
  const [answers, setAnswers] = useState<ReadonlyMap<number, Answer>>(
    () => new Map([...kept].map(([step, guess]) => [step, { guess, isCommitted: true }])),
  );
  useEffect(() => {
    const committed = [...answers].flatMap(([step, { guess, isCommitted }]) =>
      isCommitted && guess?.kind !== 'write' ? [[step, guess] as const] : [],
    );
    if (!isEmbedded && committed.length > 0) keepAnswers(lesson, new Map(committed));
  }, [lesson, isEmbedded, answers]);
  const { catalogue } = useLab();
  const [open, setOpen] = useState<'none' | 'keys' | 'table'>('none');
  /** The step whose text has been read as it stands. */
  const [readAt, setReadAt] = useState(-1);
  const onReading = useCallback((isReading: boolean) => setReadAt(isReading ? -1 : at), [at]);
  const step = lesson.steps[at];
  const answer = answers.get(at) ?? NOTHING_SAID;
  const isAnswered = step === undefined || step.predict === null || answer.isCommitted;
  const writes = step?.predict?.kind === 'write' ? step.predict : null;
  // In lessons with a script, every edit counts as an attempt.
  const isShown = isAnswered || writes !== null;
  const shown = useMemo(() => linkBeside(link, step?.predict ?? null), [link, step]);
  useStepRun(shown, isShown);
  const narrow = useMediaQuery(NARROW);
  useKeys(
    () => setOpen('keys'),
    () => setOpen('table'),
    undefined,
    isShown,
  );
  const { heading, outcome, words, commit } = useFocus(at, isAnswered);
  const wanted = useLabState(({ scenario }) => scenario.wanted);
  const root = useRunMarks(lesson.title);
  const charts = usePaper();
  const lanes = useLabState(({ run }) => run.lanes);
  const draft = useDraft(writes);
  const judged = useJudgement(step?.predict ?? null, isAnswered ? answer.guess : draft);
  const judgement = typeof judged === 'string' ? null : judged;
  const isUnsure = answer.isCommitted && answer.guess === null;
  const level = useLevel(step?.predict ?? null);
  const runAnswer = useRunAnswer(step?.predict ?? null, isUnsure);
  const change = (next: Partial<Answer>): void => {
    setAnswers((before) => new Map(before).set(at, { ...(before.get(at) ?? NOTHING_SAID), ...next }));
  };
  useGuest(isShown, onLab);
  // Who did not know sees where the run has its number, too.
  const told = isUnsure && typeof runAnswer !== 'string' ? runAnswer : judgement;
  useNotes(step?.predict ?? null, answer.guess, isAnswered, told, shown);
  useAnswered({ lesson, at, answers, judgement, kept }, onAnswered);
  useStepKeys(lesson, at);
  const marks = marksOf(useProgress(), lesson);
  if (step === undefined) return null;
  const { predict } = step;
  const guess = writes !== null && !isAnswered ? draft : answer.guess;
  const isDrawn = predict?.kind === 'draw';
  // Beside a recording nothing may tell its network.
  const { measured } = link.view;
  // Of a rule the run that was handed in.
  // The notes tell what the steps ask.
  const isOver = marks.every(
    (mark, place) =>
      mark !== null || answers.get(place)?.isCommitted === true || lesson.steps[place]?.predict == null,
  );
  const share =
    writes !== null && isAnswered ? `#${encodeLink({ ...link, scenario: wanted })}` : `#${step.run}`;
  const endHref = isEmbedded ? null : '#lessons';
  const next = at + 1 < lesson.steps.length ? stepHref(lesson, at + 1) : endHref;
  // A choice and a number are answered where the curves will be.
  const isInPlot = !isShown && (predict?.kind === 'pick' || predict?.kind === 'estimate');
  // Beside a recording there is no empty row.
  const isLevel = level !== null && measured === null;
  // What was chosen stands beside the other choices; a number and a curve stand in the outcome.
  const form = predict !== null && (predict.kind === 'pick' || !answer.isCommitted) && (
    <PredictionForm
      key={at}
      id={FORM}
      prediction={predict}
      guess={guess}
      isCommitted={answer.isCommitted}
      judgement={judgement}
      isLevel={isLevel}
      onGuess={(guess) => change({ guess })}
      onCommit={() => {
        commit();
        change({ guess, isCommitted: true });
      }}
    />
  );
  const text = (
    <div className={styles.text} data-before>
      {at === 0 && <Blocks blocks={lesson.intro} />}
      <Blocks blocks={step.text} />
    </div>
  );
  // What is new after an answer stands first: one looks for it.
  const isFirst = isAnswered && predict !== null;
  return (
    <div
      ref={root}
      className={styles.lesson}
      data-lesson={lesson.id}
      data-step={at + 1}
      data-phase={isShown ? 'shown' : 'asked'}
      data-form={predict?.kind}
      data-level={isLevel || undefined}
      data-recorded={measured !== null || undefined}
      data-embedded={isEmbedded || undefined}
    >
      <div className={styles.ask} data-length={(predict?.ask.length ?? 0) > LONG_ASK ? 'long' : undefined}>
        <div ref={outcome} id={ASK} tabIndex={-1} role={isAnswered ? 'status' : undefined}>
          {isAnswered && predict !== null && answer.guess !== null ? (
            <Outcome prediction={predict} guess={answer.guess} judged={judged} />
          ) : (
            <p>
              {predict?.ask ?? step.title}
              {judgement?.kind === 'write' && (
                <b className={judgement.nearness === 'right' ? styles.runAnswer : styles.soFar}>
                  {' '}
                  {holdInWords(judgement.holds)}
                </b>
              )}
              {predict !== null && runAnswer !== null && typeof runAnswer !== 'string' && (
                <b className={styles.runAnswer}> {runInWords(predict, runAnswer)}</b>
              )}
            </p>
          )}
        </div>
        {/* Not in the status: it is not spoken with each verdict. */}
        <p data-part="given">{givenOf(link, catalogue)}</p>
      </div>
      <section ref={words} className={styles.words} aria-label={`Step ${at + 1} of ${lesson.steps.length}`}>
        <p className={styles.eyebrow}>{lesson.title}</p>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {step.title}
        </h1>
        {!isFirst && text}
        {isAnswered && (
          <div className={styles.text} data-after>
            {predict !== null && answer.guess !== null && judgement !== null && (
              <Chosen prediction={predict} guess={answer.guess} judgement={judgement} />
            )}
            <Blocks blocks={step.after} />
          </div>
        )}
        {isAnswered && step.why !== null && <StepWhy key={`why ${at}`} step={step} why={step.why} />}
        {!isInPlot && form}
        {isAnswered && predict !== null && (
          <AnswerCode
            key={`code ${at}`}
            lesson={lesson}
            at={at}
            guess={answer.guess}
            result={resultOf(judgement, lanes)}
          />
        )}
        {writes !== null && (
          <Writing key={`write ${at}`} script={writes.script} isOver={isAnswered} onReading={onReading} />
        )}
        {isFirst && text}
        {!isEmbedded && !isStudent() && (
          <details className={styles.note}>
            <summary>For the teacher · {lesson.minutes} minutes</summary>
            <div className={styles.text}>
              {isOver ? (
                <Blocks blocks={lesson.note} />
              ) : (
                <p>The notes name the answers. They stand here when all steps are answered.</p>
              )}
              <p>
                {!isForeign(lesson.id) && (
                  <>
                    <a href={routeHref('teacher', String(lesson.unit))}>
                      The teacher’s page of unit {lesson.unit}
                    </a>
                    {' · '}
                  </>
                )}
                <a href={lessonHref(lesson.id, at, 'lecture')}>Lecture: one key a step</a>
              </p>
            </div>
            <TeacherTools lesson={lesson} />
          </details>
        )}
      </section>
      <section ref={charts} className={styles.lab} aria-label="The lab">
        {isDrawn && (
          <StepBoard
            key={at}
            prediction={predict}
            guess={answer.guess}
            isShown={isShown}
            isJudged={isShown && (answer.guess === null || judgement !== null)}
            onDraw={isShown ? null : (values) => change({ guess: { kind: 'draw', values } })}
          />
        )}
        {!isShown && measured !== null && (
          <Later>
            <StepTrace id={measured} />
          </Later>
        )}
        <div className={styles.rows} data-plot="rows" data-hidden={!isShown || undefined}>
          {isInPlot && form}
          {isShown ? (
            <PageLanes themeKey={themeKey} isLesson />
          ) : (
            <>
              {measured === null && (
                <BlankScope
                  link={shown}
                  prediction={predict}
                  guess={guess}
                  onGuess={(guess) => change({ guess })}
                />
              )}
              <p
                className={
                  predict?.kind === 'estimate'
                    ? 'visually-hidden'
                    : predict?.kind === 'pick'
                      ? styles.below
                      : styles.hidden
                }
              >
                hidden until you answer
              </p>
            </>
          )}
        </div>
        <div className={styles.transport} data-transport inert={!isShown}>
          <EmbedTransport controls={narrow || !isShown ? FEW_CONTROLS : CONTROLS} />
        </div>
      </section>
      <div className={styles.foot}>
        {!isEmbedded && (
          <a className={`${buttons.plain ?? ''} ${styles.map ?? ''}`} href="#lessons">
            The map
          </a>
        )}
        <StepNav lesson={lesson} at={at} />
        <div className={styles.tools} role="group" aria-label="Other actions" data-tools>
          {isAnswered ? (
            !isEmbedded && (
              <a className={buttons.plain} href={share}>
                Open in the lab
              </a>
            )
          ) : (
            <>
              <Button
                className={buttons.plain ?? ''}
                onPress={() => {
                  commit();
                  change({ guess: null, isCommitted: true });
                }}
              >
                I don’t know
              </Button>
              {isDrawn && (
                <Button
                  className={buttons.plain ?? ''}
                  isDisabled={answer.guess === null}
                  onPress={() => change({ guess: { kind: 'draw', values: EMPTY_DRAWING } })}
                >
                  Start over
                </Button>
              )}
            </>
          )}
        </div>
        <div className={styles.go} role="group" aria-label="Go on" data-go>
          {!isAnswered ? (
            <Button
              type="submit"
              form={FORM}
              className={buttons.primary ?? ''}
              isDisabled={
                predict === null ||
                !isReady(predict, guess) ||
                (writes !== null && (judgement === null || readAt !== at))
              }
            >
              {writes === null ? 'Run it' : 'Hand in'}
            </Button>
          ) : (
            next !== null && (
              <a className={buttons.primary} href={next} aria-keyshortcuts="n">
                {at + 1 < lesson.steps.length ? 'Next' : 'All lessons'}
              </a>
            )
          )}
        </div>
      </div>
      {isShown && <Announcer />}
      {open === 'table' && isShown && <TableDialog onClose={() => setOpen('none')} />}
      {open === 'keys' && <KeysDialog onClose={() => setOpen('none')} />}
    </div>
  );
}

/** The text as it is now, for who writes a rule. */
function useDraft(writes: Extract<Prediction, { kind: 'write' }> | null): Guess | null {
  const text = useLabState(({ scenario }) =>
    writes === null ? undefined : scriptsOf(scenario.wanted).get(writes.script),
  );
  return useMemo(() => (text === undefined ? null : { kind: 'write', text }), [text]);
}

/** Two lines of the large letters, in characters. */
const LONG_ASK = 130;
const FORM = 'prediction';
const ASK = 'question';

/** Where the focus goes: after the answer to the outcome, in a new step to its heading. The text begins again. */
function useFocus(at: number, isShown: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLElement>(null);
  const isAnswered = useRef(false);
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    if (words.current !== null) words.current.scrollTop = 0;
    heading.current?.focus();
  }, [at]);
  useEffect(() => {
    if (!isShown || !isAnswered.current) return;
    isAnswered.current = false;
    if (words.current !== null) words.current.scrollTop = 0;
    outcome.current?.focus();
  }, [isShown]);
  const commit = (): void => {
    isAnswered.current = true;
  };
  return { heading, outcome, words, commit };
}

const CONTROLS: ReadonlySet<Control> = new Set<Control>(['play', 'steps', 'scrub', 'speed']);
const FEW_CONTROLS: ReadonlySet<Control> = new Set<Control>(['play', 'scrub']);

/** Gives the lab that is shown to a host page's widget. */
function useGuest(isShown: boolean, onLab: LessonViewProps['onLab']): void {
  const lab = useLab();
  useEffect(() => onLab?.({ lab, isAsked: !isShown }), [lab, isShown, onLab]);
  useEffect(() => () => onLab?.(null), [onLab]);
}

/** Reports every committed answer once, when the run that judges it is finished. */
function useAnswered(
  {
    lesson,
    at,
    answers,
    judgement,
    kept,
  }: {
    lesson: Lesson;
    at: number;
    answers: ReadonlyMap<number, Answer>;
    judgement: Judgement | null;
    /** Reported before the page was loaded again. */
    kept: KeptAnswers;
  },
  onAnswered: LessonViewProps['onAnswered'],
): void {
  const { store } = useLab();
  const reported = useRef(new Set(kept.keys()));
  const isDone = useLabState(
    (state) => state.run.status === 'done' && state.run.scenario === state.scenario.wanted,
  );
  useEffect(() => {
    for (const [answered, { guess, isCommitted }] of answers) {
      const predict = lesson.steps[answered]?.predict ?? null;
      if (predict === null || !isCommitted || reported.current.has(answered)) continue;
      const isHere = answered === at;
      // The judgement of a guess follows in the same render as the end of the run. Who does not know and goes on at
      // once needs none.
      if (isHere ? !isDone || (guess !== null && judgement === null) : guess !== null) continue;
      reported.current.add(answered);
      const told = isHere ? judgement : null;
      // Progress is of the course.
      if (!isForeign(lesson.id)) markStep(lesson.id, answered + 1, told?.nearness ?? 'unsure');
      const lanes = isHere ? store.getState().run.lanes : [];
      onAnswered?.({ at: answered, form: predict.kind, guess, judgement: told }, lanes);
    }
  }, [lesson, at, answers, judgement, isDone, onAnswered, store]);
}
