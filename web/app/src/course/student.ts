/**
 * The site for students: with `?student` before the `#` of its address, and in every SCORM package. What holds solutions is
 * not there: teachers' pages and notes, lectures, answers of a class, worksheets, files for question banks. It is no lock:
 * who removes the word from the address, or reads the sources, finds them (docs/grading.md).
 */
import { packageMark } from './packageMark.ts';

const STUDENT = 'student';

export const isStudent = (): boolean =>
  new URLSearchParams(location.search).has(STUDENT) || packageMark() !== null;

/** A fragment in the site for students. */
export const asStudent = (fragment: string): string => `?${STUDENT}${fragment}`;

/** Its whole address. */
export const studentAddress = (fragment: string): string =>
  `${location.origin}${location.pathname}${asStudent(fragment)}`;
