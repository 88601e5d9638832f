/** CodeMirror for a scenario: a small JSON grammar, and marks where the engine refuses. */
import { HighlightStyle, StreamLanguage } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { openCodeEditor } from './codeEditor.ts';

export interface ScenarioJudgement {
  ok: boolean;
  message: string;
  place: { from: number; to: number } | null;
}

/** The text is judged after this pause in typing. */
const REST_MS = 250;

/** Keys, texts, numbers and words: the tokens of JSON. */
const json = StreamLanguage.define({
  name: 'json',
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^"(?:[^"\\]|\\.)*"(?=\s*:)/)) return 'propertyName';
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return 'number';
    if (stream.match(/^(?:true|false|null)/)) return 'atom';
    stream.next();
    return null;
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--series-green)' },
  { tag: tags.number, color: 'var(--series-vermilion)' },
  { tag: tags.atom, color: 'var(--series-purple)' },
]);

const theme = EditorView.theme({
  '&': { fontSize: '0.8125rem' },
});

export function openScenarioEditor(
  parent: HTMLElement,
  text: string,
  judge: (text: string) => Promise<ScenarioJudgement>,
  onJudged: (judgement: ScenarioJudgement) => void,
): { close: () => void } {
  const { view, close } = openCodeEditor(parent, {
    text,
    label: 'Scenario as JSON',
    colours,
    judge,
    restMs: REST_MS,
    onJudged(judgement, doc) {
      onJudged(judgement);
      if (judgement.ok) return [];
      const { from, to } = judgement.place ?? { from: 0, to: doc.length };
      return [{ from, to, severity: 'error', message: judgement.message }];
    },
    extensions: [json, theme],
  });
  view.focus();
  return { close };
}
