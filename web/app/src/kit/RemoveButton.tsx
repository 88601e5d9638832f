import { Button } from 'react-aria-components';
import { CloseIcon } from './icons.tsx';
import styles from './controls.module.css';

/** Removes one item from a list. */
export function RemoveButton({
  name,
  className = '',
  onPress,
}: {
  name: string;
  /** Class for its place. */
  className?: string | undefined;
  onPress: () => void;
}) {
  return (
    <Button className={`${styles.small ?? ''} ${className}`} aria-label={`Remove ${name}`} onPress={onPress}>
      <CloseIcon />
    </Button>
  );
}
