/** Teaching with runs: the player as sender, guessing, worksheets. Not in the first load. */
export * from './guess.ts';
export * from './hand.ts';
export * from './query.ts';
export * from './worksheet.ts';
