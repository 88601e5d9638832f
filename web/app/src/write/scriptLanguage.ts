/** CodeMirror for scripts: highlighting, marks at mistakes, and completion. */
import { autocompletion } from '@codemirror/autocomplete';
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { HighlightStyle, StreamLanguage } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import type { Diagnostic } from '@codemirror/lint';
import type { EditorState, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { ScriptReport, ScriptWord } from '@ackscope/engine';
import { openCodeEditor } from '../editor/codeEditor.ts';
import type { RunFault } from './runFaults.ts';

/** Keys within a frame are handled together. A longer pause is visible: curves take 0.15 s. */
const REST_MS = 16;

const KEYWORDS =
  /^(?:algorithm|param|in|state|on|let|if|else|standard|explain|show|as|pace|and|or|not)(?![A-Za-z0-9_])/;
const NUMBER =
  /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?:[ \t]*(?:segments\/s(?:\^[23])?|segments|[kMG]?bps|[kM]?B|[mun]?s)(?![A-Za-z0-9_]))?/;

function language(words: readonly ScriptWord[]) {
  const kinds = new Map(words.map(({ word, kind }) => [word, kind]));
  return StreamLanguage.define({
    name: 'ackscript',
    token(stream) {
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return 'comment';
      if (stream.match(/^"[^"]*"?/)) return 'string';
      if (stream.match(NUMBER)) return 'number';
      if (stream.match(KEYWORDS)) return 'keyword';
      if (stream.match(/^(?:true|false)(?![A-Za-z0-9_])/)) return 'atom';
      const word = stream.match(/^[A-Za-z][A-Za-z0-9_]*/);
      if (word !== null && typeof word === 'object') {
        const kind = kinds.get(word[0]);
        return kind === 'name' || kind === 'function' || kind === 'event' ? 'propertyName' : 'variableName';
      }
      stream.next();
      return null;
    },
    languageData: { commentTokens: { line: '#' } },
  });
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--series-purple)', fontWeight: '600' },
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--series-green)' },
  { tag: tags.number, color: 'var(--series-vermilion)' },
  { tag: tags.atom, color: 'var(--series-vermilion)' },
  { tag: tags.comment, color: 'var(--ink-3)', fontStyle: 'italic' },
]);

const theme = EditorView.theme({
  '&': { fontSize: '0.875rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--ink)',
  },
  '.cm-completionInfo': { maxWidth: '20rem' },
});

const TYPES: Readonly<Record<string, string>> = {
  name: 'variable',
  event: 'class',
  function: 'function',
  unit: 'constant',
  word: 'keyword',
};

type Mistake = ScriptReport['errors'][number];

/** A mark from a mistake's position to the end of its word. */
function diagnostic(
  doc: Text,
  { line, column, message }: Mistake,
  severity: Diagnostic['severity'] = 'error',
): Diagnostic {
  const { from, to, text } = doc.line(Math.min(line, doc.lines));
  // Columns count characters; the editor counts UTF-16 units.
  const before = [...text].slice(0, column - 1).join('').length;
  const start = Math.min(from + before, to);
  const word = /^(?:[\w.]+|[^\w\s]+)/.exec(text.slice(before));
  const end = Math.min(to, start + Math.max(1, word?.[0].length ?? 1));
  return { from: start, to: Math.max(start, end), severity, message };
}

/** A mark on the whole line of a fault. */
function lineMark(doc: Text, { line, message }: RunFault): Diagnostic {
  const { from, to, text } = doc.line(Math.min(line, doc.lines));
  return { from: from + (text.length - text.trimStart().length), to, severity: 'warning', message };
}

export interface AtCursor {
  word: string;
  /** Empty for a plain number. */
  unit: string;
  help: string;
}

/** The name or the operator at the cursor, with its unit and its help text. */
function atCursor(state: EditorState, report: ScriptReport, words: readonly ScriptWord[]): AtCursor | null {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const offset = head - line.from;
  for (const part of line.text.matchAll(/[A-Za-z][A-Za-z0-9_]*|[-+*/^]=?|[<>]=?|[=!]=/g)) {
    if (offset < part.index || offset > part.index + part[0].length) continue;
    const column = [...line.text.slice(0, part.index)].length + 1;
    const found = report.units.find((unit) => unit.line === line.number && unit.column === column);
    if (found === undefined) continue;
    const own = report.params.find(({ name }) => name === part[0]);
    const known = words.find(({ word }) => word === part[0]);
    return { word: part[0], unit: found.unit, help: own?.help ?? known?.help ?? '' };
  }
  return null;
}

export interface ScriptEditor {
  /** Replaces the text, as if somebody had typed it. */
  replace: (text: string) => void;
  /** Selects a line and scrolls to it. */
  mark: (line: number) => void;
  /** Puts the cursor at a mistake. */
  goTo: (mistake: Mistake) => void;
  /** Replaces the unknown word by the nearest known one. */
  mend: (mistake: Mistake) => void;
  /** Marks the lines in which the run of this text had faults. */
  markFaults: (faults: readonly RunFault[]) => void;
  close: () => void;
}

/** Opens an editor in `parent`; `judge` is called after every pause. */
export function openScriptEditor(
  parent: HTMLElement,
  {
    text,
    words,
    judge,
    onText,
    onCursor,
  }: {
    text: string;
    words: readonly ScriptWord[];
    judge: (text: string) => Promise<ScriptReport>;
    /** Called with every text that is typed, before it is judged. */
    onText: ((text: string) => void) | undefined;
    onCursor: (at: AtCursor | null) => void;
  },
): ScriptEditor {
  let report: ScriptReport | null = null;
  let faults: readonly RunFault[] = [];
  const marks = ({ errors, doubts }: ScriptReport, doc: Text): Diagnostic[] => [
    ...errors.map((error) => diagnostic(doc, error)),
    ...doubts.map((doubt) => diagnostic(doc, doubt, 'warning')),
    // While there are mistakes, another text runs.
    ...(errors.length > 0 ? [] : faults.map((fault) => lineMark(doc, fault))),
  ];
  const offered = (context: CompletionContext): CompletionResult | null => {
    // CodeMirror looks at the last 250 characters of the line.
    // eslint-disable-next-line regexp/no-super-linear-move
    const word = context.matchBefore(/[A-Za-z][A-Za-z0-9_]*/);
    if (word === null && !context.explicit) return null;
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, (word?.from ?? context.pos) - line.from);
    if (/#|"[^"]*$/.test(before)) return null;
    const events = /(?:^|\})\s*on\s+$/.test(before);
    const units = /\d[ \t]*$/.test(before);
    const known = words.filter(({ kind }) =>
      events ? kind === 'event' : units ? kind === 'unit' : kind !== 'event' && kind !== 'unit',
    );
    const own = events || units || report === null ? [] : [...report.params, ...report.states];
    const options: Completion[] = [
      ...own.map(({ name, unit, help }) => ({ label: name, type: 'variable', detail: unit, info: help })),
      ...known.map(({ word: label, kind, detail, help }) => ({
        label,
        type: TYPES[kind] ?? 'text',
        detail,
        ...(help === '' ? {} : { info: help }),
      })),
    ];
    return { from: word?.from ?? context.pos, options, validFor: /^[A-Za-z0-9_]*$/ };
  };
  const { view, close } = openCodeEditor(parent, {
    text,
    label: 'Script',
    colours,
    judge,
    restMs: REST_MS,
    indents: true,
    onJudged(found, doc) {
      report = found;
      onCursor(atCursor(view.state, found, words));
      return marks(found, doc);
    },
    extensions: [
      lintGutter(),
      language(words),
      autocompletion({ override: [offered], icons: false }),
      EditorView.updateListener.of(({ state, selectionSet, docChanged }) => {
        if (docChanged) onText?.(state.doc.toString());
        // A changed text gets its units once it is read.
        if (selectionSet && report !== null) onCursor(atCursor(state, report, words));
      }),
      // On a small screen, what is said about the script stays over the top of the text.
      EditorView.scrollMargins.of(() => {
        const over = parent.parentElement?.querySelector<HTMLElement>('[data-ok]');
        return over != null && getComputedStyle(over).position === 'sticky'
          ? { top: over.offsetHeight }
          : null;
      }),
      theme,
    ],
  });
  return {
    replace(next) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    mark(number) {
      const { from, to } = view.state.doc.line(Math.min(number, view.state.doc.lines));
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.focus();
    },
    goTo(mistake) {
      const { from } = diagnostic(view.state.doc, mistake);
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
    mend(mistake) {
      if (mistake.nearest === null) return;
      const { from, to } = diagnostic(view.state.doc, mistake);
      view.dispatch({
        changes: { from, to, insert: mistake.nearest },
        selection: { anchor: from + mistake.nearest.length },
      });
      view.focus();
    },
    markFaults(found) {
      faults = found;
      if (report !== null) view.dispatch(setDiagnostics(view.state, marks(report, view.state.doc)));
    },
    close,
  };
}
