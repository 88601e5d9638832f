import { Band } from '../kit/Band.tsx';
import buttons from '../kit/buttons.module.css';

/** In the place of a page that holds solutions, in the site for students. */
export function ForTeachers() {
  return (
    <Band
      title="This page is for teachers"
      acts={
        <a className={buttons.primary} href="#lessons">
          All lessons
        </a>
      }
    >
      It holds solutions. This is the site for students.
    </Band>
  );
}
