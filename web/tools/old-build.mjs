import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, stamps } from './paths.mjs';
import { Trouble, say } from './terminal.mjs';

/** @param {string[]} args @param {string} cwd */
const git = (args, cwd = root) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

/**
 * The page of an earlier commit, built by its own tools in a clone of its own. It is kept for the next
 * time.
 *
 * @param {string} commit
 * @returns {string} the folder of the page
 */
export function builtAt(commit) {
  let id;
  try {
    id = git(['rev-parse', '--verify', `${commit}^{commit}`]);
  } catch {
    throw new Trouble(`--against: found ${commit}, allowed is a commit of this repository.`);
  }
  const kept = join(stamps, 'builds', id);
  if (existsSync(kept)) return kept;
  // A folder of its own: another working copy may build the same commit now.
  const clone = mkdtempSync(join(tmpdir(), 'ackscope-'));
  say(`Builds ${id.slice(0, 12)} in ${clone}; a few minutes.`);
  git(['clone', '--quiet', '--no-checkout', root, clone]);
  git(['checkout', '--quiet', '--detach', id], clone);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: clone, stdio: 'inherit' });
  execFileSync(process.execPath, ['web/tools/build.mjs'], { cwd: clone, stdio: 'inherit' });
  // A copy that was interrupted does not count as the build.
  rmSync(`${kept}.new`, { recursive: true, force: true });
  cpSync(join(clone, 'web', 'app', 'dist'), `${kept}.new`, { recursive: true });
  renameSync(`${kept}.new`, kept);
  rmSync(clone, { recursive: true, force: true });
  return kept;
}
