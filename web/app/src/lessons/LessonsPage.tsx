import { useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { LESSONS } from 'virtual:lessons';
import { routeHref } from '@ackscope/model';
import { Band } from '../kit/Band.tsx';
import buttons from '../kit/buttons.module.css';
import { saveText } from '../base/save.ts';
import { lessonHref } from '../course/address.ts';
import { COURSE, nextPlace } from '../course/course.ts';
import type { Place } from '../course/course.ts';
import { isStudent } from '../course/student.ts';
import { CourseMap } from './CourseMap.tsx';
import {
  isProgressKept,
  marksOf,
  mergedProgress,
  progress,
  readProgress,
  setProgress,
  useProgress,
} from '../course/progress.ts';
import type { Mark, Progress } from '../course/progress.ts';
import { Page } from '../site/Page.tsx';
import { GAMES } from '../teach/games.ts';
import { isSinglePage } from '../address/singlePage.ts';
import { OwnLessons } from './OwnLessons.tsx';
import { Problem } from '../kit/Problem.tsx';
import styles from './LessonsPage.module.css';

const MINUTES = LESSONS.reduce((sum, { minutes }) => sum + minutes, 0);
const STEPS = LESSONS.reduce((sum, { steps }) => sum + steps.length, 0);

/** The course as a map, then every lesson and the games. */
export function LessonsPage() {
  const done = useProgress();
  const next = nextPlace(done);
  const answered = LESSONS.flatMap((lesson) => marksOf(done, lesson)).filter((mark) => mark !== null);
  return (
    <Page>
      <Band
        title="Congestion control in twelve units"
        acts={
          <aside className={styles.next} aria-label="Where you go on">
            {next === null ? (
              <p>All twelve units are done.</p>
            ) : (
              <Next {...next} isBegun={answered.length > 0} />
            )}
          </aside>
        }
      >
        At each stop you say what will happen. Then it runs.{' '}
        <b>
          {answered.length} of {STEPS} steps
        </b>
        , about {Math.round(MINUTES / 60)} hours in all
        {!isStudent() && (
          <>
            {' · '}
            <a href={routeHref('teacher')}>For teachers</a>
          </>
        )}
      </Band>
      <CourseMap done={done} next={next?.unit.number ?? null} />
      <Kept done={done} answered={answered} />
      <section aria-labelledby="goals" className={styles.more}>
        <h2 id="goals">What each unit teaches</h2>
        <p>Skip a unit if you can do all of this already.</p>
        <ol className={styles.grid}>
          {COURSE.map(({ id, number, title, goals }) => (
            <li key={id} className={styles.card} data-goals={number}>
              <h3>
                {number} {title}
              </h3>
              <ul>
                {goals.map((goal) => (
                  <li key={goal}>{goal}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="stories" className={styles.more}>
        <h2 id="stories">All lessons</h2>
        <ol className={styles.grid}>
          {LESSONS.map((lesson) => (
            <li key={lesson.id} className={styles.card}>
              <h3>
                <a href={lessonHref(lesson.id, 0)}>{lesson.title}</a>
              </h3>
              <p>{lesson.summary}</p>
              <p className={styles.size}>
                Unit {lesson.unit} · {lesson.steps.length} steps · {lesson.minutes} minutes
              </p>
            </li>
          ))}
        </ol>
      </section>
      {!isSinglePage() && <OwnLessons />}
      <section aria-labelledby="modes" className={styles.more}>
        <h2 id="modes">Games and worksheets</h2>
        <ul className={styles.grid}>
          {(isStudent() ? GAMES.filter(({ hasSolution }) => hasSolution !== true) : GAMES).map((game) => (
            <li key={game.id} className={styles.card}>
              <h3>
                <a href={routeHref('teach', game.id)}>{game.title}</a>
              </h3>
              <p>{game.about}</p>
              <p className={styles.size}>{game.size}</p>
            </li>
          ))}
        </ul>
      </section>
    </Page>
  );
}

function Next({ unit, lesson, at, isBegun }: Place & { isBegun: boolean }) {
  return (
    <>
      <p>
        <b>
          {unit.number} {unit.title}
        </b>
        <br />
        Step {at + 1} of {lesson.steps.length}, {lesson.minutes} min
      </p>
      <a className={`${buttons.primary ?? ''} ${styles.go ?? ''}`} href={lessonHref(lesson.id, at)}>
        {isBegun ? 'Go on' : 'Begin'}
      </a>
    </>
  );
}

const WORDS: readonly (readonly [Mark, string])[] = [
  ['right', 'correct'],
  ['near', 'close'],
  ['far', 'not quite'],
  ['opposite', 'the opposite'],
  ['unsure', 'not known'],
];

/** What was answered: kept in this browser alone, saved and loaded as a file. */
function Kept({ done, answered }: { done: Progress; answered: readonly Mark[] }) {
  const file = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const read = chosen.size > 100_000 ? null : readProgress(await chosen.text());
    setProblem(
      read === null
        ? `“${chosen.name}” holds no answers of lessons. Choose a file that this page saved.`
        : null,
    );
    // What is answered in this browser stays.
    if (read !== null) setProgress(mergedProgress(progress(), read));
  };
  return (
    <div className={styles.kept}>
      {answered.length > 0 && (
        <>
          <h2>Your answers</h2>
          <p className={styles.strip} aria-hidden="true">
            {answered.map((mark, at) => (
              <i key={at} data-mark={mark} />
            ))}
          </p>
          <p>
            {WORDS.flatMap(([mark, word]) => {
              const count = answered.filter((one) => one === mark).length;
              return count === 0 ? [] : [`${count} ${word}`];
            }).join(', ')}
          </p>
        </>
      )}
      <p>
        {isProgressKept()
          ? 'What you answer is kept in this browser alone.'
          : 'This browser stores nothing: what you answer is forgotten with the page. Save it as a file.'}{' '}
        What comes before a unit helps; it locks nothing.
      </p>
      <p className={styles.tools}>
        <Button
          className={buttons.quiet ?? ''}
          isDisabled={answered.length === 0}
          onPress={() => saveText('ackscope-lessons.json', JSON.stringify(done), 'application/json')}
        >
          Save as a file
        </Button>
        <Button className={buttons.quiet ?? ''} onPress={() => file.current?.click()}>
          Open a file
        </Button>
        <Button
          className={buttons.quiet ?? ''}
          isDisabled={answered.length === 0}
          onPress={() => setProgress({})}
        >
          Remove all
        </Button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          onChange={(event) => {
            void load(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </p>
      <Problem>{problem}</Problem>
    </div>
  );
}
