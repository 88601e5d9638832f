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
  /** What stands on the closed chooser; the chosen option's name if left out. */
  children?: ReactNode;
  onChange: (id: string) => void;
}

/** One of several. */
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
        // The name of a control holds what stands on it (WCAG 2.5.3); a label of its own says it already.
        {...(children === undefined ? { 'aria-labelledby': `${id}-value ${id}` } : {})}
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
