import { useState } from 'react';
import { Button } from 'react-aria-components';
import { messageOf } from '@ackscope/engine';
import type { Guess, Lesson } from '@ackscope/model/lesson';
import { useLab } from '../lab/context.ts';
import { said } from './said.ts';
import type { Result } from './said.ts';
import buttons from '../kit/buttons.module.css';
import styles from './AnswerCode.module.css';

/** The code of an answer, for a teacher who collects them. It is computed when somebody wants it. */
export function AnswerCode({
  lesson,
  at,
  guess,
  result,
}: {
  lesson: Lesson;
  at: number;
  guess: Guess | null;
  /** What the run says of a script. */
  result: Result | null;
}) {
  const { engine } = useLab();
  const [code, setCode] = useState<string | null>(null);
  const wanted = said(lesson, at, guess, result);
  if (wanted === null) return null;
  const show = (): void => {
    engine.ask('classwork', { do: 'write', said: wanted }).then(
      (written) => setCode(written as string),
      (thrown: unknown) => setCode(messageOf(thrown)),
    );
  };
  return (
    <p className={styles.code}>
      {code === null ? (
        <Button className={buttons.plain ?? ''} onPress={show}>
          Show the code of this answer
        </Button>
      ) : (
        <>
          Show the code of this answer: <code data-code>{code}</code>
        </>
      )}
    </p>
  );
}
