declare module 'virtual:formulas' {
  /** By `Rule.key`; see vite/formulas.ts. */
  export const FORMULAS: Readonly<
    Record<
      string,
      {
        lines: { symbols: string; numbers: string }[];
        terms: string[];
        words: { source: string; terms: readonly { unit: string; help: string }[] };
      }
    >
  >;
}

declare module 'virtual:lessons' {
  import type { Lesson } from '@ackscope/model/lesson';
  /** The files of docs/lessons in their order; see vite/lessons.ts. */
  export const LESSONS: readonly Lesson[];
  /** Names of queue disciplines by their ids, as the scenario's schema has them. */
  export const QUEUES: Readonly<Record<string, string>>;
}

declare module 'virtual:units' {
  import type { Unit } from '@ackscope/model/lesson';
  /** The files of docs/units by their number; see vite/units.ts. */
  export const UNITS: readonly Unit[];
}

declare module 'virtual:theory' {
  /** By `Formula.id`; see vite/formulas.ts. */
  export const EQUATIONS: Readonly<
    Record<string, { equation: string; symbols: Readonly<Record<string, string>> }>
  >;
}

declare module '*.md?raw' {
  const text: string;
  export default text;
}
