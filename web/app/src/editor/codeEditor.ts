/** The common setup of CodeMirror: keys, history, colours, and marks from the engine. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import type { HighlightStyle } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import type { Diagnostic } from '@codemirror/lint';
import type { Extension, Text } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers, showPanel } from '@codemirror/view';

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--page)' },
  '.cm-content': { fontFamily: 'ui-monospace, monospace', caretColor: 'var(--ink)' },
  '.cm-panels': { backgroundColor: 'var(--page)', color: 'var(--ink-2)', border: '0' },
  '.cm-keys': { margin: '0', padding: '0.125rem 0.5rem', fontSize: 'var(--text-s)' },
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
  /** Tab indents; Escape, then Tab leaves the editor. Otherwise Tab alone leaves it. */
  indents?: boolean;
  /** Extensions of this editor only. */
  extensions: Extension;
}

export interface CodeEditor {
  view: EditorView;
  /** After this call nothing is judged or reported. */
  close: () => void;
}

let lastHint = 0;

/**
 * Tab indents until Escape is pressed; then Tab and Shift+Tab leave, until something is typed. A
 * line below the editor says so, also to a screen reader.
 */
function tabIndents(): Extension {
  lastHint += 1;
  const id = `editor-keys-${lastHint}`;
  return [
    keymap.of([
      {
        key: 'Escape',
        run(view) {
          view.setTabFocusMode(true);
          return true;
        },
      },
      indentWithTab,
    ]),
    EditorView.updateListener.of(({ view, docChanged }) => {
      if (docChanged) view.setTabFocusMode(false);
    }),
    EditorView.domEventHandlers({
      blur(_, view) {
        view.setTabFocusMode(false);
      },
    }),
    EditorView.contentAttributes.of({ 'aria-describedby': id }),
    showPanel.of(() => {
      const dom = document.createElement('p');
      dom.id = id;
      dom.className = 'cm-keys';
      dom.textContent = 'Tab indents. Esc, then Tab leaves the editor.';
      return { dom };
    }),
  ];
}

export function openCodeEditor<Judgement>(
  parent: HTMLElement,
  {
    text,
    label,
    colours,
    judge,
    restMs,
    onJudged,
    indents = false,
    extensions,
  }: CodeEditorOptions<Judgement>,
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
      indents ? tabIndents() : [],
      history(),
      drawSelection(),
      bracketMatching(),
      syntaxHighlighting(colours),
      judged,
      theme,
      // Nothing is cut off at the right edge.
      EditorView.lineWrapping,
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
