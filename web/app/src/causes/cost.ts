/** What a question about causes costs. */

/** Runs of a question, in the median. */
export const RUNS = 30;
/** How far an inquiry is: the whole number of its runs depends on what they find. */
export const runsInWords = (runs: number): string =>
  `${String(runs)}${runs < RUNS ? ` of about ${String(RUNS)}` : ''} runs are finished.`;

/** Said once, before a number that changes with each run. */
export const RUNS_AGAIN = 'It runs again without one thing at a time:';

/** Events that take some seconds: more of them need a press. */
export const MAX_EVENTS = 30e6;
