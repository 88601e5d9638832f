import './node-version.mjs';
import { allParts } from './sbom.mjs';
import { ensurePackages, npm } from './packages.mjs';
import { attempt } from './run.mjs';
import { ensureCargoDeny, ensureRust } from './rust.mjs';
import { Trouble, main, step } from './terminal.mjs';

/**
 * Licences, sources and known weaknesses of everything the lock files name. Where the lists of
 * weaknesses cannot be reached that is said, and the rest is checked all the same.
 */
main(async () => {
  await ensureRust();
  await ensurePackages();
  const deny = await ensureCargoDeny();

  await step({ title: 'Licences', why: 'of what is in the page' }, async () => {
    // Reads licences by a package: it is there by now.
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
      // A finding may have any number in it: what is asked for are npm's own words.
      if (/audit endpoint returned an error|ENOAUDIT|ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT/.test(text))
        return 'NOT CHECKED: the registry does not answer that question';
      throw error;
    }
  });
});
