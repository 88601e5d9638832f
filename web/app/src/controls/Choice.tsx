import type { ReactNode } from 'react';
import { Button, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import { ChevronIcon } from './icons.tsx';
import styles from './controls.module.css';

export interface Option {
  id: string;
  name: string;
  detail?: string;
}

export interface ChoiceProps {
  label: string;
  value: string;
  options: readonly Option[];
  className?: string | undefined;
  /** What stands on the closed chooser; the chosen option's name if left out. */
  children?: ReactNode;
  onChange: (id: string) => void;
}

export function Choice({ label, value, options, className, children, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      className={className ?? styles.choice ?? ''}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
    >
      <Button className={styles.chooser ?? ''}>
        {children ?? <SelectValue className={styles.chosen ?? ''} />}
        <ChevronIcon />
      </Button>
      <Popover className={styles.popover ?? ''}>
        <ListBox className={styles.list ?? ''} items={options}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.name} className={styles.item ?? ''}>
              <span className={styles.itemName}>{option.name}</span>
              {option.detail && <span className={styles.itemDetail}>{option.detail}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
