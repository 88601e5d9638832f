import { useEffect, useMemo, useRef, useState } from 'react';
import { decodeLink } from '@ackscope/model';
import type { DecodedLink } from '@ackscope/model';
import type { Judgement, Lesson, LessonStep, Prediction } from '@ackscope/model/lesson';
import type { CodeLine } from '@ackscope/engine';
import { AnswersPicture } from '../../classroom/CloudChart.tsx';
import { answersByStep, countOf } from '../../classroom/cloud.ts';
import type { Answers } from '../../classroom/cloud.ts';
import { codesPart } from '../../classroom/codesPart.ts';
import { LabProvider, useLab, useLabState } from '../../lab/context.ts';
import { useKeydown } from '../../base/useKeydown.ts';
import { useOwnLab } from '../../lab/useOwnLab.ts';
import { useRunMarks } from '../../site/useRunMarks.ts';
import { PageLanes } from '../../lanes/PageLanes.tsx';
import { QrCode } from '../../share/QrCode.tsx';
import { isForeign, lessonHref } from '../../course/address.ts';
import { studentAddress } from '../../course/student.ts';
import { givenOf } from '../../course/given.ts';
import { after, bordersOf, channelOf, commandOf, momentsOf, nextOf, partOf } from './lecture.ts';
import type { Command, Message, Moment, RoomNews, RoomState } from './lecture.ts';
import { inUnit } from '../lessonTexts.ts';
import { StepBoard } from '../StepBoard.tsx';
import { useRunAnswer } from '../useJudgement.ts';
import { linkBeside, useStepRun } from '../useStepRun.ts';
import styles from './Lecture.module.css';

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'];

/** A lesson for a hall: one key a step, large letters, nothing of the run before its moment. */
export function Lecture({
  lesson,
  at: first,
  codes: given,
  themeKey,
}: {
  lesson: Lesson;
  at: number;
  /** Of the class, one on each line. */
  codes: string;
  themeKey: string;
}) {
  const [codes, setCodes] = useState(given);
  const answers = useClassAnswers(lesson, codes);
  const moments = useMemo(() => momentsOf(lesson, answers ?? MAYBE_ALL), [lesson, answers]);
  const [state, setState] = useState<RoomState>(() => ({
    ...(moments.find(({ at }) => at === first) ?? { at: first, phase: 'shown' as const }),
    cover: 'none',
  }));
  const take = (command: Command): void => setState((before) => after(before, command, moments));
  const here = answers?.get(state.at) ?? null;
  useRoom(
    lesson.id,
    {
      state,
      next: nextOf(state, moments),
      codes,
      answers: here === null ? 0 : countOf(here),
    },
    take,
    setCodes,
  );
  useEffect(() => {
    const root = document.documentElement;
    const before = root.style.fontSize;
    // Letters for the last row: all sizes of the page are in rem.
    root.style.fontSize = 'max(16px, 1.667vw)';
    return () => {
      root.style.fontSize = before;
    };
  }, []);
  useEffect(() => {
    // A reload goes on here, with the question.
    const href = lessonHref(lesson.id, state.at, 'lecture', codesPart(codes));
    history.replaceState(history.state, '', href);
  }, [lesson, state.at, codes]);
  const act = (command: Command | 'notes'): void => {
    if (command === 'notes')
      window.open(
        `${location.pathname}${location.search}${lessonHref(lesson.id, 0, 'notes')}`,
        'ackscope-notes',
        'width=1280,height=800',
      );
    else take(command);
  };
  useKeydown(
    (event) => {
      const command = commandOf(event);
      if (command === null) return;
      event.preventDefault();
      act(command);
    },
    { isFirst: true },
  );
  const step = lesson.steps[state.at];
  if (step === undefined) return null;
  return (
    <main
      className={styles.room}
      data-lecture={lesson.id}
      data-step={state.at + 1}
      data-phase={state.phase}
      data-cover={state.cover}
    >
      <StepOf
        key={state.at}
        lesson={lesson}
        step={step}
        state={state}
        answers={state.phase === 'cloud' ? here : null}
        themeKey={themeKey}
      />
      <footer className={styles.foot}>
        {KEYS.map(({ key, command, says }) => (
          <button key={key} type="button" onClick={() => act(command)}>
            <kbd>{key}</kbd> {command === 'next' ? onwards(nextOf(state, moments), state.at) : says}
          </button>
        ))}
        <span>
          {isForeign(lesson.id) && `From ${new URL(lesson.id).host}, not checked: `}
          {lesson.title}, step {state.at + 1} of {lesson.steps.length}
        </span>
        <a href={lessonHref(lesson.id, state.at)}>End</a>
      </footer>
      {state.cover === 'qr' && <Code lesson={lesson} at={state.at} />}
      {state.cover === 'black' && <div className={styles.black} role="img" aria-label="Black screen" />}
    </main>
  );
}

const KEYS = [
  { key: 'PgUp', command: 'back', says: 'back' },
  { key: 'PgDn', command: 'next', says: 'on' },
  { key: 'Q', command: 'qr', says: 'code to scan' },
  { key: 'B', command: 'black', says: 'black' },
  { key: 'N', command: 'notes', says: 'notes' },
] as const;

/** What the next key shows, in a word or two. */
function onwards(next: Moment | null, at: number): string {
  if (next?.at !== at) return 'on';
  return { asked: 'on', cloud: 'the answers', shown: 'the run', named: 'its events' }[next.phase];
}

const NO_ANSWERS: ReadonlyMap<number, Answers> = new Map();
/** While codes are read: a key must not reveal a run before answers that come a moment later. */
const MAYBE_ALL = { has: () => true };

/** The answers of the class to each step, from their codes; null while they are read. What cannot be read does not count. */
function useClassAnswers(lesson: Lesson, codes: string): ReadonlyMap<number, Answers> | null {
  const { engine } = useLab();
  const [answers, setAnswers] = useState(codes.trim() === '' ? NO_ANSWERS : null);
  useEffect(() => {
    let isOver = false;
    const read = async (): Promise<readonly CodeLine[]> =>
      (await engine.ask('classwork', { do: 'read', text: codes, of: null })) as CodeLine[];
    const all = codes.trim() === '' ? Promise.resolve(NO_ANSWERS) : answersByStep(read, lesson);
    all.then(
      (found) => {
        if (!isOver) setAnswers(found);
      },
      () => {
        if (!isOver) setAnswers(NO_ANSWERS);
      },
    );
    return () => {
      isOver = true;
    };
  }, [engine, lesson, codes]);
  return answers;
}

/** Sends the news of the room to the notes, and takes their commands and codes. */
function useRoom(
  id: string,
  { state, next, codes, answers }: RoomNews,
  take: (command: Command) => void,
  paste: (codes: string) => void,
): void {
  const channel = useRef<BroadcastChannel | null>(null);
  const latest = useRef({ take, paste, news: { state, next, codes, answers } });
  useEffect(() => {
    latest.current = { take, paste, news: { state, next, codes, answers } };
  });
  useEffect(() => {
    const open = channelOf(id);
    channel.current = open;
    const post = (): void => open.postMessage(latest.current.news satisfies Message);
    open.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data === 'hello') post();
      else if ('command' in data) latest.current.take(data.command);
      else if ('pasted' in data) latest.current.paste(data.pasted);
    };
    post();
    return () => {
      channel.current = null;
      open.close();
    };
  }, [id]);
  useEffect(() => {
    channel.current?.postMessage({ state, next, codes, answers } satisfies Message);
  }, [state, next, codes, answers]);
}

interface InRoom {
  lesson: Lesson;
  step: LessonStep;
  state: RoomState;
  /** The answers of the class, while they are what is shown. */
  answers: Answers | null;
  themeKey: string;
}

function StepOf({ step, ...rest }: InRoom) {
  const { engine } = useLab();
  const link = useMemo(() => linkBeside(decodeLink(step.run), step.predict), [step]);
  const lab = useOwnLab(engine, link);
  if (lab === null) return null;
  return (
    <LabProvider value={lab}>
      <Shown step={step} link={link} {...rest} />
    </LabProvider>
  );
}

function Shown({ lesson, step, link, state, answers, themeKey }: InRoom & { link: DecodedLink }) {
  const { predict } = step;
  const { catalogue } = useLab();
  const isShown = state.phase === 'shown' || state.phase === 'named';
  const root = useRunMarks(lesson.title);
  const isDone = useLabState((lab) => lab.run.status === 'done' && lab.run.scenario === lab.scenario.wanted);
  useStepRun(link, isShown);
  // The parts of a slider depend on the run; its value is told with the run.
  const judged = useRunAnswer(predict, isShown || predict?.kind === 'estimate');
  const choices = choicesOf(predict, judged);
  const answer =
    !isShown || typeof judged === 'string' || (judged?.kind !== 'pick' && judged?.kind !== 'estimate')
      ? null
      : judged;
  const right =
    answer === null || predict === null
      ? -1
      : answer.kind === 'pick'
        ? answer.right
        : predict.kind === 'estimate'
          ? partOf(answer.value, bordersOf(predict, valuesOf(answer)))
          : -1;
  return (
    <div ref={root} className={styles.step} data-choices={choices.length > 0 || undefined}>
      <header className={styles.ask}>
        <h1>
          {predict?.ask ?? step.title}
          {answer?.kind === 'estimate' && predict?.kind === 'estimate' && (
            <b> {inUnit(answer.value, predict.unit)}</b>
          )}
        </h1>
        <p data-part="given">{givenOf(link, catalogue)}</p>
      </header>
      <div className={styles.plots} data-plot>
        {answers !== null && predict !== null ? (
          <div className={styles.answers}>
            <p>
              {countOf(answers)} {countOf(answers) === 1 ? 'answer' : 'answers'} of the class
              {answers.curves.length > 2 && ', thick: their median'}
            </p>
            <AnswersPicture answers={answers} predict={predict} />
          </div>
        ) : predict?.kind === 'draw' ? (
          <StepBoard
            prediction={predict}
            guess={null}
            isShown={isShown}
            isJudged={isShown && isDone}
            hasEvents={state.phase === 'named'}
            onDraw={null}
          />
        ) : isShown ? (
          <PageLanes themeKey={themeKey} isLesson />
        ) : (
          <p className={styles.hidden}>{step.title}</p>
        )}
      </div>
      {choices.length > 0 && (
        <ol className={styles.choices}>
          {choices.map(({ says, points }, at) => (
            <li key={says} data-right={at === right || undefined}>
              <p>
                <b>{LETTERS[at]}</b> {says}
              </p>
              {points !== null && predict?.kind === 'draw' && <Shape points={points} prediction={predict} />}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

type Points = readonly (readonly [timeS: number, value: number])[];

/** What hands are shown for: shapes of a curve, the options of a choice, four parts of a slider once the run gives its value. */
function choicesOf(
  predict: Prediction | null,
  judged: Judgement | string | null,
): { says: string; points: Points | null }[] {
  if (predict === null) return [];
  if (predict.kind === 'draw') return (predict.shapes ?? []).map(({ says, points }) => ({ says, points }));
  if (predict.kind === 'pick') return predict.options.map(({ name }) => ({ says: name, points: null }));
  if (predict.kind === 'write') return [];
  if (judged === null) return [];
  const { low, high, unit } = predict;
  const values = typeof judged !== 'string' && judged.kind === 'estimate' ? valuesOf(judged) : [];
  const borders = bordersOf(predict, values);
  const ends = [...borders, high];
  return ends.map((to, at) => ({
    says: `${inUnit(ends[at - 1] ?? low, unit)} to ${inUnit(to, unit)}`,
    points: null,
  }));
}

/** What the parts of a slider keep clear of. */
const valuesOf = ({ value, textbook }: Extract<Judgement, { kind: 'estimate' }>): number[] =>
  textbook === null ? [value] : [value, textbook];

function Shape({
  points,
  prediction,
}: {
  points: Points;
  prediction: Extract<Prediction, { kind: 'draw' }>;
}) {
  const { fromS, toS, top } = prediction;
  const at = ([timeS, value]: readonly [number, number]): string =>
    `${(((timeS - fromS) / (toS - fromS)) * 240).toFixed(1)},${(98 - (value / top) * 96).toFixed(1)}`;
  return (
    <svg viewBox="0 0 240 100" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 2V99H240" />
      <polyline points={points.map(at).join(' ')} />
    </svg>
  );
}

function Code({ lesson, at }: { lesson: Lesson; at: number }) {
  // A phone in the hall: the notes stay with the teacher.
  const address = studentAddress(lessonHref(lesson.id, at));
  return (
    <div className={styles.code} role="dialog" aria-label="Code of this step">
      <QrCode text={address} />
      <div>
        <h2>Answer it on your phone</h2>
        <p className={styles.address}>{address}</p>
        <p>Nothing is sent. Q closes this.</p>
      </div>
    </div>
  );
}
