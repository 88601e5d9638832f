import { useEffect, useState } from 'react';
import { handHref, handPath, handScenario, readHand } from '@ackscope/model/teach';
import type { Hand, HandPath } from '@ackscope/model/teach';
import { LabProvider, useLab } from '../lab/context.ts';
import { ownLink, useOwnLab } from '../lab/useOwnLab.ts';
import { HandGame } from './HandGame.tsx';
import { HandOutcome } from './HandOutcome.tsx';
import { PathChoice } from './PathChoice.tsx';
import styles from './Teach.module.css';

/** The learner sets cwnd in real time; then algorithms run on the same path. */
export function Sender({ query, themeKey }: { query: string; themeKey: string }) {
  const { engine } = useLab();
  const pairs = new URLSearchParams(query);
  const of = handPath(pairs.get('path'));
  const recorded = readHand(pairs.get('hand'));
  const [first] = useState(() => ownLink(handScenario(of, recorded ?? [], recorded !== null)));
  const lab = useOwnLab(engine, first);
  useEffect(() => {
    document.title = 'Be the sender · Ackscope';
  }, []);
  return (
    <>
      <div className={styles.intro}>
        <h1>Be the sender</h1>
        <p>
          You set the congestion window: how many packets may be in flight. You see what a sender sees:
          acknowledgements and losses, not the queue. At the end you see the queue, and what four algorithms
          achieve on the same path.
        </p>
        <PathChoice chosen={of.id} />
      </div>
      {lab !== null && (
        <LabProvider value={lab}>
          <Attempt key={of.id} of={of} recorded={recorded} themeKey={themeKey} />
        </LabProvider>
      )}
    </>
  );
}

/** The game until it is over; then the outcome, whose address contains the moves. */
function Attempt({ of, recorded, themeKey }: { of: HandPath; recorded: Hand | null; themeKey: string }) {
  return recorded === null ? (
    <HandGame
      of={of}
      themeKey={themeKey}
      onOver={(hand) => {
        location.hash = handHref(of, hand);
      }}
    />
  ) : (
    <HandOutcome of={of} hand={recorded} themeKey={themeKey} />
  );
}
