import { useEffect, useMemo, useState } from 'react';
import { LESSONS } from 'virtual:lessons';
import type { Lesson } from '@ackscope/model/lesson';
import { readCodeList } from '../classroom/codesPart.ts';
import { packageMark } from '../course/packageMark.ts';
import { listenerOf } from '../classroom/listener.ts';
import { useReports } from '../classroom/useReports.ts';
import type { Listener } from '../classroom/useReports.ts';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import type { PageProps } from '../definePage.ts';
import { useOpened } from '../address/useRoute.ts';
import { useTheme } from '../site/useTheme.ts';
import { foreignAddress, lessonHref, NO_LESSON, noAddress, stepOf, stepProblems } from '../course/address.ts';
import { Lecture } from '../lessons/lecture/Lecture.tsx';
import { isStudent } from '../course/student.ts';
import { isVaried } from '../course/variants.ts';
import { Valued, Varied } from '../lessons/Varied.tsx';
import { LessonView } from '../lessons/LessonView.tsx';
import { Notes } from '../lessons/lecture/Notes.tsx';
import { ForTeachers } from '../site/ForTeachers.tsx';
import { AddressProblems } from '../kit/Problem.tsx';
import { Page, useFramed } from '../site/Page.tsx';
import type { Framed } from '../site/Page.tsx';
import { UnknownId } from '../kit/UnknownId.tsx';

/** Reads Markdown and YAML in the page: few lessons come from elsewhere. */
const ForeignLesson = lazyNamed('ForeignLesson', () => import('./ForeignLesson.tsx'));
const WriteLesson = lazyNamed('WriteLesson', () => import('./WriteLesson.tsx'));

/** One lesson at one of its steps; on the site also for a hall. */
export function LessonPage({ item, query }: PageProps) {
  const { themeKey } = useTheme();
  const opened = useOpened();
  const framed = useFramed();
  const lesson = LESSONS.find(({ id }) => id === item);
  const form = new URLSearchParams(query);
  const inHall = (shown: Lesson): React.ReactNode =>
    form.has('notes') ? (
      <Notes lesson={shown} />
    ) : (
      <Lecture
        key={`${shown.id} ${opened}`}
        lesson={shown}
        at={stepOf(query, shown.steps.length)}
        codes={readCodeList(form)}
        themeKey={themeKey}
      />
    );
  const isForHall = form.has('notes') || form.has('lecture');
  // A lecture goes on to the run without an answer, and the notes tell it.
  if (isForHall && isStudent())
    return (
      <Page href="#lessons">
        <ForTeachers />
      </Page>
    );
  const isInHall = framed === null && isForHall;
  if (lesson !== undefined && isInHall) return inHall(lesson);
  if (item === null && form.has('write') && framed === null)
    return (
      <Page title="Write a lesson">
        <Later>
          <WriteLesson />
        </Later>
      </Page>
    );
  const asked = item === null ? form.get('from') : null;
  const from = asked === null ? null : foreignAddress(query);
  if (from !== null)
    return isInHall ? (
      <Later>
        <ForeignLesson key={from} from={from}>
          {(foreign) => (
            <Valued lesson={foreign} query={query}>
              {inHall}
            </Valued>
          )}
        </ForeignLesson>
      </Later>
    ) : (
      <Page title={null} href={lessonHref(from, stepOf(query, Infinity))}>
        <Later>
          <ForeignLesson key={from} from={from} hasTools={framed === null} onFailure={framed?.onFailure}>
            {(foreign) => <Reported key={foreign.revision} lesson={foreign} query={query} />}
          </ForeignLesson>
        </Later>
      </Page>
    );
  if (lesson === undefined)
    return (
      <Page href="#lessons">
        <UnknownId
          what="lesson"
          id={item ?? ''}
          known={LESSONS}
          problem={asked !== null ? noAddress(asked) : item === null ? NO_LESSON : undefined}
        />
      </Page>
    );
  return (
    <Page title={null} href={lessonHref(lesson.id, stepOf(query, lesson.steps.length))}>
      <Reported key={lesson.id} lesson={lesson} query={query} />
    </Page>
  );
}

/** Who gets the answers; undefined while it is looked for: a course system may choose the variant. */
function useListener(lesson: Lesson, framed: Framed | null, say: (message: string) => void) {
  const [listener, setListener] = useState<Listener | null | undefined>();
  useEffect(() => {
    const isOver = new AbortController();
    // In the next turn: an effect that is undone at once, as in strict mode, begins no visit.
    void Promise.resolve().then(() => {
      if (isOver.signal.aborted) return;
      if (framed === null) setListener(listenerOf(lesson, say));
      else setListener(framed.onReport === null ? null : { tell: framed.onReport });
    });
    return () => isOver.abort();
  }, [lesson, framed, say]);
  return listener;
}

/** The lesson; a course system or a page around this one gets the answers. */
function Reported({ lesson: read, query }: { lesson: Lesson; query: string }) {
  const lesson = useMemo(() => asPacked(read), [read]);
  const framed = useFramed();
  const [said, setSaid] = useState<string | null>(null);
  const listener = useListener(lesson, framed, setSaid);
  const at = stepOf(query, lesson.steps.length);
  return (
    <>
      {/* In a frame, the host page gets these messages. */}
      {framed === null && (
        <AddressProblems problems={[...stepProblems(query, lesson), ...(said === null ? [] : [said])]} />
      )}
      {(listener !== undefined || !isVaried(lesson)) && (
        <Varied lesson={lesson} at={at} query={query} student={listener?.studentId ?? ''}>
          {(shown) => <Shown key={shown.variant} lesson={shown} at={at} listener={listener ?? null} />}
        </Varied>
      )}
    </>
  );
}

/** What counts is chosen with the package. */
function asPacked(lesson: Lesson): Lesson {
  const mark = packageMark();
  if (mark?.lesson !== lesson.id) return lesson;
  return { ...lesson, score: mark.counts === 'right' ? 'right' : 'answered' };
}

function Shown({ lesson, at, listener }: { lesson: Lesson; at: number; listener: Listener | null }) {
  const { themeKey } = useTheme();
  const framed = useFramed();
  const onAnswered = useReports(lesson, at, listener);
  return (
    <LessonView
      lesson={lesson}
      at={at}
      themeKey={themeKey}
      {...(framed !== null && { isEmbedded: true, onLab: framed.onGuest })}
      {...(onAnswered && { onAnswered })}
    />
  );
}
