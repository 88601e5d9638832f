/** YAML of a lesson as data, without anchors, custom tags and much depth, and the lines of its keys in the lesson's file. */
import { isAlias, isNode, isPair, isSeq, Lexer, LineCounter, parseDocument, visit } from 'yaml';

/** Lists and keys within each other, as on the command line (core/cli/src/lesson/yaml.rs). */
const DEEPEST = 8;

export interface YamlText {
  data: unknown;
  /** The line of what is at a path, or of what would hold it. */
  lineOf: (path: readonly (string | number)[]) => number;
}

/** `first` is the line of the file in which the text begins. */
export function yamlText(
  source: string,
  first: number,
  fail: (what: string, line: number) => never,
): YamlText {
  checkDepth(source, (line) => fail(`YAML: at most ${String(DEEPEST)} levels are allowed`, first + line));
  const lines = new LineCounter();
  const lineAt = (offset: number): number => first + lines.linePos(offset).line - 1;
  const document = parseDocument(source, {
    schema: 'core',
    customTags: [],
    lineCounter: lines,
    prettyErrors: false,
  });
  const [mistake] = document.errors;
  if (mistake !== undefined) fail(`YAML: ${mistake.message}`, lineAt(mistake.pos[0]));
  visit(document, {
    Node: (_, node, path) => {
      const line = lineAt(node.range?.[0] ?? 0);
      if (isAlias(node) || node.anchor !== undefined) fail('YAML: anchors are not allowed', line);
      if (path.length > 2 * DEEPEST) fail(`YAML: at most ${String(DEEPEST)} levels are allowed`, line);
    },
  });
  /** Of each key and each item. */
  const starts = new Map<string, number>();
  visit(document, {
    Pair: (_, { key }, path) => {
      if (isNode(key))
        starts.set(JSON.stringify([...keysOf(path), String(key)]), lineAt(key.range?.[0] ?? 0));
    },
    Node: (at, node, path) => {
      if (typeof at === 'number' && node.range != null)
        starts.set(JSON.stringify([...keysOf(path), String(at)]), lineAt(node.range[0]));
    },
  });
  const lineOf: YamlText['lineOf'] = (path) => {
    for (let upto = path.length; upto > 0; upto -= 1) {
      const line = starts.get(JSON.stringify(path.slice(0, upto).map(String)));
      if (line !== undefined) return line;
    }
    return first;
  };
  return { data: document.toJS({ maxAliasCount: 0 }) as unknown, lineOf };
}

/** The keys and indices that lead to a node with these nodes around it. */
function keysOf(path: readonly unknown[]): string[] {
  return path.flatMap((around, at) => {
    if (isPair(around)) return [String(around.key)];
    const item = isSeq(around) ? around.items.indexOf(path[at + 1]) : -1;
    return item < 0 ? [] : [String(item)];
  });
}

/** Before the parser, which a thousand brackets in each other stop for seconds and some more end the tab. */
function checkDepth(source: string, refuse: (line: number) => never): void {
  let [brackets, inLine, line] = [0, 0, 0];
  for (const token of new Lexer().lex(source)) {
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets -= 1;
    else if (token === '\n') [inLine, line] = [0, line + 1];
    // In a block, one line may begin lists and maps in each other: `- - a: b`.
    else if (brackets === 0 && (token === '-' || token === '?' || token === ':')) inLine += 1;
    if (brackets > DEEPEST || inLine > DEEPEST) refuse(line);
  }
}
