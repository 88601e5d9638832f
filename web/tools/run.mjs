import { spawn, spawnSync } from 'node:child_process';
import { root } from './paths.mjs';
import { measure } from './processor.mjs';
import { Trouble } from './terminal.mjs';

/** Lines of a failed command's output that are shown. */
const TAIL_LINES = 60;

/**
 * Running children, which are ended with this process.
 *
 * @type {Set<import('node:child_process').ChildProcess>}
 */
const children = new Set();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

// Something has failed while others still work.
process.on('exit', () => {
  for (const child of children) child.kill();
});

const PARENT_LOOK_MS = 500;

/** npm's shell passes on no signals: without this, a server would keep running. */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, PARENT_LOOK_MS).unref();
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(line: string) => void} [progress] gets each line as it comes
 * @property {boolean} [echo] shows the output as it comes
 */

/**
 * Runs a command and returns its exit code and output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function attempt(command, args, { cwd = root, env = process.env, progress, echo = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(child);
    const measured = measure(child.pid);
    let output = '';
    let line = '';
    const take = (/** @type {string} */ text) => {
      output += text;
      if (echo) process.stdout.write(text);
      if (progress !== undefined) {
        const lines = (line + text).split(/[\r\n]+/);
        line = lines.pop() ?? '';
        const last = lines.findLast((each) => each.trim() !== '');
        if (last !== undefined) progress(last);
      }
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', take);
    }
    // Before another child ends: what the kernel has added up is that of this one.
    child.on('exit', measured);
    child.on('error', (error) => {
      children.delete(child);
      measured();
      reject(new Trouble(`${command} could not be started: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      children.delete(child);
      if (signal !== null) output += `\n(ended by ${signal})\n`;
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Runs a command that must succeed, and returns its output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export async function run(command, args, options = {}) {
  const { code, output } = await attempt(command, args, options);
  if (code !== 0) {
    const tail = output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
    throw new Trouble(
      `This failed with exit code ${String(code)}:\n  ${[command, ...args].join(' ')}` +
        (options.echo === true ? '' : `\n\n${tail}`),
    );
  }
  return output;
}

/**
 * Runs a long command in our terminal and returns its exit code.
 *
 * @param {string} command @param {readonly string[]} args @param {string} cwd
 * @returns {Promise<number>}
 */
export function keep(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit' });
    children.add(child);
    child.on('error', reject);
    child.on('close', (code) => {
      resolve(code ?? 0);
    });
  });
}

/**
 * The output of a quick command, or null if it is missing or fails.
 *
 * @param {string} command
 * @param {string[]} args
 */
export function ask(command, args) {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** The path of a package's script, for Node. @param {string} path below node_modules */
export function nodeModule(path) {
  return `${root}node_modules/${path}`;
}
