import { routeHref } from '@ackscope/model';
import { QrCode } from '../../share/QrCode.tsx';
import { lessonHref } from '../../course/address.ts';
import { studentAddress } from '../../course/student.ts';
import { BeliefPicture } from '../BeliefPicture.tsx';
import { COURSE } from '../../course/course.ts';
import type { CourseUnit } from '../../course/course.ts';
import styles from './Teacher.module.css';

const here = (hash: string): string => `${location.origin}${location.pathname}${hash}`;

/** One sheet: goals, time, what students believe with the run that refutes it, exam. */
export function TeacherSheet({ unit, isOne }: { unit: CourseUnit; isOne: boolean }) {
  const Title = isOne ? 'h1' : 'h2';
  const Part = isOne ? 'h2' : 'h3';
  const leads = COURSE.filter(({ after }) => after.includes(unit.number)).map(({ number }) => number);
  const address = here(routeHref('teacher', unit.id));
  return (
    <article className={styles.sheet} aria-label={`Unit ${unit.number}: ${unit.title}`}>
      <header className={styles.top}>
        <div>
          <p className={styles.small}>
            Ackscope, teacher’s page, unit {unit.number} of {COURSE.length}
          </p>
          <Title className={styles.title}>{unit.title}</Title>
          <p>
            {unit.inClass} minutes in class, {unit.minutes} alone.{' '}
            {unit.after.length > 0 && `After unit ${unit.after.join(', ')}. `}
            {leads.length > 0 && `Leads to ${leads.join(', ')}.`}
          </p>
          <p className={styles.lessons}>
            {unit.lessons.map((lesson) => (
              <span key={lesson.id}>
                <a href={lessonHref(lesson.id, 0)}>{lesson.title}</a>{' '}
                <a className={styles.screen} href={lessonHref(lesson.id, 0, 'lecture')}>
                  Lecture
                </a>
              </span>
            ))}
          </p>
        </div>
        <div className={styles.code}>
          <QrCode text={studentAddress(lessonHref(unit.lessons[0]?.id ?? '', 0))} />
        </div>
      </header>
      <div className={styles.two}>
        <section>
          <Part>Afterwards they can</Part>
          <ol>
            {unit.goals.map((goal) => (
              <li key={goal}>{goal}</li>
            ))}
          </ol>
        </section>
        <section>
          <Part>They need</Part>
          <ul>
            {unit.needs.map((need) => (
              <li key={need}>{need}</li>
            ))}
          </ul>
          <Part>You need</Part>
          <ul>
            {unit.bring.map((need) => (
              <li key={need}>{need}</li>
            ))}
          </ul>
        </section>
      </div>
      <Part>Time</Part>
      <ol
        className={styles.time}
        style={{ gridTemplateColumns: unit.time.map(({ minutes }) => `${minutes}fr`).join(' ') }}
      >
        {unit.time.map(({ minutes, what }) => (
          <li key={what}>
            <b>{minutes} min</b>
            <span>{what}</span>
          </li>
        ))}
      </ol>
      <Part>What they believe, and the run that refutes it</Part>
      <table className={styles.beliefs}>
        <thead>
          <tr>
            <th scope="col">They say</th>
            <th scope="col">The run says</th>
            <th scope="col">Window of the run (dashed: they say)</th>
          </tr>
        </thead>
        <tbody>
          {unit.beliefs.map((belief) => (
            <tr key={belief.they}>
              <td>{belief.they}</td>
              <td>
                {belief.says}{' '}
                <a className={styles.screen} href={lessonHref(belief.lesson, belief.at)}>
                  step {belief.at + 1}
                </a>
              </td>
              <td>
                <BeliefPicture belief={belief} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Part>Exam</Part>
      <ol className={styles.exam}>
        {unit.exam.map(({ ask, answer }) => (
          <li key={ask}>
            {ask} <em>({answer})</em>
          </li>
        ))}
      </ol>
      <Part>The model leaves out</Part>
      <p>{unit.leaves}</p>
      <footer className={styles.foot}>
        All numbers of this page are checked against the engine at every build. {address}
      </footer>
    </article>
  );
}
