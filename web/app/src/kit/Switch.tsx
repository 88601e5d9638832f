import { SwitchButton, SwitchField } from 'react-aria-components';
import styles from './controls.module.css';

export function Switch({
  label,
  isOn,
  onChange,
}: {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <SwitchField isSelected={isOn} onChange={onChange}>
      <SwitchButton className={styles.switch ?? ''}>
        <span>{label}</span>
        <span className={styles.track}>
          <span className={styles.thumb} />
        </span>
      </SwitchButton>
    </SwitchField>
  );
}
