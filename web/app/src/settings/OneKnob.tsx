import { memo, useState } from 'react';
import { IconButton } from '../kit/IconButton.tsx';
import { StepIcon } from '../kit/icons.tsx';
import { triedKnob } from '../scenario/aim.ts';
import { useLabState } from '../lab/context.ts';
import { FIRST_KNOBS } from '../scenario/firstKnobs.ts';
import { FirstKnob } from './FirstKnobs.tsx';
import styles from './OneKnob.module.css';

/** On a phone: one knob below the plots, so that cause and effect are on one screen. */
export const OneKnob = memo(function OneKnob() {
  const tried = useLabState(({ scenario }) => FIRST_KNOBS.indexOf(triedKnob(scenario.preset)));
  const [turnedTo, setTurnedTo] = useState<number | null>(null);
  const at = turnedTo ?? tried;
  const turn = (by: 1 | -1): void => {
    setTurnedTo((at + by + FIRST_KNOBS.length) % FIRST_KNOBS.length);
  };
  return (
    <aside className={styles.strip} aria-label="Scenario">
      <IconButton label="Previous knob" onPress={() => turn(-1)}>
        <StepIcon back />
      </IconButton>
      <div className={styles.knob}>
        <FirstKnob id={FIRST_KNOBS[at] ?? 'rate'} />
      </div>
      <IconButton label="Next knob" onPress={() => turn(1)}>
        <StepIcon />
      </IconButton>
    </aside>
  );
});

/** Keeps the strip's place until it is mounted. */
export function OneKnobPlace() {
  return <div className={styles.strip} />;
}
