import { useEffect, useRef, useState } from 'react';
import { textRangeOf, readScenarioText, writeScenarioText } from '@ackscope/model';
import { Spoken } from '../kit/Spoken.tsx';
import { useLab } from '../lab/context.ts';
import { openScenarioEditor } from './scenarioEditor.ts';
import type { ScenarioJudgement } from './scenarioEditor.ts';
import styles from './ScenarioText.module.css';

/**
 * The scenario as text. A valid text runs while it is typed. An invalid one is marked at the
 * mistake, with the engine's message, and the last good run stays.
 */
export function ScenarioText() {
  const { store, runner } = useLab();
  const box = useRef<HTMLDivElement>(null);
  const [status, setStatus] = useState<ScenarioJudgement>({
    ok: true,
    message: 'Runs as you type.',
    place: null,
  });

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const judge = async (text: string): Promise<ScenarioJudgement> => {
      const read = readScenarioText(text);
      if ('problem' in read) return { ok: false, message: read.problem, place: null };
      const check = await runner.check(read.scenario);
      if (check.ok) {
        store.getState().actions.replaceScenario(read.scenario);
        return { ok: true, message: 'Valid, applied.', place: null };
      }
      return { ok: false, message: check.error.message, place: textRangeOf(text, check.error.path) };
    };
    const editor = openScenarioEditor(
      element,
      writeScenarioText(store.getState().scenario.wanted),
      judge,
      setStatus,
    );
    return () => {
      editor.close();
    };
  }, [store, runner]);

  return (
    <div className={styles.editor}>
      <div ref={box} className={styles.box} />
      <p className={styles.status} data-ok={status.ok}>
        {status.message}
      </p>
      <Spoken text={status.message} />
    </div>
  );
}
