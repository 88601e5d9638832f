/** What a page says of itself if it is a SCORM package of a lesson: a meta element, written by classroom/scorm/package.ts. */

/** What counts for the score of a package, chosen when it is built. */
export const COUNTS = [
  { id: 'answered', name: 'answers', about: 'each answer counts, right or wrong' },
  { id: 'right', name: 'right answers', about: 'each question counts whose first answer is right' },
  {
    id: 'handed-in',
    name: 'nothing: a hand-in',
    about: 'no score: it is complete when every question has an answer',
  },
] as const;
export type Counts = (typeof COUNTS)[number]['id'];

/** Its content is the lesson's id, and `data-counts` one of `COUNTS`. */
export const SCORM_MARK = 'ackscope-scorm';

export interface Mark {
  lesson: string;
  counts: Counts;
}

/** Null if this page is no package. */
export function packageMark(): Mark | null {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${SCORM_MARK}"]`);
  if (meta === null) return null;
  const { id = 'answered' } = COUNTS.find((one) => one.id === meta.dataset.counts) ?? {};
  return { lesson: meta.content, counts: id };
}
