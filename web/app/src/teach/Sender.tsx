import { useState } from 'react';
import { handHref, handScenario, readHandQuery } from '@ackscope/model/teach';
import type { HandQuery } from '@ackscope/model/teach';
import { Band } from '../kit/Band.tsx';
import { LabProvider, useLab } from '../lab/context.ts';
import { ownLink, useOwnLab } from '../lab/useOwnLab.ts';
import { useOpened } from '../address/useRoute.ts';
import { HandGame } from './HandGame.tsx';
import { HandOutcome } from './HandOutcome.tsx';
import { PathChoice } from './PathChoice.tsx';

/** The learner sets cwnd in real time; then algorithms run on the same path. */
export function Sender({ query, themeKey }: { query: string; themeKey: string }) {
  const { engine } = useLab();
  const asked = readHandQuery(query);
  const { of, ended, resting } = asked;
  const opened = useOpened();
  const [first] = useState(() => ownLink(handScenario(of, ended ?? resting?.hand ?? [], ended !== null)));
  const lab = useOwnLab(engine, first);
  return (
    <>
      <Band title="Be the sender">
        You set the congestion window: how many packets may be in flight. You see what a sender sees:
        acknowledgements and losses, not the queue. At the end you see the queue, and what four algorithms
        achieve on the same path.
      </Band>
      <PathChoice chosen={of.id} />
      {lab !== null && (
        <LabProvider value={lab}>
          <Attempt key={opened} asked={asked} themeKey={themeKey} />
        </LabProvider>
      )}
    </>
  );
}

/** The game until it is over; then the outcome. The address contains the moves of both. */
function Attempt({ asked, themeKey }: { asked: HandQuery; themeKey: string }) {
  const { of, ended, resting } = asked;
  return ended === null ? (
    <HandGame
      of={of}
      from={resting}
      themeKey={themeKey}
      onOver={(hand) => {
        location.hash = handHref(of, hand);
      }}
    />
  ) : (
    <HandOutcome of={of} hand={ended} themeKey={themeKey} />
  );
}
