/** Whether this is `npm run test:matrix`, which runs every case. */
export const IS_MATRIX = process.env.ACKSCOPE_MATRIX === '1';

/** Every fourth of all cases; all of them in `npm run test:matrix`. */
export const aQuarter = <T>(all: readonly T[]): T[] => all.filter((_, at) => IS_MATRIX || at % 4 === 0);
