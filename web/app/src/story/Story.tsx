import { useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { cssColour, formatFixed } from '@ackscope/charts';
import { CloseIcon, LaneSign } from '../kit/icons.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Spoken } from '../kit/Spoken.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { useKeydown } from '../base/useKeydown.ts';
import { useLanes } from '../lab/useLanes.ts';
import { storyTitleOf } from './cell.ts';
import type { Occasion, OccasionKind } from './occasions.ts';
import { StoryPlot } from './StoryPlot.tsx';
import type { Step } from './types.ts';
import { useOccasions, useStory } from './useStory.ts';
import styles from './Story.module.css';

const NAMES: Readonly<Record<OccasionKind, readonly [one: string, many: string]>> = {
  // Of this flow, in queues and on links: the sender may find several of them at once.
  loss: ['lost packet', 'lost packets'],
  mark: ['mark', 'marks'],
  resent: ['packet sent again', 'packets sent again'],
};

/** Who goes through the steps quickly hears the last one. */
const STEP_RESTS_MS = 300;

/** The story of one packet of the lane in focus: the ladder with numbered steps, and the window below it. */
export function Story({ storyS, themeKey }: { storyS: number; themeKey: string }) {
  const lab = useLab();
  const actions = useActions();
  const lanes = useLanes();
  const index = useLabState(({ view, run }) => Math.min(view.lane, run.lanes.length - 1));
  const lane = lanes[index];
  const { occasions, occasion, story, source } = useStory(lane, index, storyS);
  const at = occasion === null ? -1 : occasions.indexOf(occasion);
  const title = storyTitleOf(lab);
  const words = story?.title ?? null;
  useEffect(() => {
    title.set(words);
    return () => title.set(null);
  }, [title, words]);
  const turnTo = (next: Occasion | undefined): void => {
    if (next === undefined) return;
    actions.pause();
    actions.setStory(next.timeS);
    actions.seek(next.timeS);
  };
  const close = (): void => actions.setStory(null);
  const steps = useMemo(() => story?.steps ?? [], [story]);
  // The title is spoken with the sentence; a step only when the reader goes to it.
  const [said, setSaid] = useState('');
  const goTo = (step: Step | undefined): void => {
    if (step === undefined) return;
    actions.seek(step.timeS);
    const [number, count] = [steps.indexOf(step) + 1, steps.length].map((one) => formatFixed(one, 0));
    const words = step.detail === '' ? step.title : `${step.title}, ${step.detail}`;
    setSaid(`Step ${number} of ${count}, at ${formatFixed(step.timeS, 3)} s: ${words}.`);
  };
  useKeydown(
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('input, textarea, select, [role=listbox], [role=menu], [role=dialog]')) return;
      const { timeS } = lab.store.getState().clock;
      const turns: Partial<Record<string, () => void>> = {
        Escape: close,
        PageUp: () => turnTo(occasions[at - 1]),
        PageDown: () => turnTo(occasions[at + 1]),
        ArrowRight: () => goTo(steps.find((step) => step.timeS > timeS)),
        ArrowLeft: () => goTo(steps.findLast((step) => step.timeS < timeS)),
      };
      const turn = turns[event.key];
      if (turn === undefined) return;
      turn();
      event.preventDefault();
      event.stopPropagation();
    },
    { isFirst: true },
  );
  const one = occasion === null ? 'packet' : NAMES[occasion.kind][0];
  return (
    <section className={styles.story} aria-label="The story of one packet" data-story={story?.number ?? ''}>
      <Spoken text={said} restMs={STEP_RESTS_MS} />
      <div className={styles.head}>
        <div className={styles.tabs} role="group" aria-label="Lanes">
          {lanes.map((item, place) => (
            <LaneTab
              key={place}
              lane={item}
              place={place}
              isOpen={place === index}
              at={place === index ? at : -1}
              known={place === index ? occasions : undefined}
            />
          ))}
        </div>
        <Button
          className={styles.turn ?? ''}
          isDisabled={at <= 0}
          onPress={() => turnTo(occasions[at - 1])}
          aria-keyshortcuts="PageUp"
        >
          Previous
        </Button>
        <Button
          className={styles.turn ?? ''}
          isDisabled={at < 0 || at >= occasions.length - 1}
          onPress={() => turnTo(occasions[at + 1])}
          aria-keyshortcuts="PageDown"
        >
          Next {one}
        </Button>
        <IconButton label="Close the story" shortcut="Escape" onPress={close}>
          <CloseIcon />
        </IconButton>
      </div>
      {story !== null && source !== null && lane?.data.way != null ? (
        <StoryPlot
          key={`${index}/${story.number}/${story.fromS}`}
          story={story}
          source={source}
          way={lane.data.way}
          colour={cssColour(lane.style.colour)}
          themeKey={themeKey}
        />
      ) : (
        <p className={styles.waits} role="status">
          {source === null ? 'The packets are computed.' : 'This packet’s story is not in the record.'}
        </p>
      )}
    </section>
  );
}

function LaneTab({
  lane,
  place,
  isOpen,
  at,
  known,
}: {
  lane: LaneView;
  place: number;
  isOpen: boolean;
  at: number;
  /** The lane's occasions, if they are known already. */
  known: readonly Occasion[] | undefined;
}) {
  const actions = useActions();
  const own = useOccasions(known === undefined ? lane : undefined);
  const occasions = known ?? own;
  const shown = occasions[at] ?? occasions[0];
  const same = occasions.filter(({ kind }) => kind === shown?.kind);
  const [one, many] = NAMES[shown?.kind ?? 'loss'];
  const number = at < 0 || shown === undefined ? 0 : same.indexOf(shown) + 1;
  const count = formatFixed(same.length, 0);
  const words =
    same.length === 0
      ? 'no lost packet'
      : number > 0
        ? `${one} ${formatFixed(number, 0)} of ${count}`
        : `${count} ${same.length === 1 ? one : many}`;
  return (
    <button
      type="button"
      className={styles.tab}
      aria-pressed={isOpen}
      data-tab={lane.run.label}
      style={{ '--lane-colour': cssColour(lane.style.colour) } as React.CSSProperties}
      onClick={() => actions.focusLane(place)}
    >
      <LaneSign look={lane.style} />
      <b>{lane.name}</b> <span>{words}</span>
    </button>
  );
}
