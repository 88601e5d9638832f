import { IconButton } from '../kit/IconButton.tsx';
import { CloseIcon } from '../kit/icons.tsx';
import styles from './InstrumentBar.module.css';

/** The button at the end of an instrument's bar that closes it. */
export function Dismiss({
  label,
  shortcut,
  onPress,
}: {
  label: string;
  shortcut: string;
  onPress: () => void;
}) {
  return (
    <span className={styles.close}>
      <IconButton label={label} shortcut={shortcut} onPress={onPress}>
        <CloseIcon />
      </IconButton>
    </span>
  );
}
