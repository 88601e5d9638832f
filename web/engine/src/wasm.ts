/**
 * The WebAssembly module's interface to the worker. The type check compares it with the generated
 * glue where the worker imports that: a change on the Rust side that is missing here fails the
 * check.
 */
export interface WasmEngine {
  /** `programs`: the scenario's compiled scripts, from the second module's `compile_scripts`. */
  check(text: string, programs?: Uint8Array): string;
  /** The values of an expression, then the number of the first sample that divides by zero, or NaN. */
  evaluate(program: Uint8Array, columns: Float64Array, count: number): Float64Array;
  Run: {
    new (text: string, lane: number, programs?: Uint8Array): WasmRun;
    /** With another seed; keeps only the results. */
    measuring(text: string, lane: number, seed: number, programs?: Uint8Array): WasmRun;
  };
}

/** The second module's interface. */
export interface WasmAnalysis {
  /** JSON `TheoryTable`; throws a `ScenarioError`. */
  theory(id: string, sets: string): string;
  /** JSON `Exported`; throws a `ScenarioError`. */
  program(text: string, lane: number, simulator: string, title: string, link: string): string;
  /** Compiles scripts for the engine; `texts` is a JSON list. */
  compile_scripts(texts: string): Uint8Array;
  /** JSON `Estimate`, by trial runs; throws a `ScenarioError`. */
  estimate(text: string): string;
  /** JSON `ScriptReport`. */
  script(source: string): string;
  /** JSON `ExpressionReport`; `of`: `rows` or `run`. */
  expression(of: string, source: string): string;
  /** JSON `ExportedScript`; throws a `ScenarioError`. */
  export_script(id: string, source: string, target: string): string;
  /** A JSON list of `ScriptWord`. */
  script_words(): string;
  /** JSON `SweepSpec` from JSON `ScoreRequest`; throws a `ScenarioError`. */
  score_spec(request: string): string;
  /** JSON, from JSON `Classwork`; throws a `ScenarioError`. */
  classwork(request: string): string;
  Sweep: new (spec: string) => WasmSweep;
  Why: new (text: string, lane: number, name: string, fromS: number, toS: number, of: string) => WasmInquiry;
}

/** Why a lane is slow, late or unfair. */
export interface WasmInquiry {
  /** The same with the distance to another lane, in place of this one; throws a `ScenarioError`. */
  than(lane: number, name: string): WasmInquiry;
  /** Returns how many runs are over. */
  advance(maxEvents: number): number;
  done(): boolean;
  /** JSON `CausesReport`. */
  report(): string;
  free(): void;
}

/** A sweep whose runs other workers do. */
export interface WasmSweep {
  plan(): string;
  /** Adds the results of one of its runs; returns its point and lane over the seeds so far. */
  add(place: number, results: string): string;
  report(): string;
  /** JSON `ScoreReport`, of a sweep that `score_spec` made; throws a `ScenarioError`. */
  score(): string;
  csv(): string;
  free(): void;
}

export interface WasmRun {
  info(): string;
  /** Simulates until `untilS` or for `maxEvents` events; returns the simulated time reached. */
  advance(untilS: number, maxEvents: number): number;
  done(): boolean;
  take(): PackedChunk;
  results(): string;
  packets(fromS: number, toS: number): PackedPackets;
  /** What every lane's algorithm decides at the event at this time: JSON `Verdict` or null. */
  verdict(timeS: number): string;
  replay(fromS: number, toS: number, packets: boolean): WasmReplay;
  /** The text of a qlog file; `titles` has a line for every rule. */
  qlog(flow: number, fromS: number, toS: number, title: string, link: string, titles: string): string;
  free(): void;
}

/** A second simulation of an interval, with its own state. */
export interface WasmReplay {
  /** Returns the share that is done. */
  advance(maxEvents: number): number;
  done(): boolean;
  series(): PackedChunk;
  packets(): PackedPackets;
  free(): void;
}

/** All series, one after the other. Each property is copied out of the module when read. */
export interface PackedChunk {
  /** Three numbers per series: id, index of the first bin, count. */
  readonly index: Uint32Array;
  readonly time_s: Float64Array;
  readonly min: Float32Array;
  readonly max: Float32Array;
  readonly last: Float32Array;
  readonly event_time_s: Float64Array;
  readonly event_rule: Uint16Array;
  readonly event_source: Uint32Array;
  readonly event_terms: Float64Array;
  readonly event_counts: Float64Array;
  free(): void;
}

export interface PackedPackets {
  readonly flow: Uint32Array;
  readonly sequence: Float64Array;
  readonly kind: Uint8Array;
  readonly place: Uint32Array;
  readonly enter_s: Float64Array;
  readonly start_s: Float64Array;
  readonly depart_s: Float64Array;
  readonly arrive_s: Float64Array;
  readonly fate: Uint8Array;
  free(): void;
}
