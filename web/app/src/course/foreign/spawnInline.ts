/** Replaces `spawn.ts` in a single-file page, which can fetch no lesson that would need a worker. */
export function spawn(): never {
  throw new Error('a page in one file opens no lesson of another site');
}
