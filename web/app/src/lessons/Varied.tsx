/** A lesson with the values of a student's variant, and where a student finds them. */
import { useState } from 'react';
import { messageOf } from '@ackscope/engine';
import type { Lesson } from '@ackscope/model/lesson';
import { useLab } from '../lab/context.ts';
import { stepHref } from '../course/address.ts';
import { useVariant } from './useVariant.ts';
import { isVaried, variantOf } from '../course/variants.ts';
import buttons from '../kit/buttons.module.css';
import { Problem } from '../kit/Problem.tsx';
import styles from './Varied.module.css';

export function Varied({
  lesson,
  at,
  query,
  student = '',
  children,
}: {
  lesson: Lesson;
  at: number;
  query: string;
  /** The student's number, if a course system tells it. */
  student?: string;
  children: (lesson: Lesson) => React.ReactNode;
}) {
  return (
    <Valued lesson={lesson} query={query} student={student}>
      {(shown) => (
        <>
          {isVaried(lesson) && student === '' && <Student key={shown.variant} lesson={shown} at={at} />}
          {children(shown)}
        </>
      )}
    </Valued>
  );
}

/** The lesson with the values of the address's variant, or of the student's. */
export function Valued({
  lesson,
  query,
  student = '',
  children,
}: {
  lesson: Lesson;
  query: string;
  student?: string;
  children: (lesson: Lesson) => React.ReactNode;
}) {
  const shown = useVariant(lesson, query, student);
  if (shown === null) return <p role="status">Computing…</p>;
  if (typeof shown === 'string')
    return <Problem isOfPage>The values of this lesson cannot be chosen: {shown}</Problem>;
  return children(shown);
}

/** Asks for the number, which chooses the values and is not kept. */
function Student({ lesson, at }: { lesson: Lesson; at: number }) {
  const { engine } = useLab();
  const [student, setStudent] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      className={styles.student}
      onSubmit={(event) => {
        event.preventDefault();
        if (student.trim() === '') return;
        variantOf(engine, lesson, student).then(
          (variant) => {
            location.hash = stepHref({ ...lesson, variant }, at);
          },
          (thrown: unknown) => setProblem(messageOf(thrown)),
        );
      }}
    >
      <label>
        Your student number
        <input value={student} autoComplete="off" onChange={({ target }) => setStudent(target.value)} />
      </label>
      <button type="submit" className={buttons.plain}>
        Use my values
      </button>
      <span role="status">
        {problem ??
          (lesson.variant === null
            ? 'It chooses the values of this lesson. It is not kept.'
            : `Variant ${String(lesson.variant)}.`)}
      </span>
    </form>
  );
}
