import type { GalleryEntry } from '@ackscope/engine';

export interface Paper {
  id: string;
  authors: string;
  /** Null if it was not published. */
  year: number | null;
  title: string;
}

/** The five papers in the site's order, a kernel's measurements, and the page's own collections. */
const PAPERS: readonly Paper[] = [
  {
    id: 'GM04',
    authors: 'Grieco & Mascolo',
    year: 2004,
    title: 'Performance evaluation and comparison of Westwood+, New Reno and Vegas TCP congestion control',
  },
  {
    id: 'MV06',
    authors: 'Mascolo & Vacirca',
    year: 2006,
    title: 'Issues in performance evaluation of new TCP stacks in high speed networks',
  },
  {
    id: 'CGMSW02',
    authors: 'Casetti, Gerla, Mascolo, Sanadidi & Wang',
    year: 2002,
    title: 'TCP Westwood: end-to-end congestion control for wired/wireless networks',
  },
  {
    id: 'KGM08',
    authors: 'Kliazovich, Granelli & Miorandi',
    year: 2008,
    title:
      'Logarithmic window increase for TCP Westwood+ for improvement in high speed, long distance networks',
  },
  {
    id: 'GM02',
    authors: 'Grieco & Mascolo',
    year: 2002,
    title: 'TCP Westwood and Easy RED to improve fairness in high-speed networks',
  },
  {
    id: 'Linux',
    authors: 'A real kernel',
    year: null,
    title: 'Linux 6.18 over an emulated bottleneck, drawn over the simulated windows',
  },
  {
    id: 'Everyday',
    authors: 'Everyday',
    year: null,
    title: 'What happens at home: a call, a backup, and the buffer that they share',
  },
  {
    id: 'The Internet of today',
    authors: 'The Internet of today',
    year: null,
    title:
      'Queues that mark packets or serve flows in turn, and senders for such queues. The claims are from RFCs and published tests',
  },
  {
    id: 'A sender of today',
    authors: 'A sender of today',
    year: null,
    title: 'What Linux has added to TCP since 2003, one mechanism at a time, on paths of today',
  },
];

export function paperOf(entry: GalleryEntry): Paper | undefined {
  return PAPERS.find(({ id }) => id === entry.paper);
}

/** Papers that have entries, in the site's order. */
export function papersOf(entries: readonly GalleryEntry[]): Paper[] {
  return PAPERS.filter(({ id }) => entries.some((entry) => entry.paper === id));
}

/** The number of the first figure in a label; tables and what has no number come after the figures. */
const figureNumber = (label: string): number => Number(/Fig(?:ure)?s?\.? (\d+)/.exec(label)?.[1] ?? Infinity);

/** By paper and figure number; formulas come last. What only old links name is left out. */
export function inOrder(entries: readonly GalleryEntry[]): GalleryEntry[] {
  const place = ({ paper, kind }: GalleryEntry): number =>
    PAPERS.findIndex(({ id }) => id === paper) + (kind === 'formula' ? PAPERS.length : 0);
  const offered = entries.filter(({ today }) => today === undefined);
  return offered.sort(
    (a, b) =>
      place(a) - place(b) ||
      // Two labels without a number have no difference: ∞ − ∞ is not a number.
      figureNumber(a.label) - figureNumber(b.label) ||
      a.label.localeCompare(b.label, 'en', { numeric: true }),
  );
}

/** Whether an entry is of one of the page's own collections, and repeats no paper. */
export function isOwn(entry: GalleryEntry): boolean {
  return PAPERS.some(({ id, year }) => id === entry.paper && year === null && id !== 'Linux');
}

/** A paper's short name in a tile and a filter: its first author and the year. */
export function briefName({ authors, year }: Paper): string {
  const first = authors.split(/,| & /)[0] ?? authors;
  return year === null ? first : `${first} ${String(year)}`;
}

/** A source with the papers’ short ids written out: “GM02 Theorem 1” is Grieco & Mascolo 2002, Theorem 1. */
export function withAuthors(source: string): string {
  return source.replace(/\b[A-Z]+\d\d\b/g, (found) => {
    const paper = PAPERS.find(({ id }) => id === found);
    return paper === undefined ? found : `${paper.authors} ${String(paper.year)} (${found})`;
  });
}

/** A figure's short name in a tile: “Figs. 4–8”, without any text in brackets. */
export function briefLabel(label: string): string {
  const [name = label] = label.split(' (');
  return name.replaceAll('Figures', 'Figs.').replace(/(\d)-(\d)/g, '$1–$2');
}
