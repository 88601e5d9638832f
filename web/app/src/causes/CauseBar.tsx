/** A suspect as a bar: the quantity without it, from zero, with its replicates as ticks. */
import { Button } from 'react-aria-components';
import type { CausesReport, Suspect } from '@ackscope/engine';
import { changeOf, formOf, titleOf } from './causesTexts.ts';
import styles from './Causes.module.css';

interface CauseBarProps {
  report: CausesReport;
  suspect: Suspect;
  /** The end of the bars' axis. */
  most: number;
  colour: string;
  /** What the other lanes have; empty if they have no such number. */
  others: readonly number[];
  isNamed: boolean;
  /** Makes its change; on paper it is nothing to press. */
  onTry?: () => void;
}

export function CauseBar({ report, suspect, most, colour, others, isNamed, onTry }: CauseBarProps) {
  const { write } = formOf(report);
  const at = (value: number): string => `${String((100 * Math.min(Math.max(value, 0), most)) / most)}%`;
  const content = (
    <>
      <span className={styles.name}>{titleOf(suspect)}</span>
      <span className={styles.change}>{changeOf(report.of, report.as_is.value, suspect.value)}</span>
      <b className={styles.value}>{write(suspect.value)}</b>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.fill} style={{ width: at(suspect.value), background: colour }} />
        {suspect.values.slice(1).map((value, place) => (
          <span key={place} className={styles.tick} style={{ left: at(value) }} />
        ))}
        {others.map((value, place) => (
          <span key={place} className={styles.other} data-other style={{ left: at(value) }} />
        ))}
        <span className={styles.asRun} style={{ left: at(report.as_is.value) }} />
      </span>
      {suspect.evidence !== null && isNamed && <span className={styles.evidence}>{suspect.evidence}</span>}
    </>
  );
  return (
    <li className={styles.cause} data-named={isNamed || undefined}>
      {onTry === undefined ? (
        <div className={styles.try}>{content}</div>
      ) : (
        <Button className={styles.try ?? ''} onPress={onTry}>
          {content}
        </Button>
      )}
    </li>
  );
}
