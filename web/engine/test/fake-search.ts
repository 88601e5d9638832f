import type { WasmBreak } from '../src/wasm.ts';

/** Inquiries that were freed. */
export const freed: string[] = [];

/** A search of four runs, which has news after every second one. A dot is what a run gave. */
export class FakeBreak implements WasmBreak {
  #runs = 0;
  #parts = 1;
  #untold = '';

  share(_: number, parts: number): void {
    this.#parts = parts;
  }

  found(): string | undefined {
    const found = this.#untold;
    this.#untold = '';
    return found === '' ? undefined : found;
  }

  learn(found: string): void {
    this.#runs += found.length;
  }

  advance(): number {
    this.#runs += 1;
    if (this.#parts > 1) this.#untold += '.';
    return this.#runs;
  }

  done(): boolean {
    return this.#runs >= 4;
  }

  news(): string | undefined {
    return this.#runs % 2 === 0 ? JSON.stringify({ runs: this.#runs }) : undefined;
  }

  report(): string {
    return JSON.stringify({ finds: [], runs: this.#runs });
  }

  free(): void {
    freed.push('search');
  }
}
