// Processor time of a command with all that it starts, from Linux's /proc; elsewhere it is not known.
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync, readdirSync } from 'node:fs';

/** USER_HZ, which is 100 on every Linux (man 5 proc). */
const TICKS_PER_S = 100;
const LOOK_MS = 500;

/**
 * @typedef {object} Stat
 * @property {number} parent
 * @property {number} own ticks of the process itself
 * @property {number} reaped ticks of its children that have ended and were waited for
 * @property {string} since the start, which tells two processes of one number apart
 */

/** @param {string} pid @returns {Stat | null} */
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name, the second field, may contain spaces and brackets.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const number = (/** @type {number} */ field) => Number(fields[field - 3]);
    return {
      parent: number(4),
      own: number(14) + number(15),
      reaped: number(16) + number(17),
      since: fields[22 - 3] ?? '',
    };
  } catch {
    return null;
  }
}

/** @typedef {{ processorS: number | null }} Meter */

/** What is running measures its commands in this meter, if it has one. @type {AsyncLocalStorage<Meter>} */
export const meter = new AsyncLocalStorage();

/** Adds the processor time of a child to the meter of whoever started it, when the returned function is called. @param {number | undefined} child */
export function measure(child) {
  const into = meter.getStore();
  if (into === undefined) return () => {};
  const end = watchProcessor(child);
  return () => {
    const seconds = end();
    if (seconds !== null) into.processorS = (into.processorS ?? 0) + seconds;
  };
}

/**
 * Watches a child. The returned function is called once it has ended, and gives seconds, or null where
 * they are not known.
 *
 * Two counts, of which the larger is nearer: what the kernel adds up in those that run lacks what nobody waited for (of a
 * browser); what is seen from time to time lacks the last moments. What it adds up in this process is that of all suites.
 *
 * @param {number | undefined} child
 * @returns {() => number | null}
 */
function watchProcessor(child) {
  if (child === undefined || stat('self') === null) return () => null;
  /** @type {Map<string, number>} */
  const seen = new Map();
  let added = 0;
  const look = () => {
    /** @type {Map<number, { pid: number, stat: Stat }[]>} */
    const children = new Map();
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const found = stat(pid);
      if (found === null) continue;
      const siblings = children.get(found.parent) ?? [];
      children.set(found.parent, [...siblings, { pid: Number(pid), stat: found }]);
    }
    const waiting = [...children.values()].flat().filter(({ pid }) => pid === child);
    let now = 0;
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      seen.set(`${String(one.pid)} ${one.stat.since}`, one.stat.own);
      now += one.stat.own + one.stat.reaped;
      waiting.push(...(children.get(one.pid) ?? []));
    }
    added = Math.max(added, now);
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    const sampled = [...seen.values()].reduce((sum, ticks) => sum + ticks, 0);
    return Math.max(sampled, added) / TICKS_PER_S;
  };
}
