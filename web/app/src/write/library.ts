/** Algorithms as scripts to start from; each with the one to compare it with. */

export interface LibraryScript {
  id: string;
  name: string;
  /** The most important fact, in a sentence. */
  note: string;
  /** The script that differs least from it. */
  neighbour: string | null;
}

export const LIBRARY: readonly LibraryScript[] = [
  {
    id: 'newreno',
    name: 'New Reno',
    note: 'This script could be empty: New Reno does what a script leaves out.',
    neighbour: null,
  },
  {
    id: 'stcp',
    name: 'Scalable TCP',
    note: 'The window grows by a fixed step per ACK and falls by an eighth at a loss.',
    neighbour: 'newreno',
  },
  {
    id: 'hstcp',
    name: 'HighSpeed TCP',
    note: 'A larger window grows faster and falls by a smaller share at a loss.',
    neighbour: 'newreno',
  },
  {
    id: 'hybla',
    name: 'Hybla',
    note: 'The rate grows as fast with a long RTT as with a short one.',
    neighbour: 'newreno',
  },
  {
    id: 'my-westwood',
    name: 'My Westwood',
    note: 'A bandwidth estimate per round sets the window at a loss.',
    neighbour: 'newreno',
  },
  {
    id: 'westwood-plus',
    name: 'Westwood+',
    note: 'The estimate also counts the data that duplicate ACKs report, as in the paper.',
    neighbour: 'my-westwood',
  },
  {
    id: 'vegas',
    name: 'Vegas',
    note: 'Once per round it compares the number of its queued packets with two bounds.',
    neighbour: 'newreno',
  },
  {
    id: 'illinois',
    name: 'Illinois',
    note: 'The delay sets how fast the window grows and how far it falls at a loss.',
    neighbour: 'newreno',
  },
  {
    id: 'cubic-rfc9438',
    name: 'CUBIC',
    note: 'The window follows a cubic curve of the time since the last loss.',
    neighbour: 'newreno',
  },
  {
    id: 'copa',
    name: 'Copa',
    note: 'A few packets of the flow wait in the queue; beside flows that fill it, more.',
    neighbour: 'vegas',
  },
  {
    id: 'ledbat-plus-plus',
    name: 'LEDBAT++',
    note: 'A background flow: it takes what is left, up to 60 ms of queue.',
    neighbour: 'newreno',
  },
];

export function isInLibrary(id: string): boolean {
  return LIBRARY.some((script) => script.id === id);
}

/** The id of a new script, and the library script it starts from. */
export const FIRST = { id: 'my-own', from: 'my-westwood' };

/** The library script from which an id was made. */
export function startOf(id: string): string {
  const known = LIBRARY.find((script) => script.id === id || `my-${script.id}` === id);
  return known?.id ?? FIRST.from;
}

const sources = import.meta.glob<string>('../../../../core/script/library/*.ack', {
  query: '?raw',
  import: 'default',
});

export async function sourceOf(id: string): Promise<string> {
  const load = sources[`../../../../core/script/library/${id}.ack`];
  if (load === undefined) throw new Error(`no script ${id}`);
  return load();
}

export interface DiffLine {
  sign: ' ' | '+' | '-';
  text: string;
}

/** The lines of `after` and the removed ones of `before`, by longest common subsequence. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')];
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = common[i];
    if (row === undefined) continue;
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ sign: ' ', text: a[i] ?? '' });
      i += 1;
      j += 1;
    } else if (j < b.length && (i >= a.length || at(i, j + 1) > at(i + 1, j))) {
      lines.push({ sign: '+', text: b[j] ?? '' });
      j += 1;
    } else {
      lines.push({ sign: '-', text: a[i] ?? '' });
      i += 1;
    }
  }
  return lines;
}
