/** Ways to teach with runs: the hand as sender, guessing, worksheets. Not in the first load. */
export * from './guess.ts';
export * from './hand.ts';
export * from './worksheet.ts';
