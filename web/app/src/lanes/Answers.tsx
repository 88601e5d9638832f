import { useRef } from 'react';
import { cssColour, positionOf, useSignals } from '@ackscope/charts';
import { askOf } from '@ackscope/model';
import { LaneSign } from '../kit/icons.tsx';
import { keepUnits } from '../base/keepUnits.ts';
import { singleKeys } from '../base/singleKeys.ts';
import { useSignal } from '../base/useSignal.ts';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import styles from './Answers.module.css';

const firstSentence = (text: string): string => text.replace(/\. .*/, '.');

/** In the hidden future of a chart: its lane or lanes, as answers to the open question. */
export function Answers({
  lanes,
  timeDomain,
}: {
  lanes: readonly (readonly [index: number, lane: LaneView])[];
  timeDomain: readonly [number, number];
}) {
  const actions = useActions();
  const { signals } = useLab();
  const isOpen = useLabState((state) => state.ask?.stage === 'open');
  const hasKeys = useSignal(singleKeys);
  const tells = useLabState((state) => askOf(state.scenario.preset)?.tells);
  const box = useRef<HTMLDivElement>(null);
  useSignals([signals.clock], () => {
    const share = Math.min(0.6, Math.max(0, positionOf(signals.clock.get(), timeDomain, 1)));
    box.current?.parentElement?.style.setProperty('--door', `${100 * share}%`);
  });
  if (!isOpen) return null;
  return (
    <div ref={box} className={styles.answers}>
      {lanes.map(([index, lane]) => (
        <button
          key={index}
          type="button"
          className={styles.answer}
          data-answer-lane={lane.run.label}
          aria-label={`Answer: ${lane.name}`}
          style={{ '--lane-colour': cssColour(lane.style.colour) } as React.CSSProperties}
          onClick={() => actions.answer(index)}
        >
          <span className={styles.name}>
            <LaneSign look={lane.style} />
            {lane.name}
          </span>
          {/* What it does is something to guess from; a screen reader has it in the lane's head. */}
          <span className={styles.below} aria-hidden="true">
            <span className={styles.rule}>
              {keepUnits(tells?.[lane.run.label] ?? firstSentence(lane.summary))}
            </span>
            {hasKeys && <kbd data-for="keys">press {index + 1}</kbd>}
            <kbd data-for="fingers">tap</kbd>
          </span>
        </button>
      ))}
    </div>
  );
}
