/** What a question about causes costs. */

/** Runs of a question, in the median. */
export const RUNS = 30;
/** Events that take some seconds: more of them need a press. */
export const MOST_EVENTS = 30e6;
