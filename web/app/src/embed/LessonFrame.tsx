import { LESSONS } from 'virtual:lessons';
import type { Report } from '@ackscope/embed/protocol';
import { useLab } from '../lab/context.ts';
import { useTheme } from '../lab/useTheme.ts';
import { lessonHref, stepOf } from '../lessons/address.ts';
import { LessonView } from '../lessons/LessonView.tsx';
import { UnknownId } from '../panels/UnknownId.tsx';
import { FrameBox } from './FrameBox.tsx';
import { lessonReport } from './lessonReport.ts';
import type { Guest } from './stage.ts';

/** A lesson in a frame of a course page: the same steps, and a link to the whole site. */
export function LessonFrame({
  item,
  query,
  onHeight,
  onGuest,
  onReport,
}: {
  item: string | null;
  query: string;
  onHeight: (px: number) => void;
  /** The lesson's own lab, or null once it is closed. */
  onGuest: (guest: Guest | null) => void;
  onReport: (report: Report) => void;
}) {
  const { catalogue } = useLab();
  const { themeKey } = useTheme();
  const lesson = LESSONS.find(({ id }) => id === item);
  const at = lesson === undefined ? 0 : stepOf(query, lesson.steps.length);
  return (
    <FrameBox href={lesson === undefined ? '#lessons' : lessonHref(lesson.id, at)} onHeight={onHeight}>
      {lesson === undefined ? (
        <UnknownId what="lesson" id={item ?? ''} known={LESSONS} />
      ) : (
        <LessonView
          key={lesson.id}
          lesson={lesson}
          at={at}
          themeKey={themeKey}
          isEmbedded
          onLab={onGuest}
          onAnswered={(answered, lanes) => {
            onReport(lessonReport(lesson, answered, lanes, catalogue.version));
          }}
        />
      )}
    </FrameBox>
  );
}
