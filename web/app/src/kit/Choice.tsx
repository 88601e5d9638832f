import { useId } from 'react';
import type { ReactNode } from 'react';
import type { Item } from './Popup.tsx';
import { PopupButton } from './PopupButton.tsx';
import { ChevronIcon } from './icons.tsx';
import styles from './controls.module.css';

export type Option = Item;

export interface ChoiceProps {
  label: string;
  value: string;
  options: readonly Option[];
  className?: string | undefined;
  /** The content of the closed chooser; by default the chosen option's name. */
  children?: ReactNode;
  onChange: (id: string) => void;
}

/**
 * The option that a key chooses while the list is closed, as in the browser's own chooser: left and
 * right choose the neighbour, a letter the next option that begins with it. Undefined if there is
 * no such option, null if the key has no meaning here.
 */
function chosenByKey(key: string, options: readonly Option[], value: string): Option | null | undefined {
  const at = options.findIndex((option) => option.id === value);
  if (key === 'ArrowRight') return options[at + 1];
  if (key === 'ArrowLeft') return options[at - 1];
  if (key.length !== 1 || key === ' ') return null;
  const letter = key.toLowerCase();
  return [...options.slice(at + 1), ...options.slice(0, at + 1)].find(({ name }) =>
    name.toLowerCase().startsWith(letter),
  );
}

/** A chooser of one option from several. */
export function Choice({ label, value, options, className, children, onChange }: ChoiceProps) {
  const id = useId();
  const chosen = options.find((option) => option.id === value);
  return (
    <div className={className}>
      <PopupButton
        opens="listbox"
        className={styles.chooser}
        id={id}
        aria-label={label}
        // A control's name must contain its visible text (WCAG 2.5.3). With `children`, the label
        // contains it.
        {...(children === undefined ? { 'aria-labelledby': `${id}-value ${id}` } : {})}
        onKey={(key) => {
          const found = chosenByKey(key, options, value);
          if (found != null && found.id !== value) onChange(found.id);
          return found !== null;
        }}
        popup={({ OptionPopup }, place) => (
          <OptionPopup {...place} label={label} items={options} chosen={value} onChoose={onChange} />
        )}
      >
        {children ?? <span id={`${id}-value`}>{chosen?.name ?? 'Choose…'}</span>}
        <ChevronIcon />
      </PopupButton>
    </div>
  );
}
