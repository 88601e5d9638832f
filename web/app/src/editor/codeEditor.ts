/** The common setup of CodeMirror: keys, history, colours, and marks from the engine. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import type { HighlightStyle } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import type { Diagnostic } from '@codemirror/lint';
import type { Extension, Text } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--page)' },
  '.cm-content': { fontFamily: 'ui-monospace, monospace', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--page)', color: 'var(--ink-3)', border: '0' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft) !important',
  },
});

export interface CodeEditorOptions<Judgement> {
  text: string;
  /** The editor's name for a screen reader. */
  label: string;
  colours: HighlightStyle;
  /** Called with the text once nothing was typed for `restMs`. */
  judge: (text: string) => Promise<Judgement>;
  restMs: number;
  /** Called with the judgement if the text is still the same; returns its marks. */
  onJudged: (judgement: Judgement, doc: Text) => readonly Diagnostic[];
  /** Extensions of this editor only. */
  extensions: Extension;
}

export interface CodeEditor {
  view: EditorView;
  /** After this call nothing is judged or reported. */
  close: () => void;
}

export function openCodeEditor<Judgement>(
  parent: HTMLElement,
  { text, label, colours, judge, restMs, onJudged, extensions }: CodeEditorOptions<Judgement>,
): CodeEditor {
  let closed = false;
  const judged = linter(
    async ({ state: { doc } }): Promise<readonly Diagnostic[]> => {
      const judgement = await judge(doc.toString());
      return closed || view.state.doc !== doc ? [] : onJudged(judgement, doc);
    },
    { delay: restMs },
  );
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      lineNumbers(),
      extensions,
      history(),
      drawSelection(),
      bracketMatching(),
      syntaxHighlighting(colours),
      judged,
      theme,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      keymap.of([...defaultKeymap, ...historyKeymap]),
    ],
  });
  return {
    view,
    close() {
      closed = true;
      view.destroy();
    },
  };
}
