import type { WasmEngine } from './wasm.ts';

export interface Evaluated {
  /** One for each sample; NaN if it reads an unknown input. */
  values: Float64Array;
  /** The first sample that divides by zero, where the machine goes on with 0; null if none does. */
  byZero: number | null;
}

/**
 * Evaluates an expression's program on `count` samples. `columns` holds all samples of its first
 * input, then those of the next one; NaN stands for an unknown value.
 */
export type Evaluate = (program: readonly number[], columns: Float64Array, count: number) => Evaluated;

/** The machine that also runs scripts. */
export function evaluateWith(engine: Pick<WasmEngine, 'evaluate'>): Evaluate {
  return (program, columns, count) => {
    const found = engine.evaluate(Uint8Array.from(program), columns, count);
    const byZero = found[count] ?? NaN;
    return { values: found.subarray(0, count), byZero: Number.isNaN(byZero) ? null : byZero };
  };
}
