/** Buttons say what they do in the words of one list: who has pressed one knows the next. */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { PRESETS } from '@ackscope/model';

/** What a button's text begins with. At most forty: a new act takes the place of another one. */
const ACTS =
  'Add Ask Cancel Check Close Compare Double Embed Find Follow Go Halve Hand Hide Next Open Pause Previous Print Redo Reload Remove Run Save Set Share Shorten Show Simulate Skip Start Try Undo Use Zoom'.split(
    ' ',
  );
/** Things that open, answers, and states of a text: no acts. */
const THINGS = [
  'Choose…',
  'Copied',
  'I don’t know',
  'Instruments',
  'Log scale',
  'press',
  'The story of one packet',
  '+1',
];

const SRC = `${import.meta.dirname}/../src/`;

/** The static texts that a button may begin with; none where its text is data. */
function beginnings(node: ts.Node): string[] {
  if (ts.isJsxText(node)) return node.text.trim() === '' ? [] : [node.text.trim()];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return node.head.text === '' ? [] : [node.head.text];
  if (ts.isJsxExpression(node)) return node.expression === undefined ? [] : beginnings(node.expression);
  if (ts.isParenthesizedExpression(node)) return beginnings(node.expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(beginnings);
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return first(node.children);
  return [];
}

const first = (nodes: readonly ts.Node[]): string[] => {
  for (const node of nodes) {
    const found = beginnings(node);
    if (found.length > 0) return found;
    if (ts.isJsxExpression(node) && node.expression !== undefined) return [];
  }
  return [];
};

function buttonsOf(file: string): { place: string; text: string }[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(SRC + file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const found: { place: string; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    const tag = ts.isJsxElement(node) ? node.openingElement : ts.isJsxSelfClosingElement(node) ? node : null;
    const name = tag?.tagName.getText() ?? '';
    const texts =
      name === 'IconButton'
        ? (tag?.attributes.properties ?? []).flatMap((one) =>
            ts.isJsxAttribute(one) && one.name.getText() === 'label' && one.initializer !== undefined
              ? beginnings(one.initializer)
              : [],
          )
        : /^(?:Button|button)$/.test(name) && ts.isJsxElement(node)
          ? first(node.children)
          : [];
    const line = String(source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    found.push(...texts.map((text) => ({ place: `${file}:${line}`, text })));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it('has one word for one act, and few of them', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  const buttons = files.flatMap(buttonsOf);
  const tries = PRESETS.map(({ id, try: { label } }) => ({ place: id, text: label }));
  const all = [...buttons, ...tries].filter(({ text }) => !THINGS.includes(text));
  expect(buttons.length).toBeGreaterThan(80);
  expect(ACTS.length).toBeLessThanOrEqual(40);
  const word = (text: string): string => text.split(/[\s:,…]/)[0] ?? '';
  expect(all.filter(({ text }) => !ACTS.includes(word(text)))).toEqual([]);
  // And none that no button has.
  const used = new Set(all.map(({ text }) => word(text)));
  expect(ACTS.filter((act) => !used.has(act))).toEqual([]);
});
