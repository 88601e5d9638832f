import { memo } from 'react';
import type { DrawerId } from '@ackscope/model';
import { IconButton } from '../kit/IconButton.tsx';
import { Segments } from '../kit/Segments.tsx';
import { EyeIcon } from '../kit/icons.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import { NARROW, TIGHT } from '../base/mediaQueries.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';
import { useShownLanes } from '../measured/measured.ts';
import { ChartBar } from '../lanes/ChartBar.tsx';
import { QuestionText } from '../question/Question.tsx';
import { Later } from '../kit/Later.tsx';
import { lazyAfterCurve } from '../lab/firstCurve.ts';
import styles from './TopBar.module.css';

const DOORS: readonly { id: DrawerId; name: string }[] = [
  { id: 'causes', name: 'Why?' },
  { id: 'why', name: 'Inspector' },
  { id: 'numbers', name: 'Numbers' },
];

/** Loaded after the first curve. */
const Sentence = lazyAfterCurve('Sentence', () => import('../sentence/Sentence.tsx'));

/** The sentence of the run; the question until there is one. */
function SentenceLine() {
  return (
    <Later
      fallback={
        <p className={styles.line} data-part="question">
          <strong>
            <QuestionText />
          </strong>
        </p>
      }
    >
      <Sentence />
    </Later>
  );
}

/** Below the header: the sentence, its proof, the chart mode, and the buttons of the drawers. */
export const TopBar = memo(function TopBar() {
  const lanes = useShownLanes();
  // A phone has them in a sheet.
  const isNarrow = useMediaQuery(NARROW);
  return (
    <section className={styles.bar} aria-label="Question and view">
      <SentenceLine />
      {!isNarrow && (
        <div className={styles.tools}>
          <HideFuture />
          <ChartBar lanes={lanes} hasLegend={false} />
          <Doors />
        </div>
      )}
    </section>
  );
});

/** For a lecture: the future appears only when the clock reaches it. */
function HideFuture() {
  const actions = useActions();
  const isHidden = useLabState((state) => state.view.hidesFuture);
  return (
    <IconButton
      label="Hide the future"
      shortcut="h"
      isPressed={isHidden}
      onPress={() => actions.hideFuture(!isHidden)}
    >
      <EyeIcon off={isHidden} />
    </IconButton>
  );
}

/** The same for a small screen, in a sheet. */
export function SmallView() {
  const lanes = useShownLanes();
  return (
    <div className={styles.view}>
      <HideFuture />
      <ChartBar lanes={lanes} hasLegend={false} />
    </div>
  );
}

/** The buttons of the drawers; a second press closes the drawer. */
export function Doors() {
  const actions = useActions();
  const drawer = useLabState((state) => state.view.drawer);
  // “Show why” opens the same drawer as the first.
  const isTight = useMediaQuery(TIGHT);
  return (
    <Segments
      label="Beside the lanes"
      options={isTight ? DOORS.slice(1) : DOORS}
      chosen={drawer}
      className={styles.doors}
      itemClassName={styles.door}
      onChoose={(id) => actions.openDrawer(id === drawer ? null : id)}
    />
  );
}
