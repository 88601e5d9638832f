import { useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { LESSONS } from 'virtual:lessons';
import { messageOf } from '@ackscope/engine';
import type { CodeLine, CodePlace } from '@ackscope/engine';
import { curveOf } from '@ackscope/model/lesson';
import type { Lesson } from '@ackscope/model/lesson';
import { useLab } from '../lab/context.ts';
import { lessonHref } from '../course/address.ts';
import { AnswersPicture } from './CloudChart.tsx';
import {
  answersOf,
  cloudHref,
  cloudProblem,
  countOf,
  inWords,
  placeOf,
  readCloud,
  readCodes,
} from './cloud.ts';
import type { Cloud } from './cloud.ts';
import { codesPart } from './codesPart.ts';
import { finished } from './finished.ts';
import { Band } from '../kit/Band.tsx';
import buttons from '../kit/buttons.module.css';
import { Problem } from '../kit/Problem.tsx';
import styles from './Cloud.module.css';

const counted = (count: number, one: string, several: string): string =>
  `${String(count)} ${count === 1 ? one : several}`;

const NOTHING_READ = { lines: [], place: null };

/** The answers of a class, from pasted codes, before the run is shown. */
export function CloudPage({ query }: { query: string }) {
  const { engine } = useLab();
  const cloud = useMemo(() => readCloud(query), [query]);
  /** As it is typed: an address has no empty lines. */
  const [text, setText] = useState(cloud.codes);
  const [{ lines, place: found }, setRead] = useState<Awaited<ReturnType<typeof readCodes>>>(NOTHING_READ);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    const lesson = LESSONS.find(({ id }) => id === cloud.lesson);
    const named = lesson?.steps[cloud.step - 1] === undefined ? null : { lesson, at: cloud.step - 1 };
    const read = async (of: CodePlace | null): Promise<readonly CodeLine[]> =>
      (await engine.ask('classwork', { do: 'read', text, of })) as CodeLine[];
    readCodes(read, named, LESSONS).then(
      (all) => {
        if (isOver) return;
        setRead(all);
        setProblem(null);
      },
      (thrown: unknown) => {
        if (!isOver) setProblem(messageOf(thrown));
      },
    );
    return () => {
      isOver = true;
    };
  }, [engine, text, cloud.step, cloud.lesson]);
  const go = (next: Cloud): void => {
    setText(next.codes);
    location.replace(cloudHref(next));
  };
  const ofProblem = cloudProblem(query, LESSONS);
  const wrong = lines.filter((line) => line.problem != null);
  return (
    <div className={styles.cloud}>
      <section className={styles.codes} aria-label="Codes of the class">
        <label>
          <span>Codes of the class</span>
          <textarea
            value={text}
            rows={18}
            spellCheck={false}
            placeholder="Paste the codes, one on each line, in any order."
            onChange={({ target }) => go({ ...cloud, codes: target.value })}
          />
        </label>
        <Problem>{problem}</Problem>
        <Problem>{ofProblem}</Problem>
        <Problems lines={wrong} cloud={{ ...cloud, codes: text }} onGo={go} />
        <p className={styles.quiet}>
          A code holds no name. Nothing leaves this page: the codes are in its address.
        </p>
      </section>
      {found === null ? (
        <section className={styles.picture} aria-label="The answers">
          <Band title="Answers of a class">
            After an answer, a lesson shows its code. Collect the codes of the class and paste them here. You
            see the answers over each other, before anybody sees the run.
          </Band>
        </section>
      ) : (
        <Picture
          key={`${found.lesson.id}.${String(found.at)}`}
          {...found}
          lines={lines}
          notRead={wrong.length}
          codes={text}
        />
      )}
    </div>
  );
}

/** Why lines do not count, and what may be meant. */
function Problems({
  lines,
  cloud,
  onGo,
}: {
  lines: readonly CodeLine[];
  cloud: Cloud;
  onGo: (next: Cloud) => void;
}) {
  if (lines.length === 0) return null;
  const replaced = (line: CodeLine, by: string): string =>
    cloud.codes
      .split('\n')
      .map((text, at) => (at + 1 === line.line ? by : text))
      .join('\n');
  return (
    <div className={styles.problems}>
      <h2>{lines.length === 1 ? 'One is not counted' : `${String(lines.length)} are not counted`}</h2>
      <ul>
        {lines.map((line) => {
          // A code that cannot be read has no step.
          const there = placeOf([line], LESSONS);
          return (
            <li key={line.line}>
              <code>{line.text.slice(0, 40)}</code> line {line.line}: {line.problem}
              {line.alike.map((one) => (
                <Button
                  key={one.written}
                  className={buttons.quiet ?? ''}
                  onPress={() => onGo({ ...cloud, codes: replaced(line, one.written) })}
                >
                  {`${one.meant} for ${one.found} in place ${String(one.place)}`}
                </Button>
              ))}
              {there !== null && (
                <Button
                  className={buttons.quiet ?? ''}
                  onPress={() => onGo({ ...cloud, lesson: there.lesson.id, step: there.at + 1 })}
                >
                  Show there
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Picture({
  lesson,
  at,
  lines,
  notRead,
  codes,
}: {
  lesson: Lesson;
  at: number;
  lines: readonly CodeLine[];
  notRead: number;
  codes: string;
}) {
  const { engine } = useLab();
  const [run, setRun] = useState<readonly number[] | null>(null);
  const [said, setSaid] = useState('The run is still hidden.');
  const step = lesson.steps[at];
  const predict = step?.predict ?? null;
  if (step === undefined || predict === null || predict.kind === 'write')
    return (
      <section className={styles.picture} aria-label="The answers">
        <Band title="This step has no answers to compare">
          {lesson.title}, step {at + 1}.
        </Band>
      </section>
    );
  const answers = answersOf(lines, predict, at);
  const reveal = (): void => {
    if (predict.kind !== 'draw') return;
    setSaid('Computing…');
    finished(engine, step.run).then(
      (lanes) => {
        setRun(curveOf(predict, 240, lanes));
        setSaid('The run is shown.');
      },
      (thrown: unknown) => setSaid(messageOf(thrown)),
    );
  };
  const what =
    predict.kind === 'draw'
      ? counted(answers.curves.length, 'drawing', 'drawings')
      : counted(countOf(answers), 'answer', 'answers');
  return (
    <section className={styles.picture} aria-label="The answers">
      <Band
        title={notRead === 0 ? what : `${what}, ${counted(notRead, 'code', 'codes')} not counted`}
        acts={
          <>
            <a className={buttons.plain} href={lessonHref(lesson.id, at, 'lecture', codesPart(codes))}>
              In the lecture
            </a>
            {predict.kind === 'draw' && run === null ? (
              <Button className={buttons.primary ?? ''} onPress={reveal}>
                Show the run
              </Button>
            ) : (
              <a className={buttons.plain} href={lessonHref(lesson.id, at)}>
                Open the step
              </a>
            )}
          </>
        }
      >
        {lesson.title}, step {at + 1}: {predict.ask} <span role="status">{said}</span>
      </Band>
      {predict.kind === 'draw' ? (
        <>
          <AnswersPicture answers={answers} predict={predict} run={run} />
          <p className={styles.legend}>
            Thin: one drawing each.{answers.curves.length > 2 && ' Thick: their median.'}
            {run !== null && ' Dashed: the run.'}{' '}
            {answers.unsure > 0 && `${counted(answers.unsure, 'answer', 'answers')} “I don’t know”.`}
          </p>
          <p>{inWords(answers.curves, predict)}</p>
        </>
      ) : (
        <AnswersPicture answers={answers} predict={predict} />
      )}
    </section>
  );
}
