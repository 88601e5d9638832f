/** Every fourth of all cases; all of them in `npm run test:matrix`. */
export const aQuarter = <T>(all: readonly T[]): T[] =>
  all.filter((_, at) => process.env.ACKSCOPE_MATRIX === '1' || at % 4 === 0);
