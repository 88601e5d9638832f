import { useEffect, useMemo, useRef, useState } from 'react';
import { decodeLink } from '@ackscope/model';
import type { DecodedLink } from '@ackscope/model';
import type { Lesson, LessonStep, Prediction } from '@ackscope/model/lesson';
import { LabProvider, useLab, useLabState } from '../lab/context.ts';
import { useKeydown } from '../lab/useKeydown.ts';
import { useOwnLab } from '../lab/useOwnLab.ts';
import { useRunMarks } from '../lab/useRunMarks.ts';
import { PageLanes } from '../panels/PageLanes.tsx';
import { QrCode } from '../share/QrCode.tsx';
import { lessonHref } from './address.ts';
import { after, channelOf, commandOf, momentsOf } from './lecture.ts';
import type { Command, Message, RoomState } from './lecture.ts';
import { inUnit } from './lessonTexts.ts';
import { StepBoard } from './StepBoard.tsx';
import { useRunAnswer } from './useJudgement.ts';
import { linkBeside, useStepRun } from './useStepRun.ts';
import styles from './Lecture.module.css';

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'];

/** A lesson for a hall: one key a step, large letters, nothing of the run before its moment. */
export function Lecture({ lesson, at: first, themeKey }: { lesson: Lesson; at: number; themeKey: string }) {
  const moments = useMemo(() => momentsOf(lesson), [lesson]);
  const [state, setState] = useState<RoomState>(() => ({
    ...(moments.find(({ at }) => at === first) ?? { at: first, phase: 'shown' as const }),
    cover: 'none',
  }));
  const take = (command: Command): void => setState((before) => after(before, command, moments));
  const tell = useRoom(lesson.id, state, take);
  useEffect(() => {
    const root = document.documentElement;
    const before = root.style.fontSize;
    // Letters for the last row: all sizes of the page are in rem.
    root.style.fontSize = 'max(16px, 1.667vw)';
    return () => {
      root.style.fontSize = before;
    };
  }, []);
  useEffect(() => tell(state), [tell, state]);
  useEffect(() => {
    // A reload goes on here, with the question.
    history.replaceState(history.state, '', lessonHref(lesson.id, state.at, 'lecture'));
  }, [lesson, state.at]);
  useKeydown(
    (event) => {
      const command = commandOf(event);
      if (command === null) return;
      event.preventDefault();
      if (command === 'notes')
        window.open(
          `${location.pathname}${location.search}${lessonHref(lesson.id, 0, 'notes')}`,
          'ackscope-notes',
          'width=1280,height=800',
        );
      else take(command);
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
      <StepOf key={state.at} lesson={lesson} step={step} state={state} themeKey={themeKey} />
      <footer className={styles.foot}>
        <kbd>PgUp</kbd> back <kbd>PgDn</kbd> {state.phase === 'asked' ? 'the run' : 'on'} <kbd>Q</kbd> code to
        scan <kbd>B</kbd> black <kbd>N</kbd> notes
        <span>
          {lesson.title}, step {state.at + 1} of {lesson.steps.length}
        </span>
        <a href={lessonHref(lesson.id, state.at)}>End</a>
      </footer>
      {state.cover === 'qr' && <Code lesson={lesson} at={state.at} />}
      {state.cover === 'black' && <div className={styles.black} role="img" aria-label="Black screen" />}
    </main>
  );
}

/** Tells the notes where the lecture stands, and takes their commands. */
function useRoom(id: string, state: RoomState, take: (command: Command) => void): (state: RoomState) => void {
  const channel = useRef<BroadcastChannel | null>(null);
  const latest = useRef({ state, take });
  useEffect(() => {
    latest.current = { state, take };
  });
  useEffect(() => {
    const open = channelOf(id);
    channel.current = open;
    const post = (message: Message): void => open.postMessage(message);
    open.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data === 'hello') post({ state: latest.current.state });
      else if ('command' in data) latest.current.take(data.command);
    };
    post({ state: latest.current.state });
    return () => {
      channel.current = null;
      open.close();
    };
  }, [id]);
  return useMemo(
    () => (next: RoomState) => {
      channel.current?.postMessage({ state: next } satisfies Message);
    },
    [],
  );
}

function StepOf({ step, ...rest }: { lesson: Lesson; step: LessonStep; state: RoomState; themeKey: string }) {
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

function Shown({
  lesson,
  step,
  link,
  state,
  themeKey,
}: {
  lesson: Lesson;
  step: LessonStep;
  link: DecodedLink;
  state: RoomState;
  themeKey: string;
}) {
  const { predict } = step;
  const isShown = state.phase !== 'asked';
  const root = useRunMarks(lesson.title);
  const isDone = useLabState((lab) => lab.run.status === 'done' && lab.run.scenario === lab.scenario.wanted);
  useStepRun(link, isShown);
  const choices = choicesOf(predict);
  const judged = useRunAnswer(predict, isShown);
  const answer = typeof judged === 'string' || judged === null || judged.kind === 'draw' ? null : judged;
  const right =
    answer === null || predict === null
      ? -1
      : answer.kind === 'pick'
        ? answer.right
        : predict.kind === 'estimate'
          ? partOf(answer.value, predict)
          : -1;
  return (
    <div ref={root} className={styles.step} data-choices={choices.length > 0 || undefined}>
      <h1 className={styles.ask}>
        {predict?.ask ?? step.title}
        {answer?.kind === 'estimate' && predict?.kind === 'estimate' && (
          <b> {inUnit(answer.value, predict.unit)}</b>
        )}
      </h1>
      <div className={styles.plots} data-plot>
        {predict?.kind === 'draw' ? (
          <StepBoard
            prediction={predict}
            guess={null}
            isShown={isShown}
            isJudged={isShown && isDone}
            hasEvents={state.phase === 'named'}
            onDraw={null}
          />
        ) : isShown ? (
          <PageLanes themeKey={themeKey} />
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

/** The quarter of the slider in which a value lies. */
const partOf = (value: number, { low, high }: { low: number; high: number }): number =>
  Math.min(3, Math.max(0, Math.floor(((value - low) / (high - low)) * 4)));

type Points = readonly (readonly [timeS: number, value: number])[];

/** What hands are shown for: shapes of a curve, the options of a choice, four parts of a slider. */
function choicesOf(predict: Prediction | null): { says: string; points: Points | null }[] {
  if (predict === null) return [];
  if (predict.kind === 'draw') return (predict.shapes ?? []).map(({ says, points }) => ({ says, points }));
  if (predict.kind === 'pick') return predict.options.map(({ name }) => ({ says: name, points: null }));
  const { low, high, unit } = predict;
  return Array.from({ length: 4 }, (_, at) => {
    const [from, to] = [at, at + 1].map((edge) => low + ((high - low) * edge) / 4) as [number, number];
    return { says: `${inUnit(from, unit)} to ${inUnit(to, unit)}`, points: null };
  });
}

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
  const address = `${location.origin}${location.pathname}${lessonHref(lesson.id, at)}`;
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
