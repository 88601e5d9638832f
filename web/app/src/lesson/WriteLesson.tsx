import { useEffect, useRef, useState } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { HighlightStyle } from '@codemirror/language';
import type { Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { messageOf } from '@ackscope/engine';
import template from '../../public/lessons/template.md?raw';
import { draftAt, keepDraft } from '../base/draft.ts';
import { MAX_BYTES } from '../base/remoteText.ts';
import { saveText } from '../base/save.ts';
import type { Foreign } from '../course/foreign/foreignText.ts';
import { openCodeEditor } from '../editor/codeEditor.ts';
import type { CodeEditor } from '../editor/codeEditor.ts';
import buttons from '../kit/buttons.module.css';
import { Problem } from '../kit/Problem.tsx';
import { Spoken } from '../kit/Spoken.tsx';
import { useLab } from '../lab/context.ts';
import { Valued } from '../lessons/Varied.tsx';
import { useTheme } from '../site/useTheme.ts';
import { CheckLesson } from './CheckLesson.tsx';
import { readDraft, stepAt } from './draft.ts';
import type { Mistake } from './draft.ts';
import { StepPreview } from './StepPreview.tsx';
import styles from './WriteLesson.module.css';

/** A draft is read after this pause in typing: its reader is a worker that begins anew. */
const REST_MS = 400;

const colours = HighlightStyle.define([{ tag: tags.heading, color: 'var(--accent)' }]);
const theme = EditorView.theme({ '&': { fontSize: '0.8125rem' } });

/** The name of the draft: another page and back, or a reload, does not lose it. */
const DRAFT = 'lesson';
let kept = draftAt(DRAFT);
/** What a file has of it. */
let saved = template;

/** The writer of a lesson of one's own: its text, and beside it the step at the cursor. */
export function WriteLesson() {
  const { engine } = useLab();
  const { themeKey } = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | null>(null);
  const [good, setGood] = useState<Foreign | null>(null);
  const [mistake, setMistake] = useState<Mistake | null>(null);
  const [at, setAt] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let reading = new AbortController();
    const opened = openCodeEditor<Foreign | Mistake>(element, {
      text: kept ?? template,
      label: 'Text of the lesson',
      colours,
      restMs: REST_MS,
      judge(text) {
        reading.abort();
        reading = new AbortController();
        return readDraft(text, engine, reading.signal).catch((thrown: unknown) => ({
          line: 0,
          message: messageOf(thrown),
        }));
      },
      onJudged(read, doc) {
        if ('lesson' in read) {
          setGood(read);
          setMistake(null);
          return [];
        }
        setMistake(read);
        const { from, to } = placeOf(doc, read);
        return [{ from, to, severity: 'error', message: read.message }];
      },
      extensions: [
        theme,
        EditorView.lineWrapping,
        EditorView.updateListener.of(({ state, docChanged, selectionSet }) => {
          if (docChanged) {
            kept = state.doc.toString();
            keepDraft(DRAFT, kept);
          }
          if (docChanged || selectionSet)
            setAt(stepAt(state.doc.toString(), state.doc.lineAt(state.selection.main.head).number));
        }),
      ],
    });
    editor.current = opened;
    return () => {
      reading.abort();
      opened.close();
      editor.current = null;
    };
  }, [engine]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if ((kept ?? saved) !== saved) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  const open = async (files: FileList | null): Promise<void> => {
    const [file] = files ?? [];
    if (file === undefined) return;
    if (file.size > MAX_BYTES) {
      setProblem(`${file.name} is longer than ${String(MAX_BYTES / 1024)} kB.`);
      return;
    }
    const text = await file.text();
    const { view } = editor.current ?? {};
    view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    saved = text;
    setProblem(null);
  };
  const save = (): void => {
    saved = kept ?? template;
    saveText('lesson.md', saved, 'text/markdown');
  };
  const goTo = (wrong: Mistake): void => {
    const { view } = editor.current ?? {};
    if (view === undefined) return;
    view.dispatch({ selection: { anchor: placeOf(view.state.doc, wrong).from }, scrollIntoView: true });
    view.focus();
  };
  return (
    <div className={styles.writer}>
      <div className={styles.bar}>
        <h1>Write a lesson</h1>
        <FileTrigger
          acceptedFileTypes={['.md', 'text/markdown', 'text/plain']}
          onSelect={(files) => void open(files)}
        >
          <Button className={buttons.plain ?? ''}>Open a file</Button>
        </FileTrigger>
        <Button className={buttons.plain ?? ''} onPress={save}>
          Save
        </Button>
      </div>
      <section className={styles.left} aria-label="The text">
        <div ref={box} className={styles.box} />
        <div className={styles.status} data-ok={mistake === null}>
          <Problem>{problem}</Problem>
          {mistake === null ? (
            good !== null && <CheckLesson key={good.lesson.revision} foreign={good} />
          ) : (
            <p>
              {mistake.line > 0 && (
                <Button className={buttons.quiet ?? ''} onPress={() => goTo(mistake)}>
                  Show line {mistake.line}
                </Button>
              )}{' '}
              {mistake.message}. {good !== null && 'The preview shows the last text that could be read.'}
            </p>
          )}
          <Spoken text={mistake === null ? '' : `Line ${String(mistake.line)}: ${mistake.message}`} />
        </div>
      </section>
      <section className={styles.preview} aria-label="Preview of the step at the cursor" tabIndex={0}>
        {good === null ? (
          <p>{mistake === null ? 'Reading the text.' : 'There is no lesson yet.'}</p>
        ) : (
          <Valued lesson={good.lesson} query="">
            {(shown) => (
              <StepPreview lesson={shown} at={Math.min(at, shown.steps.length - 1)} themeKey={themeKey} />
            )}
          </Valued>
        )}
      </section>
    </div>
  );
}

/** The line of a mistake; without one the first. */
function placeOf(doc: Text, { line }: Mistake): { from: number; to: number } {
  return doc.line(Math.min(Math.max(line, 1), doc.lines));
}
