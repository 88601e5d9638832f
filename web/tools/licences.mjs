import satisfies from 'spdx-satisfies';

/** At least one licence of a dependency must be among these. */
export const ALLOWED = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'ISC',
  'Zlib',
  'Unicode-3.0',
  'Unlicense',
  'CC0-1.0',
  // For fonts: its text must be beside the font, and it does not affect documents that use the
  // font.
  'OFL-1.1',
  'Apache-2.0 WITH LLVM-exception',
];

/** Whether a part may be used under one of the allowed licences. @param {string} expression */
export function isAllowed(expression) {
  return satisfies(expression, ALLOWED);
}
