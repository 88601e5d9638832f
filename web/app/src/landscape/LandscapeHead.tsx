import { formatNumber } from '@ackscope/charts';
import { LANDSCAPES_OF } from '@ackscope/model';
import type { LandscapeOf } from '@ackscope/model';
import { Choice } from '../controls/Choice.tsx';
import { useActions } from '../lab/context.ts';
import { useLandscapes } from './LandscapeCurve.tsx';
import { OF_WORDS } from './landscapeTexts.ts';
import styles from './Landscape.module.css';

/** Above the knobs: the quantity of the landscapes, and its interval. */
export function LandscapeHead({ of }: { of: LandscapeOf }) {
  const actions = useActions();
  const landscapes = useLandscapes();
  const interval = landscapes?.interval;
  return (
    <div className={styles.head}>
      <Choice
        label="Landscape"
        value={of}
        options={LANDSCAPES_OF.map((id) => ({ id, name: OF_WORDS[id] }))}
        onChange={(id) => actions.setLandscape(LANDSCAPES_OF.find((known) => known === id) ?? null)}
      />
      <p className={styles.note}>
        {interval === undefined
          ? 'not while the future is hidden'
          : `${formatNumber(interval[0], 4)} to ${formatNumber(interval[1], 4)} s`}
      </p>
    </div>
  );
}
