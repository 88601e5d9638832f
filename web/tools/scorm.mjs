// Writes a lesson as a SCORM 1.2 package: `npm run scorm -- sawtooth --counts right`, or `-- --all` for one of each lesson.
import './node-version.mjs';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dist, fromRoot } from './paths.mjs';
import { ensurePackages } from './packages.mjs';
import { buildAll } from './prepare.mjs';
import { Trouble, main, say } from './terminal.mjs';

/** @typedef {{ id: string, title: string, score: string, steps: readonly { predict: { kind: string } | null }[] }} Lesson */

/** The largest package: many course systems refuse more without asking. */
const MAX_BYTES = 3_000_000;

main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean' }, out: { type: 'string' }, counts: { type: 'string' } },
  });
  if (values.all !== true && positionals.length === 0) throw new Trouble('Name a lesson or --all.');
  await ensurePackages();
  const { runnerImport } = await import('vite');
  const { COUNTS } = /** @type {{ COUNTS: readonly { id: string, about: string }[] }} */ (
    (await runnerImport(fromRoot('web/app/src/course/packageMark.ts'))).module
  );
  if (values.counts !== undefined && !COUNTS.some(({ id }) => id === values.counts))
    throw new Trouble(
      `--counts ${values.counts}: it is ${COUNTS.map(({ id, about }) => `${id} (${about})`).join(', ')}.`,
    );
  await buildAll();
  const { readLessons } = /** @type {{ readLessons(): Lesson[] }} */ (
    (await runnerImport(fromRoot('web/app/vite/lessons.ts'))).module
  );
  const { scormPackage } =
    /** @type {{ scormPackage(page: string, lesson: Lesson, counts: string): Uint8Array }} */ (
      (await runnerImport(fromRoot('web/app/src/classroom/scorm/package.ts'))).module
    );
  const lessons = readLessons();
  const chosen = values.all ? lessons : lessons.filter(({ id }) => positionals.includes(id));
  const unknown = positionals.filter((id) => !lessons.some((lesson) => lesson.id === id));
  if (unknown.length > 0)
    throw new Trouble(
      `There is no lesson ${unknown.join(', ')}. Lessons: ${lessons.map(({ id }) => id).join(', ')}.`,
    );
  const folder = resolve(process.env['INIT_CWD'] ?? '.', values.out ?? '.');
  if (!existsSync(folder)) throw new Trouble(`There is no folder ${folder}.`);
  const page = readFileSync(join(dist, 'ackscope-single.html'), 'utf8');
  for (const lesson of chosen) {
    const bytes = scormPackage(page, lesson, values.counts ?? lesson.score);
    if (bytes.length > MAX_BYTES)
      throw new Trouble(`${lesson.id}: ${bytes.length} bytes, at most ${MAX_BYTES} are allowed.`);
    const file = join(folder, `${lesson.id}-scorm12.zip`);
    writeFileSync(file, bytes);
    say(`${file}: ${(bytes.length / 1e6).toFixed(2)} MB`);
  }
});
