import './node-version.mjs';
import { fromRoot, which } from './paths.mjs';
import { buildAll } from './prepare.mjs';
import { nodeModule, run } from './run.mjs';
import { Trouble, main, say } from './terminal.mjs';

/**
 * Runs the smoke tests in the browsers that `npm test` does not use: stock Firefox, and WebKit with
 * its GTK driver. If a browser is missing, it says how to get it and tests the others.
 */
main(async () => {
  const firefox = first(process.env.FIREFOX, 'firefox', 'firefox-esr');
  const driver = first(process.env.WEBKIT_DRIVER, 'WebKitWebDriver');
  const isSeen = process.env.DISPLAY !== undefined || which('Xvfb') !== null;
  const webkit = isSeen ? driver : null;
  const missing = [
    ...(firefox === null ? ['Firefox (Debian: apt-get install firefox-esr; or FIREFOX=path)'] : []),
    ...(driver === null ? ['WebKit (Debian: apt-get install webkit2gtk-driver; or WEBKIT_DRIVER=path)'] : []),
    ...(driver !== null && !isSeen
      ? ['a display for WebKit (Debian: apt-get install xvfb; or set DISPLAY)']
      : []),
  ];
  for (const what of missing) say(`Not here: ${what}`);
  if (firefox === null && webkit === null) throw new Trouble('So there is no browser to test.');
  await buildAll();
  await run(
    process.execPath,
    [nodeModule('@playwright/test/cli.js'), 'test', '--config', 'browsers.config.ts'],
    {
      cwd: fromRoot('e2e'),
      env: { ...process.env, FIREFOX: firefox ?? '', WEBKIT_DRIVER: webkit ?? '' },
      echo: true,
    },
  );
});

/** @param {string | undefined} given @param {...string} names */
function first(given, ...names) {
  if (given !== undefined && given !== '') return given;
  for (const name of names) {
    const path = which(name);
    if (path !== null) return path;
  }
  return null;
}
