/** The filter of the gallery: words, a paper, a kind, a verdict. */
import type { GalleryEntry } from '@ackscope/engine';
import { paperOf } from './sections.ts';

export const KINDS = [
  { id: 'any', name: 'Any kind' },
  { id: 'sweep', name: 'Curves' },
  { id: 'run', name: 'Runs' },
  { id: 'formula', name: 'Formulas' },
] as const;
export const VERDICTS = [
  { id: 'any', name: 'Any verdict' },
  { id: 'all', name: 'All hold' },
  { id: 'some', name: 'Some fail' },
] as const;

export interface Filter {
  words: string;
  /** A paper's id; null for all. */
  paper: string | null;
  kind: (typeof KINDS)[number]['id'];
  verdict: (typeof VERDICTS)[number]['id'];
}

export const EVERYTHING: Filter = { words: '', paper: null, kind: 'any', verdict: 'any' };

/** The claims that numbers decided, and how many of them hold. */
export function claimsOf(entries: readonly GalleryEntry[]): { holding: number; judged: number } {
  const judged = entries.flatMap(({ claims }) => claims.filter(({ holds }) => holds !== null));
  return { holding: judged.filter(({ holds }) => holds === true).length, judged: judged.length };
}

const isOfKind = ({ kind }: GalleryEntry, wanted: Filter['kind']): boolean =>
  wanted === 'any' || (wanted === 'run' ? kind === 'single' || kind === 'live' : kind === wanted);

function hasVerdict(entry: GalleryEntry, wanted: Filter['verdict']): boolean {
  if (wanted === 'any') return true;
  const { holding, judged } = claimsOf([entry]);
  return judged > 0 && (holding === judged) === (wanted === 'all');
}

/** Whether every word is in the texts of the tile and its claims; `fig` is short for figure. */
function says(entry: GalleryEntry, words: string): boolean {
  const paper = paperOf(entry);
  const text = [entry.label, entry.title, entry.question, entry.id, paper?.authors, paper?.title, paper?.year]
    .concat(entry.claims.map((claim) => claim.text))
    .join(' ')
    .toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word === 'fig' || word === 'fig.' ? 'figure' : word));
}

export function passes(entry: GalleryEntry, filter: Filter): boolean {
  return (
    (filter.paper === null || entry.paper === filter.paper) &&
    isOfKind(entry, filter.kind) &&
    hasVerdict(entry, filter.verdict) &&
    says(entry, filter.words.trim())
  );
}
