/** Runs that do not do what a lesson says: each claim of the lesson has to fail in one of them. */
import { decodeLink } from '@ackscope/model';
import type { JsonObject, LaneRun } from '@ackscope/model';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import { runScenario } from './lessonRuns.ts';

type Part = Record<string, unknown>;
type Wrong = (scenario: JsonObject, lanes: readonly LaneRun[]) => JsonObject;

const partsOf = (scenario: JsonObject, key: 'hops' | 'flows'): Part[] => scenario[key] as unknown as Part[];
const number = (text: unknown): number => parseFloat(String(text));
const unit = (text: unknown): string => String(text).replace(/^[\d.]+/, '');

const everyHop =
  (change: (hop: Part) => Part): Wrong =>
  (scenario) =>
    ({
      ...scenario,
      hops: partsOf(scenario, 'hops').map((hop) => ({ ...hop, ...change(hop) })),
    }) as JsonObject;
const everyFlow =
  (change: (flow: Part) => Part): Wrong =>
  (scenario) =>
    ({
      ...scenario,
      flows: partsOf(scenario, 'flows').map((flow) => ({ ...flow, ...change(flow) })),
    }) as JsonObject;

/** Takes what the lanes override, so that all lanes are alike, and gives every flow this algorithm. */
const allRun =
  (algorithm: string): Wrong =>
  (scenario, lanes) => ({
    ...everyFlow(() => ({ algorithm, ecn: undefined, delayed_ack: true }))(scenario, lanes),
    compare: lanes.map(({ label }) => ({ label, algorithm })),
  });

/** Takes the values that lanes override: the change of a hop or a flow reaches all of them. */
const withoutSets = (scenario: JsonObject, lanes: readonly LaneRun[]): JsonObject => ({
  ...scenario,
  compare: lanes.map(({ label, algorithm }) => ({ label, algorithm })),
});

/** No flow but the compared ones. */
const alone: Wrong = (scenario) =>
  ({ ...scenario, flows: partsOf(scenario, 'flows').filter(({ compared }) => compared) }) as JsonObject;

/** Every script counts what is delivered twice. */
const miscounted: Wrong = (scenario) => ({
  ...scenario,
  scripts: Object.fromEntries(
    Object.entries((scenario.scripts ?? {}) as Record<string, string>).map(([id, text]) => [
      id,
      text.replaceAll('(delivered -', '2 * (delivered -'),
    ]),
  ),
});

/** One lane is a sender that does not react to losses. */
const oneLane =
  (at: number): Wrong =>
  (scenario, lanes) => ({
    ...scenario,
    compare: (scenario.compare as JsonObject[]).map((entry, index) =>
      index === at % lanes.length ? { label: lanes[index]?.label ?? '', algorithm: 'bbr' } : entry,
    ),
  });

/** One lane sends at most eight packets per round trip. */
const oneHeld =
  (at: number): Wrong =>
  (scenario, lanes) => ({
    ...scenario,
    compare: (scenario.compare as JsonObject[]).map((entry, index) =>
      index === at % lanes.length
        ? {
            ...(typeof entry === 'string' ? { algorithm: entry } : entry),
            label: lanes[index]?.label ?? '',
            set: Object.fromEntries(
              partsOf(scenario, 'flows').map(({ name }) => [`flows.${String(name)}.receive_window`, 8]),
            ),
          }
        : entry,
    ),
  });

/** The runs that cost least come first: most claims fail in the first few. */
const WRONG: readonly Wrong[] = [
  everyFlow(() => ({ receive_window: 8, bytes: undefined })),
  everyHop(({ loss }) => ({
    loss:
      (loss as Part | undefined)?.kind === 'none'
        ? { kind: 'bernoulli', probability: 0.03 }
        : { kind: 'none' },
  })),
  everyHop(() => ({ queue: { kind: 'drop-tail', capacity: 3 } })),
  alone,
  miscounted,
  everyHop(({ rate }) => ({ rate: `${String(number(rate) / 2)}${unit(rate)}` })),
  allRun('vegas'),
  everyFlow(({ rtt }) => ({ rtt: `${String(2 * number(rtt))}${unit(rtt)}` })),
  everyFlow(({ delayed_ack: delayed }) => ({
    delayed_ack: delayed === false,
    initial_window: 2,
    initial_ssthresh: 5,
  })),
  withoutSets,
  everyHop(({ queue }) => ({ queue: { kind: 'drop-tail', capacity: number((queue as Part).capacity) * 3 } })),
  ...[0, 1, 2, 3, 4].flatMap((at) => [oneHeld(at), oneLane(at)]),
  allRun('cubic-rfc9438'),
  everyHop(({ rate }) => ({ rate: `${String(number(rate) * 3)}${unit(rate)}` })),
];

/** The runs themselves with the lanes' names, or the flows' names, exchanged. */
function renamed(lanes: readonly LaneRun[]): LaneRun[][] {
  const next = <T>(items: readonly T[], at: number): T => items[(at + 1) % items.length] as T;
  const byLane = lanes.map((lane, at) => ({ ...lane, label: next(lanes, at).label }));
  const byFlow = lanes.map((lane) => {
    if (lane.info === null) return lane;
    const { flows } = lane.info;
    return {
      ...lane,
      info: { ...lane.info, flows: flows.map((flow, at) => ({ ...flow, name: next(flows, at).name })) },
    };
  });
  return [byLane, byFlow];
}

/** One wrong run after the other, each made when it is asked for. */
export function* wrongRuns(
  engine: WasmEngine,
  fragment: string,
  lanes: readonly LaneRun[],
): Generator<readonly LaneRun[]> {
  yield* renamed(lanes);
  const { scenario } = decodeLink(fragment);
  for (const wrong of WRONG) {
    const changed = wrong(scenario, lanes);
    if (JSON.stringify(changed) === JSON.stringify(scenario)) continue;
    // A change that the engine refuses for this scenario is no run.
    try {
      yield runScenario(engine, changed);
    } catch {
      continue;
    }
  }
}
