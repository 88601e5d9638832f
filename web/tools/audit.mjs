import './node-version.mjs';
import { allParts } from './sbom.mjs';
import { ensurePackages, npm } from './packages.mjs';
import { attempt } from './run.mjs';
import { ensureCargoDeny, ensureRust } from './rust.mjs';
import { Trouble, main, step } from './terminal.mjs';

/**
 * Checks licences, sources and known vulnerabilities of everything in the lock files. If the lists
 * of vulnerabilities cannot be reached, it says so and checks the rest.
 */
main(async () => {
  await ensureRust();
  await ensurePackages();
  const deny = await ensureCargoDeny();

  await step({ title: 'Licences', why: 'of what is in the page' }, async () => {
    // Reading licences needs a package, which is installed by now.
    const { ALLOWED, isAllowed } = await import('./licences.mjs');
    const parts = allParts();
    const wrong = parts.filter(({ licence }) => !isAllowed(licence));
    if (wrong.length > 0)
      throw new Trouble(
        `${wrong.map(({ purl, licence }) => `${purl}: ${licence}`).join('\n')}\nAllowed: ${ALLOWED.join(', ')}`,
      );
    return `${parts.length} parts`;
  });
  await step({ title: 'Crates', why: 'licences, sources, duplicates: deny.toml' }, async (progress) => {
    const { code, output } = await attempt(deny, ['--offline', 'check', 'bans', 'licenses', 'sources'], {
      progress,
    });
    if (code !== 0) throw new Trouble(output);
    return 'as deny.toml wants it';
  });
  await step({ title: 'Weaknesses of crates', why: 'asks for the RustSec list' }, async (progress) => {
    const { code, output } = await attempt(deny, ['check', 'advisories'], { progress });
    if (code === 0) return 'none known';
    if (/failed to fetch advisory database/.test(output) && !/RUSTSEC-/.test(output))
      return 'NOT CHECKED: the list cannot be reached from here';
    throw new Trouble(output);
  });
  await step({ title: 'Weaknesses of npm packages', why: 'asks the registry' }, async (progress) => {
    try {
      await npm(['audit', '--audit-level=moderate'], progress);
      return 'none known';
    } catch (error) {
      const text = String(error);
      // A report of a vulnerability may contain any number, so this matches npm's own words.
      if (/audit endpoint returned an error|ENOAUDIT|ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT/.test(text))
        return 'NOT CHECKED: the registry does not answer that question';
      throw error;
    }
  });
});
