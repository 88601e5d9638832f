import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import { cssColour, formatNumber, formatQuantity, laneStyles } from '@ackscope/charts';
import type { SeriesStyle } from '@ackscope/charts';
import type { FindReport } from '@ackscope/engine';
import { saveText } from '../base/save.ts';
import { useSignal } from '../base/useSignal.ts';
import { useLab } from '../lab/context.ts';
import { LaneSign } from '../kit/icons.tsx';
import buttons from '../kit/buttons.module.css';
import { curvesOf, titleOf } from './curves.ts';
import type { Curve, Curves } from './curves.ts';
import { leastWords, lessonOf, linkOf, rangeWords, tooWords, withNames } from './breakTexts.ts';
import styles from './Break.module.css';

export interface FindRowProps {
  find: FindReport;
  algorithm: string;
  /** The one it is compared with; null for none. */
  other: string | null;
  nameOf: (id: string) => string;
  onSave: () => void;
}

/** A network that breaks it: the network in words, how much worse it is, and the two runs. */
export function FindRow({ find, algorithm, other: compared, nameOf, onSave }: FindRowProps) {
  const { engine } = useLab();
  const { cause, objective, network, why, also, witness } = find;
  const lesson = useMemo(() => lessonOf(find), [find]);
  const curves = useSignal(useMemo(() => curvesOf(engine, find), [engine, find]));
  const [own, other] = useMemo(() => laneStyles([algorithm, witness]), [algorithm, witness]);
  const lanes = [
    [algorithm, find.value, own, curves?.own],
    [witness, find.witness_value, other, curves?.witness],
  ] as const;
  const href = `#${linkOf(find, algorithm)}`;
  return (
    <li className={styles.find} data-find={cause} data-objective={objective} data-low={find.low.toFixed(4)}>
      <div>
        <p>
          <a href={href} className={styles.whole}>
            {withNames(network, nameOf)}.
          </a>
        </p>
        {why != null && <p className={styles.why}>{why.replace(`${algorithm} `, `${nameOf(algorithm)} `)}</p>}
        {compared !== null && <p data-part="too">{tooWords(find.other_fails, nameOf(compared))}.</p>}
        {also > 0 && <p className={styles.why}>{formatNumber(also, 9)} more with this cause.</p>}
      </div>
      <div>
        <p className={styles.factor}>
          <strong>{leastWords(find)}</strong> {rangeWords(find, nameOf(witness))}
        </p>
        <dl className={styles.values}>
          {lanes.map(([id, value, look]) => (
            <div key={id}>
              <dt>
                {look && <LaneSign look={look} />} {nameOf(id)}
              </dt>
              <dd>
                {formatNumber(value)} {find.unit}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <Plot
        title={titleOf(objective)}
        unit={curves?.unit ?? 'bps'}
        durationS={(find.scenario as { duration: number }).duration}
        lines={lanes.map(([, , look, curve]) => [look, curve ?? []])}
      />
      <div className={styles.acts}>
        <a href={href} className={buttons.plain}>
          Open in the lab
        </a>
        <Button className={buttons.quiet ?? ''} onPress={onSave}>
          Save as a test
        </Button>
        {lesson !== null && (
          <Button
            className={buttons.quiet ?? ''}
            onPress={() => saveText(`${algorithm}-${objective}-${cause}.md`, lesson, 'text/markdown')}
          >
            Save as a lesson
          </Button>
        )}
      </div>
    </li>
  );
}

const [WIDTH, HEIGHT] = [100, 40];

/** Both runs on one axis from zero: the numbers beside it say what is compared. */
function Plot({
  title,
  unit,
  durationS,
  lines,
}: {
  title: string;
  unit: Curves['unit'];
  durationS: number;
  lines: readonly (readonly [SeriesStyle | undefined, Curve])[];
}) {
  const top = Math.max(0, ...lines.flatMap(([, curve]) => curve.map((value) => value ?? 0)));
  const points = (curve: Curve): string =>
    curve
      .map((value, at) => {
        const y = HEIGHT * (1 - (value ?? 0) / (top || 1));
        return `${((at + 0.5) * (WIDTH / curve.length)).toFixed(2)},${y.toFixed(2)}`;
      })
      .join(' ');
  return (
    <div className={styles.plot} data-drawn={top > 0}>
      <p>
        <span>{title}</span>
        <span>{top > 0 ? `0 to ${formatQuantity(top, unit, 2)}, ${formatNumber(durationS)} s` : ''}</span>
      </p>
      <svg
        viewBox={`0 -1 ${String(WIDTH)} ${String(HEIGHT + 2)}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {lines.map(([look, curve], at) => (
          <polyline
            key={at}
            points={points(curve)}
            stroke={cssColour(look?.colour ?? 'slate')}
            strokeDasharray={look?.dash.join(' ')}
          />
        ))}
      </svg>
    </div>
  );
}
