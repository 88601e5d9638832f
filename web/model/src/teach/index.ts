/** Ways to teach with runs: the hand as a sender, guessing, sheets of paper. Not in the first load. */
export * from './guess.ts';
export * from './hand.ts';
export * from './worksheet.ts';
