import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { messageOf } from '@ackscope/engine';
import type { Lesson } from '@ackscope/model/lesson';
import { useLab } from '../lab/context.ts';
import { fetchText } from '../base/remoteText.ts';
import { checkRuns, readForeign } from '../course/foreign/foreign.ts';
import type { Foreign } from '../course/foreign/foreignText.ts';
import { Band } from '../kit/Band.tsx';
import buttons from '../kit/buttons.module.css';
import { Problem } from '../kit/Problem.tsx';
import { CheckLesson } from './CheckLesson.tsx';

/** A lesson at an address, or why it cannot be opened. */
export function ForeignLesson({
  from,
  hasTools = false,
  onFailure,
  children,
}: {
  from: string;
  /** Whether its author can check it here, and read it again. */
  hasTools?: boolean;
  /** Gets the reason if it cannot be opened. */
  onFailure?: ((message: string) => void) | undefined;
  children: (lesson: Lesson) => React.ReactNode;
}) {
  const { engine } = useLab();
  const [found, setFound] = useState<Foreign | string | null>(null);
  const [reads, setReads] = useState(0);
  /** The revision that was checked here. */
  const [checked, setChecked] = useState<string | null>(null);
  useEffect(() => {
    const life = new AbortController();
    const { signal } = life;
    const open = async (): Promise<Foreign> => {
      const { text, from: address } = await fetchText(from, 'lesson');
      const foreign = await readForeign(
        address.href,
        text,
        (source) => engine.ask('expression', 'run', source),
        signal,
      );
      await checkRuns(foreign.lesson, engine, signal);
      // Links of the page go on naming the address that was asked for.
      return { ...foreign, lesson: { ...foreign.lesson, id: from } };
    };
    open().then(
      (foreign) => {
        if (!signal.aborted) setFound(foreign);
      },
      (thrown: unknown) => {
        if (signal.aborted) return;
        setFound(messageOf(thrown));
        onFailure?.(`This lesson cannot be opened: ${messageOf(thrown)}`);
      },
    );
    return () => life.abort();
  }, [engine, from, onFailure, reads]);
  // Who writes it changes the file and looks again, at the same step.
  const reload = (
    <Button className={buttons.quiet ?? ''} onPress={() => setReads(reads + 1)}>
      Reload
    </Button>
  );
  if (found === null) return <p role="status">Loading the lesson…</p>;
  if (typeof found === 'string')
    return (
      <Band
        title="This lesson cannot be opened."
        acts={
          <>
            {reload}
            <a className={buttons.primary} href="#lessons">
              All lessons
            </a>
          </>
        }
      >
        <Problem>{found}</Problem>
      </Band>
    );
  const { revision } = found.lesson;
  return (
    <>
      <Problem isOfPage role="note">
        From {new URL(from).host}
        {checked !== revision && ', not checked'}. Its author is responsible for it.{' '}
        {hasTools && (
          <>
            {reload} <CheckLesson key={revision} foreign={found} onChecked={() => setChecked(revision)} />
          </>
        )}
      </Problem>
      {children(found.lesson)}
    </>
  );
}
