import { takeChunk, takePackets } from './columns.ts';
import { Refusal, plainError } from './errors.ts';
import type {
  BreakReport,
  BreakRequest,
  CausesOf,
  CausesReport,
  Check,
  Classwork,
  Estimate,
  Exported,
  ExportedScript,
  ExpressionOf,
  ExpressionReport,
  Fit,
  Origin,
  PacketLog,
  PointReport,
  QlogOrigin,
  ScoreReport,
  ScriptReport,
  ScriptTarget,
  ScriptWord,
  Simulator,
  SweepPlan,
  SweepReport,
  SweepSpec,
  TheoryTable,
  Verdict,
  IntervalDetail,
} from './types.ts';
import type { ScoreQuestion, SweepRequest } from './sweep.ts';
import type { WasmAnalysis, WasmEngine, WasmInquiry, WasmReplay, WasmRun, WasmSweep } from './wasm.ts';

/** The second module, and the sweeps that a worker holds, by number. */
export interface Analysis {
  readonly module: WasmAnalysis;
  readonly sweeps: Map<number, WasmSweep>;
}

/** A request to the engine itself. */
const ofEngine = <Args extends unknown[], Answer>(answer: (engine: WasmEngine, ...args: Args) => Answer) => ({
  of: 'engine' as const,
  answer,
});

/** A request to a run that the worker holds. */
const ofRun = <Args extends unknown[], Answer>(answer: (run: WasmRun, ...args: Args) => Answer) => ({
  of: 'run' as const,
  answer,
});

/** A request to a run, simulated in slices between those of the jobs. */
const inSlices = <Args extends unknown[], Answer>(
  begin: (run: WasmRun, ...args: Args) => WasmReplay,
  answer: (replay: WasmReplay, ...args: Args) => Answer,
) => ({ of: 'replay' as const, begin, answer });

/** A request to the second module, which is loaded for the first one of these. */
const ofAnalysis = <Args extends unknown[], Answer>(
  answer: (analysis: Analysis, ...args: Args) => Answer,
) => ({ of: 'analysis' as const, answer });

/** A request to the second module, simulated in slices. */
const byInquiry = <State extends WasmInquiry, Args extends unknown[], Answer>(
  begin: (analysis: Analysis, ...args: Args) => State,
  answer: (inquiry: State, ...args: Args) => Answer,
) => ({ of: 'inquiry' as const, begin, answer });

/** Which one of how many workers that share the runs of an inquiry. */
export interface Part {
  part: number;
  parts: number;
}

function shared<Inquiry extends { share: (part: number, parts: number) => void }>(
  inquiry: Inquiry,
  { part, parts }: Part,
): Inquiry {
  inquiry.share(part, parts);
  return inquiry;
}

/** A code, the lines of a list, a variant: by what is asked. */
export type ClassworkAnswer = string | number | object | null;

/**
 * Every request that has one answer: its arguments, its target and how a worker answers it. The
 * types of messages, worker and client are derived from this table.
 */
export const REQUESTS = {
  check: ofEngine(
    (engine, text: string, programs?: Uint8Array) => JSON.parse(engine.check(text, programs)) as Check,
  ),

  /** Every packet in a simulated interval, from a replay at full detail. */
  packets: ofRun((run, fromS: number, toS: number): PacketLog =>
    takePackets(fromS, toS, run.packets(fromS, toS)),
  ),
  /**
   * What every lane's algorithm decides at this event of this lane, with the same state and
   * history; null if nothing was decided then. It repeats the run up to the event, which takes a
   * moment.
   */
  verdict: ofRun((run, timeS: number) => JSON.parse(run.verdict(timeS)) as Verdict | null),
  /** A flow in a simulated interval, as the text of a qlog file. */
  qlog: ofRun((run, flow: number, fromS: number, toS: number, { title, link, rules }: QlogOrigin) =>
    run.qlog(flow, fromS, toS, title, link, rules.join('\n')),
  ),

  replay: inSlices(
    (run, fromS: number, toS: number, packets: boolean) => run.replay(fromS, toS, packets),
    (replay, fromS, toS, packets): IntervalDetail => ({
      from_s: fromS,
      to_s: toS,
      chunk: takeChunk(toS, replay.series()),
      packets: packets ? takePackets(fromS, toS, replay.packets()) : null,
    }),
  ),

  why: byInquiry(
    (
      { module },
      text: string,
      lane: number,
      name: string,
      fromS: number,
      toS: number,
      of: CausesOf,
      than?: { lane: number; name: string },
    ) => {
      const asked = new module.Why(text, lane, name, fromS, toS, of);
      return than === undefined ? asked : asked.than(than.lane, than.name);
    },
    (inquiry) => JSON.parse(inquiry.report()) as CausesReport,
  ),

  search: byInquiry(
    ({ module }, part: Part, request: BreakRequest) =>
      shared(new module.Break(JSON.stringify(request)), part),
    (inquiry) => JSON.parse(inquiry.report()) as BreakReport,
  ),

  fit: byInquiry(
    ({ module }, part: Part, table: string, maxRuns: number) => shared(new module.Fit(table, maxRuns), part),
    (inquiry) => JSON.parse(inquiry.report()) as Fit,
  ),

  /** What a lane's senders send and receive, as a pcapng file for Wireshark, and what it leaves out. */
  capture: byInquiry(
    ({ module }, text: string, lane: number, { title, link }: Origin) =>
      new module.Capture(text, lane, title, link),
    (capture) => ({ file: capture.file() as Uint8Array<ArrayBuffer>, leftOut: capture.left_out() }),
  ),

  estimate: ofAnalysis(({ module }, text: string) => JSON.parse(module.estimate(text)) as Estimate),
  /** Evaluates a formula at all combinations of `sets`. */
  theory: ofAnalysis(
    ({ module }, id: string, sets: Record<string, number | readonly number[]>) =>
      JSON.parse(module.theory(id, JSON.stringify(sets))) as TheoryTable,
  ),
  /** Exports a lane as a program for another simulator, or lists what that cannot express. */
  program: ofAnalysis(
    ({ module }, text: string, lane: number, simulator: Simulator, origin: Origin) =>
      JSON.parse(module.program(text, lane, simulator, origin.title, origin.link)) as Exported,
  ),
  compileScripts: ofAnalysis(({ module }, texts: readonly string[]) =>
    module.compile_scripts(JSON.stringify(texts)),
  ),
  /** The mistakes of a script, or its declarations and typeset equations. */
  script: ofAnalysis(({ module }, source: string) => JSON.parse(module.script(source)) as ScriptReport),
  /** The mistakes of an expression, or its compiled form. */
  expression: ofAnalysis(
    ({ module }, of: ExpressionOf, source: string) =>
      JSON.parse(module.expression(of, source)) as ExpressionReport,
  ),
  /** Exports a script as a program for another target, or lists what that cannot express. */
  exportScript: ofAnalysis(
    ({ module }, id: string, source: string, target: ScriptTarget) =>
      JSON.parse(module.export_script(id, source, target)) as ExportedScript,
  ),
  /** The words of the script language, with their meanings. */
  scriptWords: ofAnalysis(({ module }) => JSON.parse(module.script_words()) as ScriptWord[]),
  /** Codes of a class: writes one, reads a list, or tells a student's variant. */
  classwork: ofAnalysis(
    ({ module }, request: Classwork) =>
      JSON.parse(module.classwork(JSON.stringify(request))) as ClassworkAnswer,
  ),
  planSweep: ofAnalysis(({ module, sweeps }, id: number, request: SweepRequest) => {
    const sweep = new module.Sweep(JSON.stringify(request));
    sweeps.set(id, sweep);
    return JSON.parse(sweep.plan()) as SweepPlan;
  }),
  /** Results stay text: parsing and writing a number again could change it. */
  addToSweep: ofAnalysis(({ sweeps }, id: number, fresh: readonly [job: number, results: string][]) => {
    for (const [job, results] of fresh) held(sweeps, id).add(job, results);
  }),
  /** Of each job's lane at its point, over the seeds so far. */
  sweepPoints: ofAnalysis(({ sweeps }, id: number, jobs: readonly number[]) =>
    jobs.map((job) => JSON.parse(held(sweeps, id).point(job)) as PointReport),
  ),
  /** The sweep of a report card: algorithms on the standard paths. */
  scoreSpec: ofAnalysis(
    ({ module }, request: ScoreQuestion) =>
      JSON.parse(module.score_spec(JSON.stringify(request))) as SweepSpec,
  ),
  sweepScore: ofAnalysis(({ sweeps }, id: number) => JSON.parse(held(sweeps, id).score()) as ScoreReport),
  sweepReport: ofAnalysis(({ sweeps }, id: number) => JSON.parse(held(sweeps, id).report()) as SweepReport),
  sweepCsv: ofAnalysis(({ sweeps }, id: number) => held(sweeps, id).csv()),
};

function held(sweeps: Analysis['sweeps'], id: number): WasmSweep {
  const sweep = sweeps.get(id);
  if (sweep === undefined) throw new Refusal(plainError('The sweep was closed.'));
  return sweep;
}

type Table = typeof REQUESTS;
export type RequestName = keyof Table;
type Whom = Table[RequestName]['of'];
type NameOf<Of extends Whom> = {
  [Name in RequestName]: Table[Name]['of'] extends Of ? Name : never;
}[RequestName];
export type RunRequestName = NameOf<'run' | 'replay'>;
/** Requests to the worker that reads scenarios. */
export type ControlRequestName = NameOf<'engine' | 'analysis' | 'inquiry'>;
/** What a page asks with `ask`. What needs more than one message has a function of its own. */
export type EngineQuestion = NameOf<'analysis'> | 'capture';
export type RunQuestion = NameOf<'run'>;

/** All arguments except the target. */
export type Arguments<Name extends RequestName> = Table[Name]['answer'] extends (
  of: never,
  ...args: infer Args
) => unknown
  ? Args
  : never;
export type Answer<Name extends RequestName> = ReturnType<Table[Name]['answer']>;

/** Rejects with a reason if the request is refused. */
export type AskEngine = <Name extends EngineQuestion>(
  name: Name,
  ...args: Arguments<Name>
) => Promise<Answer<Name>>;
export type AskRun<None = never> = <Name extends RunQuestion>(
  lane: number,
  name: Name,
  ...args: Arguments<Name>
) => Promise<Answer<Name> | None>;

/** A row of the table, as the worker uses it: with the arguments as they were sent. */
export type RequestEntry =
  | { of: 'engine'; answer: (engine: WasmEngine, ...args: never[]) => unknown }
  | { of: 'run'; answer: (run: WasmRun, ...args: never[]) => unknown }
  | {
      of: 'replay';
      begin: (run: WasmRun, ...args: never[]) => WasmReplay;
      answer: (replay: WasmReplay, ...args: never[]) => unknown;
    }
  | { of: 'analysis'; answer: (analysis: Analysis, ...args: never[]) => unknown }
  | {
      of: 'inquiry';
      begin: (analysis: Analysis, ...args: never[]) => WasmInquiry;
      answer: (inquiry: never, ...args: never[]) => unknown;
    };
