import satisfies from 'spdx-satisfies';

/** Of the licences that a dependency offers, one must be among these. */
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
  // Of fonts: it asks for its text beside them, and for nothing of what is set in them.
  'OFL-1.1',
  'Apache-2.0 WITH LLVM-exception',
];

/** True if a part may be used under one of the allowed licences. @param {string} expression */
export function isAllowed(expression) {
  return satisfies(expression, ALLOWED);
}
