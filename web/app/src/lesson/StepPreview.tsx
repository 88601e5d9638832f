import { useMemo, useState } from 'react';
import { decodeLink } from '@ackscope/model';
import type { DecodedLink } from '@ackscope/model';
import type { Guess, Lesson, Prediction } from '@ackscope/model/lesson';
import { givenOf } from '../course/given.ts';
import { LabProvider, useLab, useLabState } from '../lab/context.ts';
import { useOwnLab } from '../lab/useOwnLab.ts';
import { PageLanes } from '../lanes/PageLanes.tsx';
import { Blocks } from '../lessons/Blocks.tsx';
import { runInWords } from '../lessons/lessonTexts.ts';
import { PredictionForm } from '../lessons/PredictionForm.tsx';
import { StepBoard } from '../lessons/StepBoard.tsx';
import { useRunAnswer } from '../lessons/useJudgement.ts';
import { linkBeside, useStepRun } from '../lessons/useStepRun.ts';
import lesson from '../lessons/Lesson.module.css';
import styles from './WriteLesson.module.css';

interface Previewed {
  lesson: Lesson;
  /** Index of the step that is shown, from 0. */
  at: number;
  themeKey: string;
}

/** A step as its author wants to see it: what stands before the answer and after it, and the whole run. */
export function StepPreview(props: Previewed) {
  const { engine } = useLab();
  const fragment = props.lesson.steps[props.at]?.run ?? '';
  const predict = props.lesson.steps[props.at]?.predict ?? null;
  const link = useMemo(() => wholeRun(linkBeside(decodeLink(fragment), predict)), [fragment, predict]);
  const lab = useOwnLab(engine, link);
  if (lab === null) return null;
  return (
    <LabProvider value={lab}>
      <Step {...props} link={link} />
    </LabProvider>
  );
}

/** With the clock at the end of what is shown, unless the author says where it stands. */
function wholeRun({ view, ...link }: DecodedLink): DecodedLink {
  return { ...link, view: { ...view, timeS: view.timeS ?? view.zoom?.[1] ?? Infinity } };
}

function Step({ lesson: written, at, themeKey, link }: Previewed & { link: DecodedLink }) {
  const { catalogue } = useLab();
  useStepRun(link, true);
  const isDone = useLabState(({ run }) => run.status === 'done');
  const step = written.steps[at];
  if (step === undefined) return null;
  const { predict } = step;
  const isLast = at + 1 === written.steps.length;
  return (
    <>
      <p>
        {written.title} · step {at + 1} of {written.steps.length}
      </p>
      <h2>{step.title}</h2>
      <p data-part="given">{givenOf(link, catalogue)}</p>
      <div className={lesson.text}>
        {at === 0 && <Blocks blocks={written.intro} />}
        <Blocks blocks={step.text} />
      </div>
      {predict !== null && <Question key={JSON.stringify(predict)} predict={predict} />}
      {predict?.kind === 'draw' && (
        <div className={styles.board}>
          <StepBoard prediction={predict} guess={null} isShown isJudged={isDone} onDraw={null} />
        </div>
      )}
      <div className={`${lesson.rows ?? ''} ${styles.lanes ?? ''}`}>
        <PageLanes themeKey={themeKey} isLesson />
      </div>
      <div className={lesson.text}>
        <Blocks blocks={step.after} />
      </div>
      {isLast && (
        <section className={lesson.text} aria-label="For the teacher">
          <h3>For the teacher</h3>
          <Blocks blocks={written.note} />
        </section>
      )}
    </>
  );
}

/** What is asked, and what the run answers. */
function Question({ predict }: { predict: Prediction }) {
  const [guess, setGuess] = useState<Guess | null>(null);
  const answer = useRunAnswer(predict, true);
  const isKnown = answer !== null && typeof answer !== 'string';
  return (
    <div className={styles.question}>
      <h3>{predict.ask}</h3>
      <PredictionForm
        id="preview"
        prediction={predict}
        guess={guess}
        isCommitted={false}
        judgement={isKnown ? answer : null}
        onGuess={setGuess}
        onCommit={() => undefined}
      />
      <p data-part="answer">{isKnown ? runInWords(predict, answer) : answer}</p>
    </div>
  );
}
