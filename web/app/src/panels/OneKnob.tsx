import { memo, useState } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { StepIcon } from '../controls/icons.tsx';
import { FIRST_KNOBS } from '../lab/firstKnobs.ts';
import { FirstKnob } from './FirstKnobs.tsx';
import styles from './OneKnob.module.css';

/** On a phone: one knob below the plots, so that cause and effect are on one screen. */
export const OneKnob = memo(function OneKnob() {
  const [at, setAt] = useState(0);
  const turn = (by: 1 | -1): void => {
    setAt((at + by + FIRST_KNOBS.length) % FIRST_KNOBS.length);
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
