import type { ReactNode } from 'react';
import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import styles from './controls.module.css';

export interface IconButtonProps {
  label: string;
  /** The key that does the same. */
  shortcut?: string;
  isDisabled?: boolean;
  isPressed?: boolean;
  onPress: () => void;
  children: ReactNode;
}

export function IconButton({ label, shortcut, isDisabled, isPressed, onPress, children }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500}>
      <Button
        className={styles.iconButton ?? ''}
        aria-label={label}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        isDisabled={isDisabled ?? false}
        onPress={onPress}
      >
        {children}
      </Button>
      <Tooltip className={styles.tooltip ?? ''}>
        {label}
        {shortcut !== undefined && <kbd className={styles.key}>{shortcut}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}
