import { Button } from 'react-aria-components';
import { formatNumber } from '@ackscope/charts';
import { useLab } from '../lab/context.ts';
import { placedTrace, removePlaced, usePlacedTrace } from '../lab/measured.ts';
import { NumberRow } from '../sweep/AxisEditor.tsx';
import styles from './MeasuredBar.module.css';

/** The measured traces over the lanes: their names, offset and scale; a button removes them. */
export function MeasuredBar() {
  const { store } = useLab();
  const laid = usePlacedTrace();
  if (laid === null) return null;
  const { set, name, kind, parts, shiftS, scale } = laid;
  const samples = parts.reduce((sum, { trace }) => sum + trace.timeS.length, 0);
  return (
    <section className={styles.bar} aria-label="Measured trace">
      <p>
        <span className={styles.sign} aria-hidden="true" />
        <strong>{name}</strong>
        <span className={styles.kind}>
          {kind}, {formatNumber(samples, 9)} samples{set === null && '; not uploaded'}
        </span>
      </p>
      <NumberRow
        label="Shift"
        unit="s"
        value={shiftS}
        onChange={(value) => placedTrace.set({ ...laid, shiftS: value })}
      />
      <NumberRow
        label="Scale"
        unit="×"
        value={scale}
        onChange={(value) => placedTrace.set({ ...laid, scale: value })}
      />
      <Button className={styles.remove ?? ''} onPress={() => removePlaced(store)}>
        Remove
      </Button>
    </section>
  );
}
