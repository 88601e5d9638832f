import { Button } from 'react-aria-components';
import { laidTrace, useLaidTrace } from '../lab/measured.ts';
import { NumberRow } from '../sweep/AxisEditor.tsx';
import styles from './MeasuredBar.module.css';

/** The trace that lies over the lanes: what it is, where it is put, and the way to take it off. */
export function MeasuredBar() {
  const laid = useLaidTrace();
  if (laid === null) return null;
  const { trace, shiftS, scale } = laid;
  return (
    <section className={styles.bar} aria-label="Measured trace">
      <p>
        <span className={styles.sign} aria-hidden="true" />
        <strong>{trace.name}</strong>
        <span className={styles.kind}>
          {trace.kind}, {trace.timeS.length} samples; it stays in this page
        </span>
      </p>
      <NumberRow
        label="Shift"
        unit="s"
        value={shiftS}
        onChange={(value) => laidTrace.set({ ...laid, shiftS: value })}
      />
      <NumberRow
        label="Scale"
        unit="×"
        value={scale}
        onChange={(value) => laidTrace.set({ ...laid, scale: value })}
      />
      <Button className={styles.remove ?? ''} onPress={() => laidTrace.set(null)}>
        Take it off
      </Button>
    </section>
  );
}
