import type { ReactNode } from 'react';
import styles from './buttons.module.css';

export interface SegmentsProps<Id extends string> {
  label: string;
  options: readonly { id: Id; name: ReactNode }[];
  /** Null if none is chosen. */
  chosen: Id | null;
  className?: string | undefined;
  itemClassName?: string | undefined;
  onChoose: (id: Id) => void;
}

/**
 * Buttons side by side, one of which is chosen. They are one stop for the Tab key; the arrow keys
 * move between them, and Enter chooses (Space plays). These are the browser's own elements, because
 * a library's group would also load the focus code of its dialogs.
 */
export function Segments<Id extends string>(props: SegmentsProps<Id>) {
  const { label, options, chosen, className = styles.segments, itemClassName, onChoose } = props;
  const entry = options.some(({ id }) => id === chosen) ? chosen : options[0]?.id;
  return (
    <div role="radiogroup" aria-label={label} className={className} onKeyDown={moveFocus}>
      {options.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          role="radio"
          aria-checked={id === chosen}
          tabIndex={id === entry ? 0 : -1}
          className={itemClassName}
          onClick={() => onChoose(id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function moveFocus(event: React.KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  // The arrow keys would also move the clock.
  event.preventDefault();
  event.stopPropagation();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === event.target);
  buttons[(at + by + buttons.length) % buttons.length]?.focus();
}
