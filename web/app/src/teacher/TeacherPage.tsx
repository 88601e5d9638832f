import { Button } from 'react-aria-components';
import type { PageProps } from '../definePage.ts';
import buttons from '../kit/buttons.module.css';
import { COURSE } from '../course/course.ts';
import { isStudent } from '../course/student.ts';
import { ForTeachers } from '../site/ForTeachers.tsx';
import { TeacherSheet } from '../lessons/lecture/TeacherSheet.tsx';
import { Page } from '../site/Page.tsx';
import { UnknownId } from '../kit/UnknownId.tsx';
import styles from '../lessons/lecture/Teacher.module.css';

/** A unit for its teacher, on A4; without a unit all twelve, as one file to print. */
export function TeacherPage({ item }: PageProps) {
  if (isStudent())
    return (
      <Page>
        <ForTeachers />
      </Page>
    );
  const units =
    item === null ? COURSE : COURSE.filter(({ id, number }) => id === item || String(number) === item);
  const [one] = units;
  return (
    <Page title={item === null ? undefined : one?.title} part={item}>
      {one === undefined ? (
        <UnknownId what="unit" id={item ?? ''} known={COURSE} />
      ) : (
        <>
          {item === null && <h1 className="visually-hidden">For teachers: twelve units</h1>}
          <div className={styles.screenOnly}>
            <a className={buttons.plain} href="#lessons">
              The map
            </a>
            {item !== null && (
              <a className={buttons.plain} href="#teacher">
                All twelve units
              </a>
            )}
            <a className={buttons.plain} href="#teach/league">
              A league
            </a>
            <Button className={buttons.primary ?? ''} onPress={() => globalThis.print()}>
              Print
            </Button>
          </div>
          {units.map((unit) => (
            <TeacherSheet key={unit.id} unit={unit} isOne={item !== null} />
          ))}
        </>
      )}
    </Page>
  );
}
