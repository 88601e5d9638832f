import { useEffect, useState } from 'react';
import { messageOf } from '@ackscope/engine';
import type { Lesson } from '@ackscope/model/lesson';
import { useLab } from '../lab/context.ts';
import { fetchText } from '../base/remoteText.ts';
import { checkRuns, readForeign } from '../course/foreign/foreign.ts';
import { Band } from '../kit/Band.tsx';
import buttons from '../kit/buttons.module.css';
import { Problem } from '../kit/Problem.tsx';

/** A lesson at an address, or why it cannot be opened. */
export function ForeignLesson({
  from,
  onFailure,
  children,
}: {
  from: string;
  /** Gets the reason if it cannot be opened. */
  onFailure?: ((message: string) => void) | undefined;
  children: (lesson: Lesson) => React.ReactNode;
}) {
  const { engine } = useLab();
  const [found, setFound] = useState<Lesson | string | null>(null);
  useEffect(() => {
    const life = new AbortController();
    const { signal } = life;
    const open = async (): Promise<Lesson> => {
      const { text, from: address } = await fetchText(from, 'lesson');
      const lesson = await readForeign(
        address.href,
        text,
        (source) => engine.ask('expression', 'run', source),
        signal,
      );
      await checkRuns(lesson, engine, signal);
      // Links of the page go on naming the address that was asked for.
      return { ...lesson, id: from };
    };
    open().then(
      (lesson) => {
        if (!signal.aborted) setFound(lesson);
      },
      (thrown: unknown) => {
        if (signal.aborted) return;
        setFound(messageOf(thrown));
        onFailure?.(`This lesson cannot be opened: ${messageOf(thrown)}`);
      },
    );
    return () => life.abort();
  }, [engine, from, onFailure]);
  if (found === null) return <p role="status">Loading the lesson…</p>;
  if (typeof found === 'string')
    return (
      <Band
        title="This lesson cannot be opened."
        acts={
          <a className={buttons.primary} href="#lessons">
            All lessons
          </a>
        }
      >
        <Problem>{found}</Problem>
      </Band>
    );
  return (
    <>
      <Problem isOfPage role="note">
        From {new URL(from).host}, not checked. Its author is responsible for it.
      </Problem>
      {children(found)}
    </>
  );
}
