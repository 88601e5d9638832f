import { useKeydown } from '../base/useKeydown.ts';
import { stepHref } from '../course/address.ts';
import type { Lesson } from '@ackscope/model/lesson';
import styles from './Lesson.module.css';

/** The steps: links, so that each step has an address. */
export function StepNav({ lesson, at }: { lesson: Lesson; at: number }) {
  return (
    <nav className={styles.steps} aria-label="Steps">
      <ol>
        {lesson.steps.map((step, index) => (
          <li key={step.title}>
            <a
              href={stepHref(lesson, index)}
              aria-label={`Step ${index + 1}: ${step.title}`}
              aria-current={index === at ? 'step' : undefined}
              title={step.title}
            >
              {index + 1}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Keys n and b: the next step and the one before. */
export function useStepKeys(lesson: Lesson, at: number): void {
  const last = lesson.steps.length - 1;
  const back = at > 0 ? stepHref(lesson, at - 1) : null;
  const next = at < last ? stepHref(lesson, at + 1) : null;
  useKeydown((event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (
      event.target instanceof Element &&
      event.target.closest('input:not([type=range], [type=radio]), textarea, [contenteditable=true]')
    )
      return;
    const to = event.key === 'n' ? next : event.key === 'b' ? back : null;
    if (to === null) return;
    event.preventDefault();
    location.hash = to;
  });
}
