/**
 * The interfaces of both WebAssembly modules, as Rust declares them. Tests stand in for them, so each
 * class of the glue is an interface here.
 */
import type * as analysis from '../pkg/analysis/ackscope_analysis.js';
import type * as engine from '../pkg/ackscope.js';

/** What an object of the glue can do; the glue's own symbols are left out. */
type ObjectOf<Glue> = {
  [Key in keyof Glue as Key extends string ? Key : never]: Glue[Key] extends (
    ...args: infer Args
  ) => infer Value
    ? (...args: Args) => Value extends { free(): void } ? ObjectOf<Value> : Value
    : Glue[Key];
};

export type WasmRun = ObjectOf<engine.Run>;
export type WasmReplay = ObjectOf<engine.Replay>;
/** All series, one after the other. Each property is copied out of the module when read. */
export type PackedChunk = ObjectOf<engine.Chunk>;
export type PackedPackets = ObjectOf<engine.Packets>;
export type WasmSweep = ObjectOf<analysis.Sweep>;
export type WasmWhy = ObjectOf<analysis.Why>;
export type WasmBreak = ObjectOf<analysis.Break>;
export type WasmFit = ObjectOf<analysis.Fit>;
export type WasmCapture = ObjectOf<analysis.Capture>;
/** What goes on in slices, with runs of its own. */
export type WasmInquiry = Pick<WasmWhy, 'advance' | 'done' | 'free'> &
  (object | Pick<WasmBreak, 'news' | 'found' | 'learn'>);

export interface WasmEngine extends Pick<typeof engine, 'check' | 'evaluate'> {
  Run: {
    new (...args: ConstructorParameters<typeof engine.Run>): WasmRun;
    measuring(...args: Parameters<typeof engine.Run.measuring>): WasmRun;
  };
}

/** The second module. */
export interface WasmAnalysis extends Omit<
  typeof analysis,
  'Break' | 'Capture' | 'Fit' | 'Sweep' | 'Why' | 'default' | 'initSync' | 'start'
> {
  Sweep: new (...args: ConstructorParameters<typeof analysis.Sweep>) => WasmSweep;
  Why: new (...args: ConstructorParameters<typeof analysis.Why>) => WasmWhy;
  Capture: new (...args: ConstructorParameters<typeof analysis.Capture>) => WasmCapture;
  Break: new (...args: ConstructorParameters<typeof analysis.Break>) => WasmBreak;
  Fit: new (...args: ConstructorParameters<typeof analysis.Fit>) => WasmFit;
}
