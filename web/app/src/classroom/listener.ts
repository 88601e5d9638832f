/**
 * Who gets the answers on the page of a lesson: the course system of a SCORM package, or the page around the
 * single-file page.
 */
import { PROTOCOL } from '@ackscope/embed/protocol';
import { webAddress } from '@ackscope/model';
import type { Lesson } from '@ackscope/model/lesson';
import { isSinglePage } from '../address/singlePage.ts';
import { findApi } from './scorm/api.ts';
import { packageMark } from '../course/packageMark.ts';
import type { Counts } from '../course/packageMark.ts';
import { ScormSession } from './scorm/session.ts';
import type { Listener } from './useReports.ts';

/** Shows a line above the lesson. */
export type Say = (message: string) => void;

export const NOT_RECORDED =
  'Your answers are not recorded: this page found no course system. Copy the code of each answer.';

/** Null if nobody wants to know. */
export function listenerOf(lesson: Lesson, say: Say): Listener | null {
  const mark = packageMark();
  if (mark?.lesson === lesson.id) return ofCourse(lesson, mark.counts, say);
  // The address names it: only there a person's answer goes.
  const host = webAddress(new URLSearchParams(location.search).get('host'))?.origin ?? null;
  if (!isSinglePage() || host === null || window.parent === window) return null;
  return { tell: (report) => window.parent.postMessage({ ...report, ackscope: PROTOCOL }, host) };
}

/** The visit of this page: a course system takes one beginning and one end, and the lesson may be left and opened again. */
let visit: ScormSession | null = null;
let sayNow: Say = () => undefined;

function ofCourse(lesson: Lesson, counts: Counts, say: Say): Listener | null {
  sayNow = say;
  visit ??= begunVisit(lesson, counts);
  if (visit === null) say(NOT_RECORDED);
  return visit;
}

function begunVisit(lesson: Lesson, counts: Counts): ScormSession | null {
  const api = findApi(window);
  if (api === null) return null;
  const begun = new ScormSession(api, {
    lesson,
    counts,
    now: () => performance.now(),
    onTrouble: (message) => sayNow(message),
  });
  if (begun.location !== null && !location.hash.includes('?step='))
    location.replace(`#lesson/${lesson.id}?step=${encodeURIComponent(begun.location)}`);
  window.addEventListener('pagehide', () => begun.finish());
  return begun;
}
