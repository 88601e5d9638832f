// Numbers of tests, read from the output of the test runners.

/** @typedef {{ passed: number, failed: number, loads?: number }} Counts `loads`: pages that were loaded */

/** @param {RegExp} pattern with one group, a number @param {string} text */
const sum = (pattern, text) =>
  [...text.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);

/** One line per test binary. @param {string} text @returns {Counts} */
export const countCargo = (text) => ({
  passed: sum(/^test result: .*?(\d+) passed/gm, text),
  failed: sum(/^test result: .*?(\d+) failed/gm, text),
});

/**
 * A suite that could not be loaded has no tests, but a failed file.
 *
 * @param {string} text
 * @returns {Counts}
 */
export const countVitest = (text) => {
  const failed = sum(/^ *Tests .*?(\d+) failed/gm, text);
  return {
    passed: sum(/^ *Tests .*?(\d+) passed/gm, text),
    failed: failed === 0 ? sum(/^ *Test Files .*?(\d+) failed/gm, text) : failed,
  };
};

/**
 * A test that passed only at the second try counts as failed.
 *
 * @param {string} text
 * @returns {Counts}
 */
export const countPlaywright = (text) => ({
  loads: sum(/^(\d+) page loads$/gm, text),
  passed: sum(/^ *(\d+) passed/gm, text),
  failed: sum(/^ *(\d+) (?:failed|interrupted|did not run|flaky)/gm, text),
});
