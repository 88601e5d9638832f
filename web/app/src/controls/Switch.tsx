import { Switch as AriaSwitch } from 'react-aria-components';
import styles from './controls.module.css';

export function Switch({
  label,
  isOn,
  onChange,
}: {
  label: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}) {
  return (
    <AriaSwitch className={styles.switch ?? ''} isSelected={isOn} onChange={onChange}>
      <span>{label}</span>
      <span className={styles.track}>
        <span className={styles.thumb} />
      </span>
    </AriaSwitch>
  );
}
