import './node-version.mjs';
import { fromRoot, which } from './paths.mjs';
import { buildAll } from './prepare.mjs';
import { nodeModule, run } from './run.mjs';
import { Trouble, main, say } from './terminal.mjs';

/**
 * The smoke tests in the browsers that `npm test` does not have: stock Firefox, and WebKit by its
 * GTK driver. What is not here is named with the way to get it; the others are tested all the same.
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
