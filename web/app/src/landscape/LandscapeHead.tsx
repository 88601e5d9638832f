import { formatNumber } from '@ackscope/charts';
import { isQuestionOpen, LANDSCAPES_OF } from '@ackscope/model';
import { Choice } from '../kit/Choice.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import { defaultOf, isHidden } from './follow.ts';
import { useLandscapes } from './LandscapeCurve.tsx';
import { OF_WORDS, ofWhat } from './landscapeTexts.ts';
import styles from './Landscape.module.css';

/** Above the knobs: the quantity of the landscapes, and its interval. */
export function LandscapeHead() {
  const actions = useActions();
  const of = useLabState((state) => state.instruments.landscape ?? defaultOf(state));
  return (
    <div className={styles.head}>
      <Choice
        label="Landscape"
        value={of}
        options={LANDSCAPES_OF.map((id) => ({ id, name: OF_WORDS[id] }))}
        onChange={(id) => actions.setLandscape(LANDSCAPES_OF.find((known) => known === id) ?? null)}
      />
      <LandscapeInterval />
    </div>
  );
}

/** What is asked about, from when to when. Every run of the landscapes renders it. */
export function LandscapeInterval({ isNamed = false }: { isNamed?: boolean }) {
  const landscapes = useLandscapes();
  const hides = useLabState(isHidden);
  const isAsked = useLabState(isQuestionOpen);
  const interval = landscapes?.interval.map((value) => formatNumber(value, 4)).join(' to ');
  return (
    <p className={styles.note}>
      {hides
        ? `hidden ${isAsked ? 'until you answer' : 'with the future'}`
        : landscapes !== null &&
          [
            ofWhat(landscapes) || (isNamed ? `${OF_WORDS[landscapes.of]} at every value` : ''),
            `${interval ?? ''} s`,
          ]
            .filter((text) => text !== '')
            .join(', ')}
    </p>
  );
}
