declare module 'virtual:formulas' {
  /** By `Rule.key`; see vite/formulas.ts. */
  export const FORMULAS: Readonly<
    Record<string, { lines: { symbols: string; numbers: string }[]; terms: string[] }>
  >;
}
