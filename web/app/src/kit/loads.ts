/** Parts that load when they are first shown: what has arrived, and what has failed and is asked for once more. */

/** How many parts have arrived, and the listeners that are called when one more has. */
let count = 0;
const listeners = new Set<() => void>();
/** Puts each part that failed back to its beginning. */
const failed = new Set<() => void>();
const boundaries = new Set<() => void>();

export const loads = {
  count: (): number => count,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  arrived: (): void => {
    count += 1;
    for (const listener of [...listeners]) listener();
  },
  failed: (reset: () => void): void => void failed.add(reset),
};

export const retries = {
  subscribe: (listener: () => void): (() => void) => {
    boundaries.add(listener);
    return () => boundaries.delete(listener);
  },
  /** All parts that failed: mostly the network was away, for each of them. */
  retry: (): void => {
    for (const reset of failed) reset();
    failed.clear();
    for (const listener of [...boundaries]) listener();
  },
};

/** A part whose file did not come. */
export class NotLoaded extends Error {
  constructor(part: string, cause: unknown) {
    // Browsers name the file: “Failed to fetch dynamically imported module: https://…/assets/Overlay-x1.js”.
    const words = String(cause).split(/[/\s]/);
    const file = words.find((word) => /\.(?:js|css)$/.test(word)) ?? part;
    super(`A part of this page did not load: ${file}.`, { cause });
  }
}
