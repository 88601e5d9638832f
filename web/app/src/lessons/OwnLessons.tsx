import { useState } from 'react';
import { Button, Form } from 'react-aria-components';
import { routeHref, webAddress } from '@ackscope/model';
import { lessonHref } from '../course/address.ts';
import buttons from '../kit/buttons.module.css';
import { Problem } from '../kit/Problem.tsx';
import { GALLERY } from './gallery.ts';
import styles from './LessonsPage.module.css';
import fields from './Varied.module.css';

/** A file of the site beside this page. */
const beside = (name: string): string => new URL(`lessons/${name}.md`, location.href).href;

/** Lessons that are no part of the course: a file at an address each. */
export function OwnLessons() {
  const [problem, setProblem] = useState<string | null>(null);
  const open = (event: React.SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const from = new FormData(event.currentTarget).get('from');
    const text = typeof from === 'string' ? from.trim() : '';
    const address = webAddress(text);
    if (address === null)
      setProblem(`“${text.slice(0, 60)}” is no address: it begins with https:// or http://.`);
    else location.hash = lessonHref(address.href, 0);
  };
  return (
    <section aria-labelledby="own" className={styles.more}>
      <h2 id="own">Lessons by address</h2>
      <p className={styles.own}>
        A lesson is one text file on any server. <a href={`${routeHref('lesson')}?write`}>Write one here</a>:
        each step is drawn as you type. Or begin with{' '}
        <a href={beside('template')} download="lesson.md">
          the template
        </a>{' '}
        in an editor of your own. <b>Check</b> runs a lesson against what it claims.
      </p>
      <Form className={`${fields.student ?? ''} ${styles.address ?? ''}`} onSubmit={open}>
        <label>
          Address of a lesson
          <input name="from" inputMode="url" required placeholder="http://localhost:8000/lesson.md" />
        </label>
        <Button type="submit" className={buttons.quiet ?? ''}>
          Open
        </Button>
      </Form>
      <Problem>{problem}</Problem>
      <ul className={styles.grid}>
        {GALLERY.map(({ id, title, about }) => (
          <li key={id} className={styles.card}>
            <h3>
              <a href={lessonHref(beside(id), 0)}>{title}</a>
            </h3>
            <p>{about}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
