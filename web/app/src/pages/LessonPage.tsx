import { LESSONS } from 'virtual:lessons';
import { useTheme } from '../lab/useTheme.ts';
import { stepOf, stepProblems } from '../lessons/address.ts';
import { Lecture } from '../lessons/Lecture.tsx';
import { LessonView } from '../lessons/LessonView.tsx';
import { Notes } from '../lessons/Notes.tsx';
import { AddressProblems } from '../panels/AddressProblems.tsx';
import { UnknownId } from '../panels/UnknownId.tsx';
import { Page } from '../panels/Page.tsx';

/** One lesson at one of its steps. */
export function LessonPage({ item, query }: { item: string | null; query: string }) {
  const { isDark, themeKey } = useTheme();
  const lesson = LESSONS.find(({ id }) => id === item);
  const form = new URLSearchParams(query);
  if (lesson !== undefined && form.has('notes')) return <Notes lesson={lesson} />;
  if (lesson !== undefined && form.has('lecture'))
    return (
      <Lecture key={lesson.id} lesson={lesson} at={stepOf(query, lesson.steps.length)} themeKey={themeKey} />
    );
  return (
    <Page here="lesson" isDark={isDark}>
      {lesson === undefined ? (
        <UnknownId what="lesson" id={item ?? ''} known={LESSONS} />
      ) : (
        <>
          <AddressProblems problems={stepProblems(query, lesson)} />
          <LessonView
            key={lesson.id}
            lesson={lesson}
            at={stepOf(query, lesson.steps.length)}
            themeKey={themeKey}
          />
        </>
      )}
    </Page>
  );
}
