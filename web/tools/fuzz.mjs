import './node-version.mjs';
import { run } from './run.mjs';
import { ensureRust } from './rust.mjs';
import { Trouble, main, step } from './terminal.mjs';

/**
 * Looks for scenarios that break the engine, and for names that break an output, for longer than
 * the tests do: `npm run fuzz -- 200000` tries so many. The seed is the day's, so that every day
 * looks elsewhere; it is printed with what is found. A run that takes more memory than was
 * estimated for it, or a second of processor time for a thousand events, counts as broken.
 */
main(async () => {
  const [wanted = '50000'] = process.argv.slice(2);
  if (!/^[1-9]\d*$/.test(wanted)) throw new Trouble(`How many cases? ${wanted} is not a whole number.`);
  await ensureRust();
  const seed = process.env.FUZZ_SEED ?? String(Math.floor(Date.now() / 86_400_000));
  await step({ title: 'Fuzz', why: `${wanted} scenarios, FUZZ_SEED=${seed}` }, async (progress) => {
    const output = await run(
      'cargo',
      ['test', '--locked', '-p', 'ackscope-lab', '--test', 'fuzz', '--', '--nocapture', 'no_scenario_breaks'],
      { progress, env: { ...process.env, FUZZ_CASES: wanted, FUZZ_SEED: seed } },
    );
    return /\{"[^}]*\}/.exec(output)?.[0] ?? 'nothing found';
  });
  await step({ title: 'Names', why: `${wanted} times, FUZZ_SEED=${seed}` }, async (progress) => {
    await run('cargo', ['test', '--locked', '-p', 'ackscope-lab', '--test', 'names'], {
      progress,
      env: { ...process.env, FUZZ_CASES: wanted, FUZZ_SEED: seed },
    });
    return 'every output can be read';
  });
});
