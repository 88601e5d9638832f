/**
 * Shows whether two people look at the same run: the engine's version and a short digest of every
 * lane's trace. Eight digits are no proof against an adversary; they reveal a browser, a version or
 * a scenario that differs.
 */
import type { LaneRun } from './slices/run.ts';
import { traceHashes } from './selectors.ts';

/** `0.2.0-5f3a9c01`; null until every lane is finished. */
export function runStamp(lanes: readonly LaneRun[], version: string): string | null {
  if (lanes.length === 0 || !lanes.every((lane) => lane.done && !lane.stale)) return null;
  return `${version}-${shortDigest(traceHashes(lanes))}`;
}

/** FNV-1a of the lanes' full hashes, 32 bits. */
function shortDigest(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

export type StampComparison = 'same' | 'other-version' | 'different';

/**
 * Compares the stamp of a run here with the stamp from a link. The traces decide: a newer version that
 * computes the same packets has the same run.
 */
export function compareStamps(here: string, there: string): StampComparison {
  const [ours, theirs] = [here, there].map((stamp) => {
    const end = stamp.lastIndexOf('-');
    return { version: stamp.slice(0, Math.max(end, 0)), digest: stamp.slice(end + 1) };
  });
  if (ours?.digest === theirs?.digest) return 'same';
  return ours?.version === theirs?.version ? 'different' : 'other-version';
}
