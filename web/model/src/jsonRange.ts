/** Finds the text range of a JSON path: the engine reports paths, the editor marks ranges. */

export interface TextRange {
  from: number;
  to: number;
}

/** The range of the value, or of the nearest enclosing object; null if the text is not JSON. */
export function textRangeOf(text: string, path: string): TextRange | null {
  const reader = new Reader(text, path === '' ? [] : path.split('.'));
  return reader.find();
}

class Reader {
  private at = 0;
  private best: TextRange | null = null;
  private readonly text: string;
  private readonly path: readonly string[];

  constructor(text: string, path: readonly string[]) {
    this.text = text;
    this.path = path;
  }

  find(): TextRange | null {
    try {
      this.value(0);
      return this.best;
    } catch {
      return null;
    }
  }

  /** Reads one value. `depth`: how many keys of the path lead here; −1 if it is off the path. */
  private value(depth: number): void {
    this.space();
    const from = this.at;
    const range: TextRange = { from, to: from };
    if (depth >= 0) this.best = range;
    const sign = this.text[this.at];
    if (sign === '{') this.object(depth);
    else if (sign === '[') this.array(depth, from);
    else if (sign === '"') this.string();
    else this.plain();
    range.to = this.at;
  }

  private object(depth: number): void {
    this.at += 1;
    this.space();
    while (this.text[this.at] !== '}') {
      const key = this.string();
      this.space();
      this.take(':');
      this.value(depth >= 0 && key === this.path[depth] ? depth + 1 : -1);
      this.next('}');
    }
    this.at += 1;
  }

  private array(depth: number, from: number): void {
    const wanted = depth < 0 ? undefined : this.path[depth];
    const index = wanted === undefined ? -1 : this.indexOf(wanted, from);
    this.at += 1;
    this.space();
    for (let item = 0; this.text[this.at] !== ']'; item += 1) {
      this.value(item === index ? depth + 1 : -1);
      this.next(']');
    }
    this.at += 1;
  }

  /** A path names an item by its index or its `name`. */
  private indexOf(key: string, from: number): number {
    if (/^\d+$/.test(key)) return Number(key);
    const end = new Reader(this.text.slice(from), []);
    end.value(-1);
    const list = JSON.parse(this.text.slice(from, from + end.at)) as { name?: unknown }[];
    return list.findIndex((item) => typeof item === 'object' && item.name === key);
  }

  private string(): string {
    const from = this.at;
    this.take('"');
    while (this.text[this.at] !== '"') {
      if (this.at >= this.text.length) throw new SyntaxError('an open string');
      this.at += this.text[this.at] === '\\' ? 2 : 1;
    }
    this.at += 1;
    return JSON.parse(this.text.slice(from, this.at)) as string;
  }

  private plain(): void {
    const match = /[^\s,\]}]+/y;
    match.lastIndex = this.at;
    const word = match.exec(this.text)?.[0];
    if (word === undefined) throw new SyntaxError('no value');
    this.at += word.length;
  }

  private next(end: string): void {
    this.space();
    if (this.text[this.at] === ',') {
      this.at += 1;
      this.space();
    } else if (this.text[this.at] !== end) throw new SyntaxError('no comma');
  }

  private take(sign: string): void {
    if (this.text[this.at] !== sign) throw new SyntaxError(`no ${sign}`);
    this.at += 1;
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }
}
