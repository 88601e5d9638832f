/**
 * Connects store and engine. When the wanted scenario changes, the runner checks it and, if it is
 * valid, runs it. It gives the workers' updates to the store once per frame. If a scenario is
 * refused, the last good run stays on the screen.
 */
import { ABOUT_AS_LONG } from '@ackscope/engine';
import type {
  AskRun,
  Check,
  CheckPassed,
  Engine,
  IntervalDetail,
  ReplayOptions,
  ScenarioError,
} from '@ackscope/engine';
import { isCutOff, maybeCutOff } from './link/cut.ts';
import { sameJson } from './json.ts';
import type { JsonObject } from './json.ts';
import { launch } from './launch.ts';
import type { Launched, Screen } from './launch.ts';
import { capitalized } from './letter.ts';
import { costGate, costOf, UNASKED_LIMIT } from './limits.ts';
import type { RunCost } from './limits.ts';
import { startPace } from './pace.ts';
import { diffPaths, getPath, setPath } from './path.ts';
import { DEFAULT_PRESET, presetById, presetThatIs } from './presets.ts';
import type { LabStore } from './store.ts';

export interface RunnerOptions {
  /** Calls back soon, at most once per frame; tests pass something they can drive by hand. */
  schedule?: (callback: () => void) => void;
  /** Limits how often runs start while a knob is dragged. */
  settle?: (callback: () => void) => void;
  /** Nothing runs before `wake`: another page than the lab is shown. */
  rests?: boolean;
  /** A link's script with a mistake stays as it is, for its editor; otherwise it is left out. */
  keepsScripts?: boolean;
}

export interface Runner {
  /** Asks about a lane of the run on the screen; null if the run is gone. */
  ask: AskRun<null>;
  /** An interval of the run on the screen, at full detail; null without a run. */
  replay: (
    lane: number,
    fromS: number,
    toS: number,
    options?: ReplayOptions,
  ) => Promise<IntervalDetail> | null;
  /** What the engine and the limits of a page say about a scenario that is not on the screen. */
  check: (scenario: JsonObject) => Promise<Check>;
  /** Whether a checked scenario runs only after the reader's consent. */
  asks: (check: CheckPassed) => boolean;
  /** Runs the wanted scenario, if the runner rests. */
  wake: () => void;
  dispose: () => void;
}

/** A run that takes fewer seconds leaves a processor to the page, which draws meanwhile. */
const SHORT_S = 3;

/** A dragged slider asks for many runs: the first starts at once, others at this interval. */
const SETTLE_MS = 12;

function notTooOften(): (callback: () => void) => void {
  let nextMs = -Infinity;
  return (callback) => {
    const nowMs = performance.now();
    const waitMs = nextMs - nowMs;
    nextMs = Math.max(nowMs, nextMs) + SETTLE_MS;
    if (waitMs > 0) setTimeout(callback, waitMs);
    else callback();
  };
}

export function startRunner(engine: Engine, store: LabStore, options: RunnerOptions = {}): Runner {
  const schedule = options.schedule ?? ((callback) => void setTimeout(callback, 16));
  const settle = options.settle ?? notTooOften();
  const { actions } = store.getState();
  /** The run last shown, and the one on the screen: until its first curve, the run before. */
  let current: Launched | null = null;
  let shown: Launched | null = null;
  let currentCost: RunCost = UNASKED_LIMIT;
  let handled: JsonObject | null = null;
  let waitingForHand = false;
  let stopped = false;
  let resting = options.rests ?? false;
  const isStopped = (): boolean => stopped || resting;
  const gate = costGate();
  const pace = startPace(() => performance.now());
  /** A refused scenario of a new link is repaired; any other is only reported. */
  let mending = true;

  async function consider(): Promise<void> {
    const wanted = store.getState().scenario.wanted;
    if (isStopped() || wanted === handled) return;
    handled = wanted;
    const text = JSON.stringify(wanted);
    const known = presetThatIs(wanted);
    if (known !== null) {
      mending = false;
      // The workers start first: they simulate while the page prepares for their updates.
      currentCost = costOf(known);
      show(startOf(text, known.lanes, currentCost), wanted, known.lanes, known.duration_s, known.warnings);
      return;
    }
    const { scenario, lanes } = store.getState().run;
    const ahead =
      scenario !== null && costsAsMuch(scenario, wanted) ? startOf(text, lanes, currentCost) : null;
    const check = await engine.check(text);
    if (isStopped() || handled !== wanted || !isAllowed(wanted, check)) {
      ahead?.cancel();
      return;
    }
    currentCost = costOf(check);
    show(
      ahead ?? startOf(text, check.lanes, currentCost),
      wanted,
      check.lanes,
      check.duration_s,
      check.warnings,
    );
  }

  /** Whether a scenario is valid and cheap enough to run unasked. If not, reports that. */
  function isAllowed(wanted: JsonObject, check: Check): check is CheckPassed {
    if (!check.ok) {
      refuse(wanted, check.error);
      return false;
    }
    const cost = costOf(check);
    if (store.getState().scenario.agreed === wanted) gate.agree(cost);
    const judgement = judge(wanted, cost);
    if (typeof judgement === 'object') {
      refuse(wanted, judgement);
      return false;
    }
    mending = false;
    if (judgement === 'run') return true;
    actions.costAsked({ cost, segmentsPerS: pace.segmentsPerS() });
    return false;
  }

  function judge(wanted: JsonObject, cost: RunCost): ReturnType<typeof gate.judge> {
    // The error names the parameter that the reader changed and can change back.
    const isLonger = !sameJson(wanted['duration'], baseOf(store)['duration']);
    return gate.judge(cost, { segments: isLonger ? 'duration' : 'hops', memory: 'flows' });
  }

  function refuse(wanted: JsonObject, error: ScenarioError): void {
    if (!(mending && mend(wanted, error))) actions.scenarioRefused(error);
  }

  /** Resets the refused part of a link's scenario to its preset's value, and reports that. */
  function mend(wanted: JsonObject, error: ScenarioError): boolean {
    if (options.keepsScripts === true && /^scripts(\.|$)/.test(error.path)) return false;
    const { scenario } = store.getState();
    const base = baseOf(store);
    if (wanted === base) return false;
    const nearest = scenario.preset === null ? base : (withoutChangeAt(wanted, base, error.path) ?? base);
    const { end } = scenario;
    const told = error.path === '' ? capitalized(error.message) : error.message;
    // Its value may be whole and wrong, or the beginning of another one.
    const why = end !== null && isCutOff(end, error) ? `${told} ${maybeCutOff(end.pair)}` : told;
    store.setState({
      scenario: {
        ...scenario,
        end: null,
        wanted: nearest,
        preset: scenario.preset ?? DEFAULT_PRESET.id,
        notices: [...scenario.notices, why],
      },
    });
    return true;
  }

  function startOf(text: string, lanes: readonly Lane[], { segments }: RunCost): Launched {
    const isShort = segments < SHORT_S * pace.segmentsPerS();
    return launch(engine, text, { lanes, schedule, isShort, onLaneDone: pace.run(lanes.length) });
  }

  /** The run replaces the one before: with its first curve, or at once if the lanes change. */
  function show(
    run: Launched,
    scenario: JsonObject,
    lanes: readonly Lane[],
    durationS: number,
    warnings: readonly string[],
  ): void {
    current?.cancel();
    current = run;
    let runId = -1;
    const screen: Screen = {
      begin() {
        shown = run;
        actions.runBegan(lanes, durationS, scenario, warnings);
        runId = store.getState().run.id;
      },
      tell: (updates) => {
        if (!isStopped()) actions.runAdvanced(runId, updates);
      },
      fail: (lane, error) => {
        actions.laneFailed(runId, lane, error);
      },
    };
    const { run: before, scenario: asked } = store.getState();
    // An error or question about the last scenario disappears at once.
    const isAnswered = asked.error !== null || asked.asking !== null;
    run.show(screen, isAnswered || !sameLanes(lanes, before.lanes));
  }

  const unsubscribe = store.subscribe((state, before) => {
    if (state.scenario.agreed !== before.scenario.agreed && state.scenario.agreed === handled) {
      handled = null;
      void consider();
    }
    if (state.scenario.wanted === before.scenario.wanted) return;
    // A new link may be repaired once again.
    if (
      state.scenario.notices !== before.scenario.notices ||
      state.scenario.preset !== before.scenario.preset
    )
      mending = true;
    if (waitingForHand) return;
    waitingForHand = true;
    settle(() => {
      waitingForHand = false;
      void consider();
    });
  });
  void consider();

  return {
    async check(scenario) {
      const check = await engine.check(JSON.stringify(scenario));
      const judgement = check.ok ? judge(scenario, costOf(check)) : 'run';
      return typeof judgement === 'object' ? { ok: false, error: judgement } : check;
    },
    asks: (check) => judge(store.getState().scenario.wanted, costOf(check)) === 'ask',
    wake() {
      resting = false;
      void consider();
    },
    async ask(...question) {
      const runId = store.getState().run.id;
      try {
        const answer = (await shown?.handle.ask(...question)) ?? null;
        return store.getState().run.id === runId ? answer : null;
      } catch {
        // The run was replaced during the replay: there is nothing to show.
        return null;
      }
    },
    replay: (lane, fromS, toS, wanted) => shown?.handle.replay(lane, fromS, toS, wanted) ?? null,
    dispose() {
      stopped = true;
      unsubscribe();
      current?.cancel();
    },
  };
}

interface Lane {
  label: string;
  algorithm: string;
}

function sameLanes(these: readonly Lane[], those: readonly Lane[]): boolean {
  return these.length === those.length && these.every(({ label }, index) => label === those[index]?.label);
}

/**
 * Whether a scenario has the lanes of the running one and costs about as much. Then the workers may
 * begin before it is checked; it is shown only after the check. This is so for most knobs, except
 * rates, numbers of flows and times.
 */
function costsAsMuch(running: JsonObject, wanted: JsonObject): boolean {
  return diffPaths(running, wanted).every(({ path }) => {
    const keys = path.split('.');
    return ABOUT_AS_LONG.some((pattern) =>
      pattern.split('.').every((key, depth) => key === '*' || key === keys[depth]),
    );
  });
}

/** The scenario that the wanted one grew from, or the default. */
function baseOf(store: LabStore): JsonObject {
  const { preset } = store.getState().scenario;
  return (preset === null ? null : presetById(preset)?.scenario) ?? DEFAULT_PRESET.scenario;
}

/** The scenario with the refused value reset to the preset's; null if that changes nothing. */
function withoutChangeAt(wanted: JsonObject, base: JsonObject, path: string): JsonObject | null {
  const keys = path.split('.');
  for (let length = keys.length; length > 0; length -= 1) {
    const part = keys.slice(0, length).join('.');
    const before = getPath(base, part);
    if (getPath(wanted, part) === before) continue;
    const mended = setPath(wanted, part, before);
    // A link's duration also sets the measured windows, so both are reset together.
    if (mended !== null) return part === 'duration' ? setPath(mended, 'measure', base['measure']) : mended;
  }
  return null;
}
