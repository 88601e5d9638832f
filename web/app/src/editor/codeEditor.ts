/** CodeMirror, set up for a scenario: a small JSON grammar, and marks where the engine refuses. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import type { Diagnostic } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { editorTheme } from './theme.ts';

export interface EditorStatus {
  ok: boolean;
  message: string;
  place: { from: number; to: number } | null;
}

/** How long a hand rests before what it typed is judged. */
const REST_MS = 250;

/** Keys, texts, numbers and words: all that JSON has. */
const json = StreamLanguage.define({
  name: 'json',
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/)) return 'propertyName';
    if (stream.match(/"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return 'number';
    if (stream.match(/true|false|null/)) return 'atom';
    stream.next();
    return null;
  },
});

const look = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--series-green)' },
  { tag: tags.number, color: 'var(--series-vermilion)' },
  { tag: tags.atom, color: 'var(--series-purple)' },
]);

const theme = EditorView.theme({
  '&': { fontSize: '0.8125rem' },
});

export function openEditor(
  parent: HTMLElement,
  text: string,
  judge: (text: string) => Promise<EditorStatus>,
  tell: (judgement: EditorStatus) => void,
): { close: () => void } {
  let closed = false;
  const judged = linter(
    async (view): Promise<readonly Diagnostic[]> => {
      const judgement = await judge(view.state.doc.toString());
      if (closed) return [];
      tell(judgement);
      if (judgement.ok) return [];
      const { from, to } = judgement.place ?? { from: 0, to: view.state.doc.length };
      return [{ from, to, severity: 'error', message: judgement.message }];
    },
    { delay: REST_MS },
  );
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        json,
        syntaxHighlighting(look),
        judged,
        editorTheme,
        theme,
        EditorView.contentAttributes.of({ 'aria-label': 'Scenario as JSON', tabindex: '0' }),
        keymap.of([...defaultKeymap, ...historyKeymap]),
      ],
    }),
  });
  view.focus();
  return {
    close() {
      closed = true;
      view.destroy();
    },
  };
}
