/** Runs the real engine in this thread, for tests that check the claims of lessons. */
import { decodeLink, LaneTrace } from '@ackscope/model';
import type { JsonObject, LaneRun } from '@ackscope/model';
import { holdsFor } from '@ackscope/model/lesson';
import type { CheckPassed, LaneInfo, LaneResults, ScenarioError } from '@ackscope/engine';
import { costOf, UNASKED_LIMIT } from '../../model/src/limits.ts';
import { unpackChunk } from '../../engine/src/columns.ts';
import { programsOf, realAnalysis, realEvaluate } from '../../engine/test/real-engine.ts';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import { runExpression } from '../vite/analysis.ts';

/** Whether a comparison holds in a run. */
export const holdsIn = (text: string, lanes: readonly LaneRun[]): boolean =>
  holdsFor(runExpression(text), lanes, realEvaluate());

/** Every finished lane of a link's scenario. Throws if the link or the engine reports a problem. */
export function runLink(engine: WasmEngine, fragment: string): LaneRun[] {
  const link = decodeLink(fragment);
  if (link.problems.length > 0) throw new Error(`${fragment}: ${link.problems.join(' ')}`);
  return runScenario(engine, link.scenario);
}

/** Whether the page asks before it runs a link, because the run exceeds the limit. */
export function asksFirst(engine: WasmEngine, fragment: string): boolean {
  const text = JSON.stringify(decodeLink(fragment).scenario);
  let { estimate } = JSON.parse(engine.check(text, programsOf(text))) as CheckPassed;
  if (estimate.trial === 'needed')
    estimate = JSON.parse(realAnalysis().estimate(text)) as CheckPassed['estimate'];
  const cost = costOf({ estimate });
  return cost.segments > UNASKED_LIMIT.segments || cost.memoryBytes > UNASKED_LIMIT.memoryBytes;
}

/** Every finished lane of a scenario. */
export function runScenario(engine: WasmEngine, scenario: JsonObject): LaneRun[] {
  const text = JSON.stringify(scenario);
  const programs = programsOf(text);
  const check = JSON.parse(engine.check(text, programs)) as CheckPassed | { ok: false; error: ScenarioError };
  if (!check.ok) throw new Error(check.error.message);
  return check.lanes.map(({ label, algorithm }, index) => {
    const run = new engine.Run(text, index, programs);
    const info = JSON.parse(run.info()) as LaneInfo;
    while (!run.done()) run.advance(info.duration_s, 1_000_000);
    const trace = new LaneTrace(info);
    const packed = run.take();
    trace.write(unpackChunk(info.duration_s, packed));
    packed.free();
    const results = JSON.parse(run.results()) as LaneResults;
    run.free();
    return {
      label,
      algorithm,
      info,
      trace,
      results,
      resultsS: info.duration_s,
      done: true,
      stale: false,
      error: null,
    };
  });
}
