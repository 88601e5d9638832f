/**
 * Who is told of the answers on the page of a lesson: the course system of a SCORM package, or the page around
 * the single-file page.
 */
import { PROTOCOL } from '@ackscope/embed/protocol';
import type { Lesson } from '@ackscope/model/lesson';
import { isSinglePage } from '../lab/singlePage.ts';
import { findApi } from './scorm/api.ts';
import { SCORM_MARK } from './scorm/package.ts';
import { ScormSession } from './scorm/session.ts';
import type { Listener } from './useReports.ts';

/** Told in a line below the lesson. */
export type Say = (message: string) => void;

export const NOT_RECORDED =
  'Your answers are not recorded: this page found no course system. Copy the code of each answer.';

/** Null if nobody wants to know. Call the result's `close` when the page goes away. */
export function listenerOf(lesson: Lesson, say: Say): (Listener & { close: () => void }) | null {
  if (document.querySelector<HTMLMetaElement>(`meta[name="${SCORM_MARK}"]`)?.content === lesson.id)
    return ofCourse(lesson, say);
  const host = hostOf(location.search);
  if (!isSinglePage() || host === null || window.parent === window) return null;
  return {
    tell: (report) => window.parent.postMessage({ ...report, ackscope: PROTOCOL }, host),
    close: () => undefined,
  };
}

/** The origin of the page around this one, if the address names it: only there a person's answer goes. */
export function hostOf(search: string): string | null {
  const named = new URLSearchParams(search).get('host') ?? '';
  try {
    const { origin, protocol } = new URL(named);
    return protocol === 'https:' || protocol === 'http:' ? origin : null;
  } catch {
    return null;
  }
}

function ofCourse(lesson: Lesson, say: Say): (Listener & { close: () => void }) | null {
  const api = findApi(window);
  if (api === null) {
    say(NOT_RECORDED);
    return null;
  }
  const session = new ScormSession(api, { lesson, now: () => performance.now(), onTrouble: say });
  if (session.location !== null && !location.hash.includes('?step='))
    location.replace(`#lesson/${lesson.id}?step=${encodeURIComponent(session.location)}`);
  const finish = (): void => session.finish();
  window.addEventListener('pagehide', finish);
  return {
    begin: (record) => session.begin(record),
    tell: (report) => session.tell(report),
    close: () => {
      window.removeEventListener('pagehide', finish);
      session.finish();
    },
  };
}
