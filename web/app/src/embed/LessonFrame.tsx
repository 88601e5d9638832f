import { useMemo } from 'react';
import { LESSONS } from 'virtual:lessons';
import type { Report } from '@ackscope/embed/protocol';
import type { Lesson } from '@ackscope/model/lesson';
import { useReports } from '../classroom/useReports.ts';
import { Later } from '../controls/Later.tsx';
import { lazyNamed } from '../controls/lazyNamed.ts';
import { useTheme } from '../lab/useTheme.ts';
import { foreignAddress, lessonHref, stepOf } from '../lessons/address.ts';
import { Varied } from '../lessons/Varied.tsx';
import { LessonView } from '../lessons/LessonView.tsx';
import { UnknownId } from '../panels/UnknownId.tsx';
import { FrameBox } from './FrameBox.tsx';
import type { Guest } from './stage.ts';

/** Reads Markdown and YAML in the page: few lessons come from elsewhere. */
const ForeignLesson = lazyNamed('ForeignLesson', () => import('../pages/ForeignLesson.tsx'));

/** A lesson in a frame of a course page: the same steps, and a link to the whole site. */
export function LessonFrame({
  item,
  query,
  onHeight,
  onGuest,
  onReport,
  onFailure,
}: {
  item: string | null;
  query: string;
  onHeight: (px: number) => void;
  /** The lesson's own lab, or null once it is closed. */
  onGuest: (guest: Guest | null) => void;
  /** Null if the page around is not known. */
  onReport: ((report: Report) => void) | null;
  /** Gets the reason if a lesson of another server cannot be opened. */
  onFailure: (message: string) => void;
}) {
  const from = item === null ? foreignAddress(query) : null;
  if (from !== null)
    return (
      <FrameBox href={lessonHref(from, stepOf(query, Infinity))} onHeight={onHeight}>
        <Later>
          <ForeignLesson key={from} from={from} onFailure={onFailure}>
            {(lesson) => (
              <Varied lesson={lesson} at={stepOf(query, lesson.steps.length)} query={query}>
                {(shown) => (
                  <Reported
                    key={`${shown.revision} ${String(shown.variant)}`}
                    lesson={shown}
                    at={stepOf(query, lesson.steps.length)}
                    onGuest={onGuest}
                    onReport={onReport}
                  />
                )}
              </Varied>
            )}
          </ForeignLesson>
        </Later>
      </FrameBox>
    );
  const lesson = LESSONS.find(({ id }) => id === item);
  const at = lesson === undefined ? 0 : stepOf(query, lesson.steps.length);
  return (
    <FrameBox href={lesson === undefined ? '#lessons' : lessonHref(lesson.id, at)} onHeight={onHeight}>
      {lesson === undefined ? (
        <UnknownId what="lesson" id={item ?? ''} known={LESSONS} />
      ) : (
        <Varied lesson={lesson} at={at} query={query}>
          {(shown) => (
            <Reported
              key={`${shown.id} ${String(shown.variant)}`}
              lesson={shown}
              at={at}
              onGuest={onGuest}
              onReport={onReport}
            />
          )}
        </Varied>
      )}
    </FrameBox>
  );
}

function Reported({
  lesson,
  at,
  onGuest,
  onReport,
}: {
  lesson: Lesson;
  at: number;
  onGuest: (guest: Guest | null) => void;
  /** Null if the page around is not known. */
  onReport: ((report: Report) => void) | null;
}) {
  const { themeKey } = useTheme();
  const listener = useMemo(() => (onReport === null ? null : { tell: onReport }), [onReport]);
  const onAnswered = useReports(lesson, at, listener);
  return (
    <LessonView
      lesson={lesson}
      at={at}
      themeKey={themeKey}
      isEmbedded
      onLab={onGuest}
      {...(onAnswered && { onAnswered })}
    />
  );
}
