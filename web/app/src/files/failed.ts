import type { Opened } from '@ackscope/model/files';

/** The words of browsers for a failed allocation. Any other error is not a lack of memory. */
const LACK_OF_MEMORY = /out of memory|allocation (failed|size overflow)/i;

/** What is known of a reader that ended with this error; null: the browser gave none. */
export function failed(error: string | null): Opened {
  if (error === null)
    return { problem: 'Its reader did not start. Reload the page, then open the file again.' };
  if (LACK_OF_MEMORY.test(error))
    return { problem: `It cannot be read: the browser has not enough memory for it (${error}).` };
  return {
    problem: `Its reader stopped with an error: ${error}. This is a fault of Ackscope, not of the file.`,
  };
}
