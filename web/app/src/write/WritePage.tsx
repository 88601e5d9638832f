import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { ScriptReport, ScriptWord } from '@ackscope/engine';
import type { JsonObject } from '@ackscope/model';
import { Choice } from '../controls/Choice.tsx';
import { Knob } from '../controls/Knob.tsx';
import { linear, logarithmic } from '../controls/Slider.tsx';
import { Switch } from '../controls/Switch.tsx';
import { labHref } from '../lab/address.ts';
import { useLab, useLabState } from '../lab/context.ts';
import { useTheme } from '../lab/useTheme.ts';
import { Lanes } from '../panels/Lanes.tsx';
import { Page } from '../panels/Page.tsx';
import { Question } from '../panels/Question.tsx';
import { LIBRARY, diffLines, sourceOf } from './library.ts';
import { parametersOf, scriptsOf, withParameter, withScript } from './ownScripts.ts';
import { openScriptEditor } from './scriptLanguage.ts';
import type { ScriptEditor } from './scriptLanguage.ts';
import styles from './Write.module.css';

/** A new script's id, and what it starts from. */
const FIRST = { id: 'my-own', from: 'my-westwood' };

/** An algorithm of one's own: its text, and beside it the lanes, which follow while it is typed. */
export function WritePage({ item }: { item: string | null }) {
  const { store } = useLab();
  const { isDark, themeKey } = useTheme();
  const scenario = useLabState((state) => state.scenario.wanted);
  const scripts = useMemo(() => scriptsOf(scenario), [scenario]);
  const id = item !== null && scripts.has(item) ? item : ([...scripts.keys()][0] ?? null);
  useEffect(() => {
    document.title = 'Write · Ackscope';
  }, []);
  useEffect(() => {
    if (id !== null) return;
    let gone = false;
    void sourceOf(FIRST.from).then((text) => {
      const { scenario: now, actions } = store.getState();
      if (!gone && scriptsOf(now.wanted).size === 0) {
        actions.replaceScenario(withScript(now.wanted, FIRST.id, text));
      }
    });
    return () => {
      gone = true;
    };
  }, [id, store]);
  // The whole run is what a change is judged by: the clock stands at its end.
  const durationS = useLabState((state) => state.run.durationS);
  useEffect(() => {
    if (durationS > 0) store.getState().actions.seek(durationS);
  }, [durationS, store]);
  return (
    <Page here="write" isDark={isDark} className={styles.main} marks={{ 'data-script': id }}>
      <div className={styles.columns}>
        <div className={styles.left}>
          <h1>Write an algorithm</h1>
          {id !== null && <Script key={id} id={id} scenario={scenario} />}
        </div>
        <div className={styles.right}>
          <Question />
          <Lanes themeKey={themeKey} />
          <p className={styles.note}>
            The lanes run as you type. <a href={labHref(store)}>Open in the lab</a> for the clock, the packets
            and a link to send.
          </p>
        </div>
      </div>
    </Page>
  );
}

function Script({ id, scenario }: { id: string; scenario: JsonObject }) {
  const { engine, store } = useLab();
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<ScriptEditor | null>(null);
  const [report, setReport] = useState<ScriptReport | null>(null);
  const [words, setWords] = useState<readonly ScriptWord[] | null>(null);
  const [from, setFrom] = useState(FIRST.from);
  const text = scriptsOf(scenario).get(id) ?? '';

  useEffect(() => {
    let gone = false;
    void engine.scriptWords().then((found) => {
      if (!gone) setWords(found);
    });
    return () => {
      gone = true;
    };
  }, [engine]);

  useEffect(() => {
    const element = box.current;
    if (element === null || words === null) return;
    const judge = async (typed: string): Promise<ScriptReport> => {
      const found = await engine.script(typed);
      setReport(found);
      // While there are mistakes, the last good text goes on running.
      if (found.errors.length === 0) {
        const { scenario: now, actions } = store.getState();
        if (scriptsOf(now.wanted).get(id) !== typed) {
          actions.replaceScenario(withScript(now.wanted, id, typed));
        }
      }
      return found;
    };
    const start = scriptsOf(store.getState().scenario.wanted).get(id) ?? '';
    const opened = openScriptEditor(element, start, words, judge);
    editor.current = opened;
    return () => {
      opened.close();
      editor.current = null;
    };
  }, [engine, store, id, words]);

  const startFrom = (next: string): void => {
    setFrom(next);
    void sourceOf(next).then((source) => editor.current?.replace(source));
  };
  const chosen = LIBRARY.find((script) => script.id === from);
  const errors = report?.errors ?? [];
  return (
    <>
      <div className={styles.library}>
        <Choice
          label="Start from"
          value={from}
          options={LIBRARY.map((script) => ({ id: script.id, name: script.name }))}
          onChange={startFrom}
        />
        {chosen !== undefined && <p className={styles.note}>{chosen.note}</p>}
      </div>
      <div ref={box} className={styles.box} />
      <div className={styles.status} role="status" data-ok={errors.length === 0}>
        {report === null ? (
          <p>Reading the script.</p>
        ) : errors.length === 0 ? (
          <p>
            Runs as <strong>{id}</strong>: {report.name === '' ? 'a script' : report.name}, at most{' '}
            {report.instructions} instructions an event.
          </p>
        ) : (
          <ul>
            {errors.slice(0, 5).map((error) => (
              <li key={`${error.line}:${error.column}`}>
                <Button className={styles.place ?? ''} onPress={() => editor.current?.goTo(error.line)}>
                  Line {error.line}
                </Button>{' '}
                {error.message}
              </li>
            ))}
            {errors.length > 5 && <li>and {errors.length - 5} more</li>}
          </ul>
        )}
      </div>
      {report !== null && errors.length === 0 && report.params.length > 0 && (
        <Params id={id} report={report} scenario={scenario} />
      )}
      <Neighbour from={from} text={text} />
    </>
  );
}

/** Params become sliders by themselves. */
function Params({ id, report, scenario }: { id: string; report: ScriptReport; scenario: JsonObject }) {
  const { store } = useLab();
  const set = parametersOf(scenario, id);
  const change = (name: string, value: number | boolean | null): void => {
    const { scenario: now, actions } = store.getState();
    actions.replaceScenario(withParameter(now.wanted, id, name, value));
  };
  return (
    <section className={styles.params} aria-label="Parameters">
      {report.params.map((param) => {
        const given = set[param.name];
        if (param.is_condition) {
          const on = typeof given === 'boolean' ? given : param.default !== 0;
          return (
            <Switch
              key={param.name}
              label={param.name}
              isOn={on}
              onChange={(value) => change(param.name, value)}
            />
          );
        }
        const value = typeof given === 'number' ? given : param.default;
        const [min, max] = param.range ?? [-1e12, 1e12];
        const isWide = min > 0 && max / min >= 1000;
        const step = Number(((max - min) / 200).toPrecision(1));
        return (
          <Knob
            key={param.name}
            label={param.name}
            value={Number(value.toPrecision(6))}
            unit={param.unit}
            min={min}
            max={max}
            decimals={6}
            travel={param.range === null ? null : isWide ? logarithmic(min, max) : linear(min, max, step)}
            remark={param.help === '' ? null : param.help}
            onReset={value === param.default ? null : () => change(param.name, null)}
            onChange={(next) => change(param.name, Number(next.toPrecision(6)))}
          />
        );
      })}
    </section>
  );
}

/** What differs from the script it is best compared with. */
function Neighbour({ from, text }: { from: string; text: string }) {
  const script = LIBRARY.find(({ id }) => id === from);
  const neighbour = LIBRARY.find(({ id }) => id === (script?.neighbour ?? 'newreno'));
  const [other, setOther] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    void sourceOf(neighbour?.id ?? 'newreno').then((source) => {
      if (!gone) setOther(source);
    });
    return () => {
      gone = true;
    };
  }, [neighbour]);
  if (other === null || neighbour === undefined) return null;
  const lines = diffLines(other, text);
  const changed = lines.filter(({ sign }) => sign === '+').length;
  return (
    <details className={styles.diff}>
      <summary>
        Compared with {neighbour.name}: {changed} {changed === 1 ? 'line' : 'lines'} of its own
      </summary>
      <pre tabIndex={0}>
        {lines.map(({ sign, text: line }, index) => (
          <span key={index} data-sign={sign}>
            {sign} {line}
            {'\n'}
          </span>
        ))}
      </pre>
    </details>
  );
}
