import { useMemo } from 'react';
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components';
import { cssColour, isDrawn, laneStyles, scaleFor, ticksFor } from '@ackscope/charts';
import { compareList, entryAlgorithm } from '@ackscope/model';
import type { Guess, Judgement, Prediction } from '@ackscope/model/lesson';
import { Slider } from '../kit/Slider.tsx';
import { useLab, useLabState } from '../lab/context.ts';
import { inUnit } from './lessonTexts.ts';
import { estimateScale } from './levels.ts';
import styles from './Lesson.module.css';

export interface PredictionFormProps {
  id: string;
  prediction: Prediction;
  guess: Guess | null;
  /** Submitted: it can no longer be changed. */
  isCommitted: boolean;
  judgement: Judgement | null;
  /** A number is drawn as a level in the plot: here it is only said. */
  isLevel?: boolean;
  onGuess: (guess: Guess) => void;
  onCommit: () => void;
}

/** The learner's prediction before the run. A curve is drawn on the board beside it. */
export function PredictionForm(props: PredictionFormProps) {
  const { prediction, guess, isCommitted, onCommit } = props;
  return (
    <form
      id={props.id}
      className={styles.prediction}
      data-committed={isCommitted || undefined}
      aria-label="Your prediction"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady(prediction, guess)) onCommit();
      }}
    >
      {prediction.kind === 'pick' && <Pick {...props} prediction={prediction} />}
      {prediction.kind === 'estimate' && !isCommitted && <Estimate {...props} prediction={prediction} />}
      {prediction.kind === 'draw' && !isCommitted && (
        <div className={styles.help}>
          <p>Draw with the pointer from the left edge to the right one. You can go back over a part.</p>
          <p>
            By keys: <kbd>←</kbd> <kbd>→</kbd> choose one of twelve handles, <kbd>↑</kbd> <kbd>↓</kbd> move
            it, <kbd>End</kbd> draws the rest.
          </p>
        </div>
      )}
    </form>
  );
}

export function isReady(prediction: Prediction, guess: Guess | null): boolean {
  if (guess === null) return false;
  return guess.kind !== 'draw' || prediction.kind !== 'draw' || isDrawn(guess.values);
}

type Of<K extends Prediction['kind']> = PredictionFormProps & {
  prediction: Extract<Prediction, { kind: K }>;
};

interface Door {
  /** Place of its lane among those side by side, from 0. */
  at: number;
  colour: string;
}

/** The lane that each option names; null for an option that names none: it has the colour of the text. */
function useDoors(options: readonly { name: string }[]): readonly (Door | null)[] {
  const { catalogue } = useLab();
  const wanted = useLabState(({ scenario }) => scenario.wanted);
  return useMemo(() => {
    const ids = compareList(wanted).map(entryAlgorithm);
    const looks = laneStyles(ids);
    const doors = new Map(
      ids.flatMap((id, at) => {
        const [name, look] = [catalogue.algorithms.find((one) => one.id === id)?.name, looks[at]];
        if (name === undefined || look === undefined) return [];
        // An option may leave out which version it is.
        return [name, name.replace(/ \(.*\)$/, '')].map(
          (word) => [word, { at, colour: cssColour(look.colour) }] as const,
        );
      }),
    );
    return options.map(({ name }) => doors.get(name) ?? null);
  }, [catalogue, wanted, options]);
}

function Pick({ prediction, guess, isCommitted, judgement, onGuess }: Of<'pick'>) {
  const doors = useDoors(prediction.options);
  const lanes = useLabState(({ scenario }) => compareList(scenario.wanted).length);
  const right = judgement?.kind === 'pick' ? judgement.right : null;
  // Each option is one of the lanes: it is pressed there.
  const isOfLanes =
    lanes > 1 && new Set(doors.map((door) => door?.at ?? -1)).size === lanes && !doors.includes(null);
  return (
    <RadioGroup
      className={styles.options ?? ''}
      aria-label={prediction.ask}
      value={guess?.kind === 'pick' ? String(guess.option) : null}
      isReadOnly={isCommitted}
      data-doors={isOfLanes || undefined}
      onChange={(option) => {
        onGuess({ kind: 'pick', option: Number(option) });
      }}
    >
      {prediction.options.map((option, index) => (
        <RadioField key={option.name} value={String(index)} style={{ order: doors[index]?.at ?? 0 }}>
          <RadioButton
            className={styles.option ?? ''}
            data-right={right === index || undefined}
            style={{ '--door': doors[index]?.colour } as React.CSSProperties}
          >
            <span className={styles.dot} aria-hidden="true" />
            <span>{option.name}</span>
            {right === index && <span className={styles.rightMark}>correct</span>}
          </RadioButton>
        </RadioField>
      ))}
    </RadioGroup>
  );
}

function Estimate({ prediction, guess, isLevel = false, onGuess }: Of<'estimate'>) {
  const { low, high, unit } = prediction;
  const value = guess?.kind === 'estimate' ? guess.value : null;
  const scale = estimateScale(prediction);
  const middle = scale.toValue(0.5);
  const { factor, unit: name } = scaleFor(high, unit);
  return (
    <div className={styles.estimate} data-level={isLevel || undefined}>
      <output className={styles.estimateValue} data-untouched={value === null || undefined}>
        {value === null
          ? isLevel
            ? 'Your answer: press in the plot'
            : 'press on the line'
          : `${isLevel ? 'Your answer: ' : ''}${inUnit(value, unit)}`}
      </output>
      <Slider
        label={prediction.ask}
        value={value ?? middle}
        scale={scale}
        text={inUnit(value ?? middle, unit)}
        onChange={(next) => onGuess({ kind: 'estimate', value: next })}
        // A press in the middle changes nothing, and is an answer.
        onHold={(isHeld) => isHeld && value === null && onGuess({ kind: 'estimate', value: middle })}
      />
      {!isLevel && (
        <span className={styles.ticks} aria-hidden="true">
          {ticksFor([low, high], [0, 1], 5, factor).map(({ value, position, text }, at, all) => (
            <span key={value} style={{ '--at': position } as React.CSSProperties}>
              {text}
              {at === all.length - 1 && <i> {name}</i>}
            </span>
          ))}
        </span>
      )}
    </div>
  );
}
