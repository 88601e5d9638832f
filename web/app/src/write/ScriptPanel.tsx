import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { ScriptReport, ScriptWord } from '@ackscope/engine';
import { Choice } from '../kit/Choice.tsx';
import { Spoken } from '../kit/Spoken.tsx';
import { useLab, useLabState } from '../lab/context.ts';
import { FIRST, LIBRARY, sourceOf, startOf } from './library.ts';
import { Neighbour } from './Neighbour.tsx';
import { scriptsOf, withScript } from '../scenario/ownScripts.ts';
import { runFaultsOf } from './runFaults.ts';
import type { RunFault } from './runFaults.ts';
import { Params } from './Params.tsx';
import { openScriptEditor } from './scriptLanguage.ts';
import type { AtCursor, ScriptEditor } from './scriptLanguage.ts';
import styles from './ScriptPanel.module.css';

/** The script for an address that names none of the scenario's: one of the library. */
export function firstScript(item: string | null): { id: string; from: string } {
  const known = LIBRARY.find(({ id }) => id === item);
  if (known === undefined) return FIRST;
  return { id: known.id.startsWith('my-') ? known.id : `my-${known.id}`, from: known.id };
}

const NO_DRAFT = (): string | null => null;

/** A script of the scenario: its text, its mistakes, its params, and its neighbour. */
export function ScriptPanel({
  id,
  line = 0,
  hasLibrary = true,
  draftOf = NO_DRAFT,
  onText,
  onReading,
}: {
  id: string;
  /** The line to show, from 1; 0 for none. */
  line?: number;
  hasLibrary?: boolean;
  /** The text to open instead of the scenario's. */
  draftOf?: () => string | null;
  /** Called with every text that is typed. */
  onText?: (text: string) => void;
  /** Called with true until the text that stands has been read, and then with false. */
  onReading?: (isReading: boolean) => void;
}) {
  const { engine, store } = useLab();
  const scenario = useLabState((state) => state.scenario.wanted);
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<ScriptEditor | null>(null);
  const [report, setReport] = useState<ScriptReport | null>(null);
  const [words, setWords] = useState<readonly ScriptWord[] | null>(null);
  const [cursor, setCursor] = useState<AtCursor | null>(null);
  const text = scriptsOf(scenario).get(id) ?? '';
  const [from, setFrom] = useState(() => startOf(id));

  useEffect(() => {
    let gone = false;
    void engine.ask('scriptWords').then((found) => {
      if (!gone) setWords(found);
    });
    return () => {
      gone = true;
    };
  }, [engine]);

  useEffect(() => {
    const element = box.current;
    if (element === null || words === null) return;
    let standing = draftOf() ?? scriptsOf(store.getState().scenario.wanted).get(id) ?? '';
    const take = (typed: string): void => {
      standing = typed;
      onReading?.(true);
      onText?.(typed);
    };
    const judge = async (typed: string): Promise<ScriptReport> => {
      const found = await engine.ask('script', typed);
      setReport(found);
      // While there are mistakes, the last good text keeps running.
      if (found.errors.length === 0) {
        const { scenario: now, actions } = store.getState();
        if (scriptsOf(now.wanted).get(id) !== typed) {
          actions.replaceScenario(withScript(now.wanted, id, typed));
        }
      }
      if (typed === standing) onReading?.(false);
      return found;
    };
    onReading?.(true);
    const opened = openScriptEditor(element, {
      text: standing,
      words,
      judge,
      onText: take,
      onCursor: setCursor,
    });
    editor.current = opened;
    return () => {
      opened.close();
      editor.current = null;
    };
  }, [engine, store, id, words, draftOf, onText, onReading]);

  useEffect(() => {
    if (line > 0 && words !== null) editor.current?.mark(line);
  }, [line, id, words]);

  // A text, because the lanes change with every piece of the run.
  const told = useLabState((state) => JSON.stringify(runFaultsOf(id, state.run.lanes)));
  const faults = useMemo(() => JSON.parse(told) as RunFault[], [told]);
  useEffect(() => {
    editor.current?.markFaults(faults);
  }, [faults, id, words]);

  const startFrom = (next: string): void => {
    setFrom(next);
    void sourceOf(next).then((source) => editor.current?.replace(source));
  };
  const hasRun = useLabState((state) => state.run.lanes.length > 0);
  const chosen = LIBRARY.find((script) => script.id === from);
  const isFaulty = report !== null && report.errors.length > 0;
  const doubts = report === null || isFaulty ? [] : [...report.doubts, ...faults];
  return (
    <div className={styles.panel}>
      {hasLibrary && (
        <div className={styles.library}>
          <Choice
            label="Start from"
            value={from}
            options={LIBRARY.map((script) => ({ id: script.id, name: script.name, detail: script.note }))}
            onChange={startFrom}
          />
          {chosen !== undefined && <p className={styles.note}>{chosen.note}</p>}
        </div>
      )}
      <div ref={box} className={styles.box} />
      <p className={styles.cursor} data-part="cursor">
        {cursor === null ? ' ' : <Cursor {...cursor} />}
      </p>
      <div className={styles.status} data-ok={!isFaulty} data-doubts={doubts.length}>
        {report === null ? (
          <p>Reading the script.</p>
        ) : isFaulty ? (
          <Mistakes
            report={report}
            hasRun={hasRun}
            onGoTo={(error) => editor.current?.goTo(error)}
            onMend={(error) => editor.current?.mend(error)}
          />
        ) : (
          <>
            <p>
              Runs as <strong>{id}</strong>: {report.name === '' ? 'a script' : report.name}, at most{' '}
              {report.instructions} {report.instructions === 1 ? 'instruction' : 'instructions'} per event.
            </p>
            {doubts.length > 0 && (
              <ul data-part="doubts">
                {doubts.slice(0, MAX_SHOWN).map(({ line: number, message }) => (
                  <li key={`${String(number)}:${message}`}>
                    <Button className={styles.place ?? ''} onPress={() => editor.current?.mark(number)}>
                      Show line {number}
                    </Button>{' '}
                    {message}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
      <Spoken text={report === null ? '' : (report.errors[0]?.message ?? `Runs as ${id}.`)} />
      {report !== null && !isFaulty && report.params.length > 0 && (
        <Params id={id} report={report} scenario={scenario} />
      )}
      {hasLibrary && <Neighbour from={from} text={text} />}
    </div>
  );
}

/** The word at the cursor: its unit and its meaning. */
function Cursor({ word, unit, help }: AtCursor) {
  return (
    <>
      <code>{word}</code>
      {unit !== '' && <span className={styles.unit}> {unit}</span>}
      {help !== '' && <span> · {help}</span>}
    </>
  );
}

const MAX_SHOWN = 5;

function Mistakes({
  report,
  hasRun,
  onGoTo,
  onMend,
}: {
  report: ScriptReport;
  /** A script before this one runs. */
  hasRun: boolean;
  onGoTo: ScriptEditor['goTo'];
  onMend: ScriptEditor['mend'];
}) {
  const { errors } = report;
  return (
    <>
      <p>
        {hasRun
          ? 'The last script without mistakes keeps running.'
          : 'The run starts when the script has no mistakes.'}
      </p>
      <ul>
        {errors.slice(0, MAX_SHOWN).map((error) => (
          <li key={`${error.line}:${error.column}`}>
            <Button className={styles.place ?? ''} onPress={() => onGoTo(error)}>
              Show line {error.line}
            </Button>{' '}
            {error.message}
            {error.nearest !== null && (
              <Button className={styles.fix ?? ''} onPress={() => onMend(error)}>
                Use {error.nearest}
              </Button>
            )}
          </li>
        ))}
        {errors.length > MAX_SHOWN && <li>and {errors.length - MAX_SHOWN} more</li>}
      </ul>
    </>
  );
}
