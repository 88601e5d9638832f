import { stripVTControlCharacters } from 'node:util';

const live = process.stdout.isTTY && process.env.CI === undefined;
const colour = live && process.env.NO_COLOR === undefined;
const paint = (/** @type {number} */ code) => (/** @type {string} */ text) =>
  colour ? `\u001b[${String(code)}m${text}\u001b[0m` : text;
export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
export const green = paint(32);

// The reader of the output has closed it: `npm test | head`.
process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code === 'EPIPE') process.exit(1);
  throw error;
});

/** Without a terminal, a long step prints a line at this interval. */
export const PLAIN_EVERY_MS = 15_000;
const TICK_MS = 200;
const CLEAR = '\r\u001b[2K';

/** @param {string} text */
export const say = (text) => void process.stdout.write(`${live ? CLEAR : ''}${text}\n`);

/** @param {number} ms */
export function duration(ms) {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${String(Math.round(seconds))} s`;
  const whole = Math.round(seconds);
  return `${String(Math.floor(whole / 60))} min ${String(whole % 60)} s`;
}

/**
 * Shows the current step, its reason, and its duration. The action may report progress; its result
 * is shown beside the time.
 *
 * @template {string | void} T
 * @param {{ title: string, why: string }} what
 * @param {(progress: (line: string) => void) => Promise<T> | T} action
 */
export async function step({ title, why }, action) {
  const started = Date.now();
  let latest = '';
  const show = () => {
    const tail = latest === '' ? why : latest;
    const line = `• ${title} … ${duration(Date.now() - started)}  ${tail}`;
    process.stdout.write(`${CLEAR}${line.slice(0, (process.stdout.columns ?? 80) - 1)}`);
  };
  if (!live) say(`• ${title}: ${why}`);
  const timer = live
    ? setInterval(show, TICK_MS)
    : setInterval(() => {
        say(`  … ${duration(Date.now() - started)}${latest === '' ? '' : `  ${latest}`}`);
      }, PLAIN_EVERY_MS);
  const end = (/** @type {string} */ text) => {
    clearInterval(timer);
    say(text);
  };
  if (live) show();
  try {
    const note = await action((line) => {
      latest = stripVTControlCharacters(line).trim();
    });
    const took = duration(Date.now() - started);
    const result = note === undefined ? took : `${note}, ${took}`;
    end(live ? `${green('✓')} ${title} ${dim(`(${result})`)}` : `  ${result}`);
  } catch (error) {
    end(`${red('✗')} ${title} ${dim(`(${duration(Date.now() - started)})`)}`);
    throw error;
  }
}

/**
 * Work that reports progress and returns what it did.
 *
 * @typedef {(progress: (line: string) => void) => Promise<string>} Job
 */

/**
 * Does several jobs at the same time as one step. The first that fails ends it.
 *
 * @param {{ title: string, why: string }} what
 * @param {Record<string, Job>} jobs
 */
export async function together(what, jobs) {
  await step(what, async (progress) => {
    const each = Object.entries(jobs).map(async ([name, job]) => {
      const note = await job((line) => {
        progress(`${name}: ${line}`);
      });
      return `${name} ${note}`;
    });
    return (await Promise.all(each)).join('; ');
  });
}

/** An error whose message is meant for the reader. */
export class Trouble extends Error {}

/** Runs a command's main function and turns its errors into a message and an exit code. */
export function main(/** @type {() => Promise<number | void>} */ action) {
  action().then(
    (code) => {
      process.exitCode = code ?? 0;
    },
    (/** @type {unknown} */ error) => {
      const text =
        error instanceof Trouble ? error.message : error instanceof Error ? error.stack : String(error);
      // Other jobs may still be under way.
      process.stderr.write(`\n${red('Stopped.')} ${String(text)}\n`, () => process.exit(1));
    },
  );
}
