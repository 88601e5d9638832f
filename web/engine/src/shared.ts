import type { LongOptions } from './engine.ts';
import type { PendingRequests } from './pending.ts';
import type { Pool, PoolWorker } from './pool.ts';
import type { Answer, Arguments, Part } from './requests.ts';

/** What sweeps and searches need from the client. */
export interface Workers {
  pool: Pool;
  /** The worker that holds a sweep's plan and combines its results. */
  control(): PoolWorker;
  /** A number that no other job has. */
  nextJob(): number;
  /** The compiled scripts of a scenario; null if it has none. */
  programs(text: string): Promise<Uint8Array> | null;
}

/** The most workers for one search: more of them wait for the last runs of a batch. */
const MOST = 4;

export type SharedName = 'search' | 'fit';
export type SharedArguments<Name extends SharedName> =
  Arguments<Name> extends [Part, ...infer Args] ? Args : never;

/**
 * Asks several workers the same and passes on what the runs of each gave; the first answer counts, since all come to the
 * same (`core/lab/src/sliced.rs`). Without the others, the worker that reads scenarios does all of it.
 */
export async function askShared<Name extends SharedName>(
  workers: Workers,
  requests: PendingRequests,
  name: Name,
  args: SharedArguments<Name>,
  { signal, onProgress, ...options }: LongOptions & { doing?: string },
): Promise<Answer<Name>> {
  signal?.throwIfAborted();
  const over = new AbortController();
  signal?.addEventListener('abort', () => over.abort());
  const { pool } = workers;
  const parts = Math.min(MOST, pool.size);
  const learners: ((found: string) => void)[] = [];
  /** Workers of whom nothing is heard yet: until all have begun, a run takes longer than it will. */
  const silent = new Set(Array.from({ length: parts }, (_, part) => part));
  const jobs = [...silent].slice(1).map(() => workers.nextJob());
  const helpers = jobs.map((job) => pool.workerFor(job, parts - 1));
  const answers = [workers.control(), ...helpers].map((worker, part) =>
    requests.ask(worker, name, [{ part, parts }, ...args] as unknown as Arguments<Name>, {
      ...options,
      signal: over.signal,
      onAsked: (learn) => (learners[part] = learn),
      onProgress(runs, news, found) {
        silent.delete(part);
        if (found !== undefined) for (const [at, learn] of learners.entries()) if (at !== part) learn(found);
        if (part === 0 && silent.size === 0) onProgress?.(runs, news);
      },
    }),
  );
  const [first, ...others] = answers;
  if (first === undefined) throw new Error('There is no worker.');
  const orFirst = others.map((answer, at) =>
    answer.catch(() => {
      silent.delete(at + 1);
      return first;
    }),
  );
  try {
    return await Promise.race([first, ...orFirst]);
  } finally {
    over.abort();
    for (const [at, job] of jobs.entries()) helpers[at]?.running.delete(job);
  }
}
