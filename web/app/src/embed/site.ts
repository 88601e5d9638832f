/** The whole site. A frame shows a part of it. */
import { asStudent, isStudent } from '../course/student.ts';

/** It is in the frame's own folder, or where the page around it says. Empty: a notebook knows of none. */
const home = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="ackscope-site"]')?.content ??
  new URL('./', document.baseURI).href;

export const hasSite = (): boolean => home() !== '';

/** What shows the same in the whole site, for students in theirs; without a site, the fragment alone. */
export function siteLink(fragment: string): string {
  const whole = isStudent() ? asStudent(fragment) : fragment;
  return hasSite() ? new URL(whole, home()).href : fragment;
}
