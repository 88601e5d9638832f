/** Files of a lesson for a course page. */
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { messageOf } from '@ackscope/engine';
import type { Engine } from '@ackscope/engine';
import type { Lesson } from '@ackscope/model/lesson';
import { saveBlob, saveText } from '../base/save.ts';
import { useLab } from '../lab/context.ts';
import type { Lab } from '../lab/context.ts';
import { isForeign, stepHref } from '../course/address.ts';
import { studentAddress } from '../course/student.ts';
import { isVaried, valuesOf, variantOf } from '../course/variants.ts';
import { isSinglePage } from '../address/singlePage.ts';
import { Choice } from '../kit/Choice.tsx';
import { cloudHref } from './cloud.ts';
import { finished } from './finished.ts';
import { COUNTS } from '../course/packageMark.ts';
import type { Counts } from '../course/packageMark.ts';
import buttons from '../kit/buttons.module.css';
import styles from './TeacherTools.module.css';

type File = 'scorm' | 'moodle' | 'gift';

const FILES: readonly { id: File; label: string; about: string }[] = [
  {
    id: 'scorm',
    label: 'SCORM package',
    about: 'a ZIP file for a course system, for students: it records answers and a score',
  },
  { id: 'moodle', label: 'Moodle XML', about: 'the choices and numbers for a question bank' },
  { id: 'gift', label: 'GIFT', about: 'the same as text' },
];

export function TeacherTools({ lesson }: { lesson: Lesson }) {
  const lab = useLab();
  const { engine } = lab;
  const [state, setState] = useState<{ busy: boolean; said: string }>({ busy: false, said: '' });
  const [students, setStudents] = useState('');
  const [counts, setCounts] = useState<Counts>(lesson.score);
  const run = (save: () => Promise<void>): void => {
    setState({ busy: true, said: 'Computing…' });
    save().then(
      () => setState({ busy: false, said: 'Saved.' }),
      (thrown: unknown) => setState({ busy: false, said: messageOf(thrown) }),
    );
  };
  // A package and the answers of a class know the site's own lessons alone; the single-file page has no second page to pack.
  const isOwn = !isForeign(lesson.id);
  const files = isOwn && !isSinglePage() ? FILES : FILES.filter(({ id }) => id !== 'scorm');
  return (
    <section className={styles.tools} aria-label="For a course page">
      <ul>
        {files.map(({ id, label, about }) => (
          <li key={id}>
            <Button
              className={buttons.quiet ?? ''}
              isDisabled={state.busy}
              onPress={() => run(() => saveFile(id, lesson, counts, lab))}
            >
              {label}
            </Button>
            <span>{about}</span>
            {id === 'scorm' && <span>Its score counts</span>}
            {id === 'scorm' && (
              <Choice
                label="What counts for its score"
                value={counts}
                options={COUNTS.map(({ id: one, name, about: detail }) => ({ id: one, name, detail }))}
                onChange={(chosen) => setCounts(COUNTS.find((one) => one.id === chosen)?.id ?? counts)}
              />
            )}
          </li>
        ))}
      </ul>
      {!isSinglePage() && (
        <p>
          <a href={studentAddress(stepHref(lesson, 0))}>The lesson for students</a>, without this part and
          other solutions
        </p>
      )}
      {isOwn && (
        <p>
          <a href={cloudHref({ lesson: lesson.id, step: 1, codes: '' })}>Answers of the class</a>, from pasted
          codes
        </p>
      )}
      {lesson.steps.some(({ predict }) => predict?.kind === 'write') && (
        <p>
          <a href="#teach/league">A league</a> of the scripts of the class, from files or a folder as the
          course system packs it
        </p>
      )}
      {isVaried(lesson) && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            run(() => saveSolutions(lesson, students, engine));
          }}
        >
          <label>
            Student numbers, one on each line
            <textarea rows={4} value={students} onChange={({ target }) => setStudents(target.value)} />
          </label>
          <Button type="submit" className={buttons.quiet ?? ''} isDisabled={state.busy}>
            Save variants and solutions
          </Button>
        </form>
      )}
      <p role="status">{state.said}</p>
    </section>
  );
}

/** A table of the class: it is computed here, and the numbers go nowhere. */
async function saveSolutions(lesson: Lesson, students: string, engine: Engine): Promise<void> {
  const { solutions } = await import('./solutions.ts');
  const table = await solutions(lesson, students, {
    variantOf: (student) => variantOf(engine, lesson, student),
    valuesOf: (variant) => valuesOf(engine, lesson, variant),
    lanesOf: (run) => finished(engine, run),
    evaluate: await engine.evaluator(),
  });
  saveText(`${isForeign(lesson.id) ? 'lesson' : lesson.id}-variants.csv`, table, 'text/csv');
}

async function saveFile(
  file: File,
  lesson: Lesson,
  counts: Counts,
  { engine, catalogue }: Pick<Lab, 'engine' | 'catalogue'>,
): Promise<void> {
  if (file === 'scorm') {
    const [{ scormPackage }, response] = await Promise.all([
      import('./scorm/package.ts'),
      fetch('./ackscope-single.html'),
    ]);
    if (!response.ok) throw new Error(`The page could not be fetched (status ${String(response.status)}).`);
    const bytes = scormPackage(await response.text(), lesson, counts);
    saveBlob(`${lesson.id}-scorm12.zip`, new Blob([bytes as BlobPart], { type: 'application/zip' }));
    return;
  }
  const { gift, moodleXml, questionsOf } = await import('./questions.ts');
  const questions = await questionsOf(
    lesson,
    (run) => finished(engine, run),
    await engine.evaluator(),
    catalogue,
  );
  if (questions.length === 0)
    throw new Error('This lesson asks only for drawings: a question bank has no such form.');
  if (file === 'moodle')
    saveText(`${lesson.id}-moodle.xml`, moodleXml(lesson.title, questions), 'application/xml');
  else saveText(`${lesson.id}.gift.txt`, gift(lesson.title, questions), 'text/plain');
}
