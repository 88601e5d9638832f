/** A suspect as a bar: the quantity without it, from zero, with its replicates as ticks. */
import { Button } from 'react-aria-components';
import type { CausesReport, Suspect } from '@ackscope/engine';
import { changeOf, formOf, titleOf } from './causesTexts.ts';
import styles from './Causes.module.css';

interface Axis {
  report: CausesReport;
  /** The end of the bars' axis. */
  most: number;
}

interface BarProps extends Pick<Axis, 'most'> {
  value: number;
  /** The replicates. */
  values: readonly number[];
  colour: string;
}

function Bar({ value, values, most, colour }: BarProps) {
  const at = (size: number): string => `${String((100 * Math.min(Math.max(size, 0), most)) / most)}%`;
  return (
    <span className={styles.bar} aria-hidden="true">
      <span className={styles.fill} style={{ width: at(value), background: colour }} />
      {values.slice(1).map((size, place) => (
        <span key={place} className={styles.tick} style={{ left: at(size) }} />
      ))}
    </span>
  );
}

/** The run as it is, in its lane's colour and with what was seen in it, above the runs without a suspect. */
export function AsRun({ report, colour, ...axis }: Axis & { colour: string }) {
  const { value, values } = report.as_is;
  const { write, unit } = formOf(report);
  const named = report.suspects.filter(({ id }) => report.answer.suspects.includes(id));
  const seen = named.flatMap(({ evidence }) => evidence ?? []);
  const [least, most] = [write(Math.min(...values)), write(Math.max(...values))];
  return (
    <li className={styles.cause} data-part="as-run">
      <div className={styles.try}>
        <span className={styles.name}>As it is</span>
        <span />
        <b className={styles.value}>{write(value)}</b>
        <Bar {...axis} {...{ value, values, colour }} />
        {seen.length > 0 && <span className={styles.evidence}>{seen.join('; ')}</span>}
        {least !== most && (
          <span className={styles.evidence}>
            With other random numbers (thin marks): {least} to {most} {unit}.
          </span>
        )}
      </div>
    </li>
  );
}

interface CauseBarProps extends Axis {
  suspect: Suspect;
  isNamed: boolean;
  /** Makes its change; on paper it is nothing to press. */
  onTry?: () => void;
}

export function CauseBar({ report, suspect, most, isNamed, onTry }: CauseBarProps) {
  const { value, values } = suspect;
  const content = (
    <>
      <span className={styles.name}>{titleOf(suspect)}</span>
      <span className={styles.change}>{changeOf(report.of, report.as_is.value, value)}</span>
      <b className={styles.value}>{formOf(report).write(value)}</b>
      {/* No lane has run so: its colour is that of the grey curve. */}
      <Bar {...{ value, values, most }} colour="var(--ink-3)" />
      {suspect.is_remedy && <span className={styles.evidence}>{suspect.because}</span>}
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
