// Runs one workload in WebAssembly in this Node. Prints the delivered segments and the processor
// time as JSON.
//
//   node web/tools/bench-wasm.mjs WORKLOAD SECONDS [REPLAY_AT_S]
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { fromRoot } from './paths.mjs';

const [id = 'single-newreno', seconds = '60', replayAt] = process.argv.slice(2);

/**
 * @typedef {{ advance(untilS: number, maxEvents: number): number, results(): string, free(): void,
 *   packets(fromS: number, toS: number): { enter_s: Float64Array, free(): void } }} Run
 * @typedef {{ default(options: { module_or_path: Uint8Array }):
 *   Promise<{ memory: { buffer: ArrayBuffer } }>,
 *   Run: new (scenario: string, lane: number, programs?: Uint8Array) => Run }} Glue
 * @typedef {{ default(options: { module_or_path: Uint8Array }): Promise<unknown>,
 *   compile_scripts(texts: string): Uint8Array }} Analysis
 */
const glue = /** @type {Glue} */ (await import(pathToFileURL(fromRoot('web/engine/pkg/ackscope.js')).href));
const { memory } = await glue.default({
  module_or_path: readFileSync(fromRoot('web/engine/pkg/ackscope_bg.wasm')),
});
const scenario = /** @type {{ duration: string, measure?: unknown, scripts?: Record<string, string> }} */ (
  JSON.parse(readFileSync(fromRoot(`core/lab/workloads/${id}.json`), 'utf8'))
);
delete scenario.measure;
const text = JSON.stringify({ ...scenario, duration: `${seconds}s` });

/** The module that runs scripts cannot compile them. */
async function compiled() {
  if (scenario.scripts === undefined) return undefined;
  const place = pathToFileURL(fromRoot('web/engine/pkg/analysis/ackscope_analysis.js')).href;
  const analysis = /** @type {Analysis} */ (await import(place));
  await analysis.default({
    module_or_path: readFileSync(fromRoot('web/engine/pkg/analysis/ackscope_analysis_bg.wasm')),
  });
  return analysis.compile_scripts(JSON.stringify(Object.values(scenario.scripts)));
}
const programs = await compiled();

/** @param {() => void} work @returns {number} seconds of processor time */
function cost(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

let run = new glue.Run(text, 0, programs);
// The first run starts in code that V8 compiled quickly; the second one represents a long run.
const firstS = cost(() => run.advance(Number(seconds), 0xffffffff));
run.free();
run = new glue.Run(text, 0, programs);
const againS = cost(() => run.advance(Number(seconds), 0xffffffff));
const { engine } = /** @type {{ engine: { delivered_segments: number, trace_hash: string } }} */ (
  JSON.parse(run.results())
);
let replayS = null;
let packets = null;
if (replayAt !== undefined) {
  const from = Number(replayAt);
  replayS = cost(() => {
    const log = run.packets(from, from + 1);
    packets = log.enter_s.length;
    log.free();
  });
}
process.stdout.write(
  `${JSON.stringify({
    segments: engine.delivered_segments,
    hash: engine.trace_hash,
    cpu_s: Math.min(firstS, againS),
    memory_bytes: memory.buffer.byteLength,
    replay_s: replayS,
    replayed_packets: packets,
  })}\n`,
);
