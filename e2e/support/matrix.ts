/**
 * `npm run test:matrix` runs the products of pages, states, sizes and themes; `npm test` has one good
 * case of each kind.
 */
export const MATRIX = process.env['ACKSCOPE_MATRIX'] === '1';

/** For a test that only the matrix runs. */
export const ONLY_MATRIX = { tag: '@matrix' } as const;

/** All cases in the matrix, else the few that stand for their kind. */
export function cases<T>(all: readonly T[], isOneOfFew: (one: T) => boolean): readonly T[] {
  if (MATRIX) return all;
  const few = all.filter(isOneOfFew);
  if (few.length === 0) throw new Error('no case is left of a table: its few have other names now');
  return few;
}

/** The sizes that stand for all: a laptop, a phone, and a phone on its side. */
const FEW_SIZES = ['1440x900', '390x844', '844x390'];

export const sizes = <T extends readonly [width: number, height: number, ...unknown[]]>(
  all: readonly T[],
): readonly T[] => cases(all, ([width, height]) => FEW_SIZES.includes(`${width}x${height}`));
