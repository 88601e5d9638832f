import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { usePopups } from './popups.ts';
import { useHint } from './useHint.ts';
import styles from './controls.module.css';

export interface IconButtonProps {
  label: string;
  /** The key with the same effect. */
  shortcut?: string;
  isDisabled?: boolean;
  isPressed?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A button with an icon; a hint shows its name and its key. */
export function IconButton({ label, shortcut, isDisabled, isPressed, onPress, children }: IconButtonProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const { isOpen, onButton, onOpenChange } = useHint();
  const popups = usePopups(isOpen);
  const isShown = isOpen && popups !== null;
  return (
    <>
      <Button
        ref={trigger}
        className={styles.iconButton ?? ''}
        aria-label={label}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        {...(isShown ? { 'aria-describedby': id } : {})}
        isDisabled={isDisabled ?? false}
        onPress={onPress}
        {...onButton}
      >
        {children}
      </Button>
      {isShown && (
        <popups.Hint id={id} trigger={trigger} onOpenChange={onOpenChange}>
          {label}
          {shortcut !== undefined && <kbd className={styles.key}>{shortcut}</kbd>}
        </popups.Hint>
      )}
    </>
  );
}
