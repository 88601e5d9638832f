import { useKeydown } from '../lab/useKeydown.ts';
import { lessonHref } from './address.ts';
import type { Lesson } from '@ackscope/model/lesson';
import buttons from '../controls/buttons.module.css';
import styles from './Lesson.module.css';

/** Back, the steps, next: links, so that each step has an address; also keys n and b. */
export function StepNav({
  lesson,
  at,
  isReady,
  endHref,
}: {
  lesson: Lesson;
  at: number;
  isReady: boolean;
  /** The link after the last step; null if that is not a page of this frame. */
  endHref: string | null;
}) {
  const last = lesson.steps.length - 1;
  const back = at > 0 ? lessonHref(lesson.id, at - 1) : null;
  const next = at < last ? lessonHref(lesson.id, at + 1) : null;
  useKeydown((event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (
      event.target instanceof Element &&
      event.target.closest('input:not([type=range], [type=radio]), textarea')
    )
      return;
    const to = event.key === 'n' ? next : event.key === 'b' ? back : null;
    if (to === null) return;
    event.preventDefault();
    location.hash = to;
  });
  return (
    <nav className={styles.steps} aria-label="Steps">
      {back === null ? (
        <span />
      ) : (
        <a className={buttons.quiet} href={back} aria-keyshortcuts="b">
          Back
        </a>
      )}
      <ol className={styles.dots}>
        {lesson.steps.map((step, index) => (
          <li key={step.title}>
            <a
              href={lessonHref(lesson.id, index)}
              aria-label={`Step ${index + 1}: ${step.title}`}
              aria-current={index === at ? 'step' : undefined}
              title={step.title}
            >
              {index + 1}
            </a>
          </li>
        ))}
      </ol>
      {next === null ? (
        endHref !== null && (
          <a className={isReady ? buttons.primary : buttons.quiet} href={endHref}>
            All lessons
          </a>
        )
      ) : (
        <a className={isReady ? buttons.primary : buttons.quiet} href={next} aria-keyshortcuts="n">
          Next
        </a>
      )}
    </nav>
  );
}
