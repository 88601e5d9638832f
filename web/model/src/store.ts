/**
 * The store: scenario, run, clock and view in one place, without React. Only its actions change it.
 * Views read it, and canvases subscribe without rendering.
 */
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { ScenarioError } from '@ackscope/engine';
import { rowsAfter, rowsOf } from './asks.ts';
import { sameJson } from './json.ts';
import type { JsonObject } from './json.ts';
import type { CostQuestion } from './limits.ts';
import type { PathChange } from './path.ts';
import { stepEvent } from './events.ts';
import type { Decider, EventRef, RuleTable } from './events.ts';
import type { DecodedLink } from './link/codec.ts';
import { followSuggestion, presetById } from './presets.ts';
import { roundTripS } from './selectors.ts';
import { LaneTrace } from './trace.ts';
import { advanced, initialClock, playedFromS, speedFor } from './slices/clock.ts';
import type { ClockSlice } from './slices/clock.ts';
import { heldHistory, initialHistory, remembered, stepped } from './slices/history.ts';
import type { HistorySlice } from './slices/history.ts';
import { begun, cleared, initialRun, progress, settled, withLaneAt } from './slices/run.ts';
import type { LaneUpdate, RunSlice } from './slices/run.ts';
import { initialScenario, laneIndex, withChanges, withLane, withoutLane } from './slices/scenario.ts';
import type { ScenarioSlice } from './slices/scenario.ts';
import { askedInterval, answerShown, isAnswerSeen, shownRange } from './slices/ask.ts';
import type { AskSlice } from './slices/ask.ts';
import { initialReference, referenceAfter } from './slices/reference.ts';
import type { ReferenceSlice } from './slices/reference.ts';
import { chosenRows, initialView } from './slices/view.ts';
import type { Theme, ViewSlice } from './slices/view.ts';
import { chartsActions, chartsOf, focused, initialCharts } from './slices/charts.ts';
import type { ChartsActions, ChartsSlice } from './slices/charts.ts';
import { initialDetail, shownTrace } from './slices/detail.ts';
import type { DetailSlice } from './slices/detail.ts';
import { initialInstruments, instrumentsOf } from './slices/instruments.ts';
import type { InstrumentsSlice } from './slices/instruments.ts';
import { scopeActions } from './slices/scope.ts';
import type { ScopeActions } from './slices/scope.ts';
import { clampedRange, followingRange, zoomedRange } from './slices/zoom.ts';
import type { TimeRange } from './slices/zoom.ts';

export interface LabState {
  scenario: ScenarioSlice;
  run: RunSlice;
  clock: ClockSlice;
  view: ViewSlice;
  history: HistorySlice;
  charts: ChartsSlice;
  detail: DetailSlice;
  reference: ReferenceSlice;
  instruments: InstrumentsSlice;
  /** Null if the scenario has no question. */
  ask: AskSlice | null;
  actions: LabActions;
}

export interface LabActions extends ChartsActions, ScopeActions {
  /** Shows what a link contains. `autoplay`: start the clock unless the link names a time. */
  openLink: (link: DecodedLink, autoplay: boolean) => void;
  choosePreset: (id: string, autoplay: boolean) => void;
  /** Moves a knob, which may change several paths at once; `undefined` removes a key. */
  change: (changes: readonly PathChange[]) => void;
  /** A hand takes a knob or lets it go: all that it changes in between is one step of undo. */
  hold: (isHeld: boolean) => void;
  /** Replaces the whole scenario; `preset`: the one it grew from, null for none. */
  replaceScenario: (scenario: JsonObject, preset?: string | null) => void;
  undo: () => void;
  redo: () => void;
  followSuggestion: () => void;
  addLane: (algorithm: string) => void;
  removeLane: (index: number) => void;
  /** A file could not be opened and the scenario stays. Null once the reader has dismissed that. */
  fileRefused: (reason: string | null) => void;
  dismissNotices: () => void;

  scenarioRefused: (error: ScenarioError) => void;
  /** The wanted scenario costs so much that it runs only after consent. */
  costAsked: (question: CostQuestion) => void;
  /** The consent. */
  runAnyway: () => void;
  runBegan: (
    lanes: readonly { label: string; algorithm: string }[],
    durationS: number,
    scenario: JsonObject,
    warnings: readonly string[],
  ) => void;
  /** The workers' updates since the last frame, applied in one change. */
  runAdvanced: (runId: number, updates: readonly LaneUpdate[]) => void;
  laneFailed: (runId: number, lane: number, error: ScenarioError) => void;

  play: () => void;
  pause: () => void;
  toggle: () => void;
  seek: (timeS: number) => void;
  setSpeed: (speed: number) => void;
  setLoop: (loop: boolean) => void;
  /** Steps by one round-trip time of the flow in focus, as it is at the clock. */
  stepRtt: (direction: 1 | -1) => void;
  tick: (elapsedS: number) => void;
  /** Stops at the next or previous event of the lane in focus, of its sender or its queue. */
  step: (direction: 1 | -1, rules: RuleTable, decider?: Decider) => void;

  /** Shows a time range, or the whole run. */
  setTimeRange: (timeRange: TimeRange | null) => void;
  /** Zooms in (a factor below one) or out around a time. */
  zoom: (factor: number, aboutS: number) => void;

  setRows: (rows: readonly string[]) => void;
  focusLane: (lane: number) => void;
  pick: (event: EventRef | null) => void;
  hover: (timeS: number | null) => void;
  setTheme: (theme: Theme) => void;
  /** Draws the page's own measurements over the lanes; null removes them. */
  layMeasured: (measured: string | null) => void;
  present: (presenting: boolean) => void;
}

export type LabStore = StoreApi<LabState>;

export function createLabStore(nowMs: () => number = () => Date.now()): LabStore {
  return createStore<LabState>()((set, get) => {
    /** `place`: the changed place; successive changes of one place are one undo step. */
    const changeScenario = (
      change: (slice: ScenarioSlice) => ScenarioSlice,
      place: string | null = null,
    ): void => {
      const before = get().scenario;
      const after = change(before);
      if (after === before) return;
      // In one step: nobody sees the answer of the old scenario in between.
      set({ ...askEnded(), scenario: after, history: historyAfter(after, place) });
    };
    const historyAfter = (after: { wanted: JsonObject }, place: string | null): HistorySlice => {
      const { scenario, history } = get();
      if (scenario.wanted === after.wanted) return history;
      return remembered(history, { wanted: scenario.wanted, preset: scenario.preset }, place, nowMs());
    };
    /** What changes when the question ends: what it hid is shown, and the clock runs at its own speed. */
    const askEnded = (): Partial<LabState> => {
      const { ask, view, clock } = get();
      if (ask === null) return {};
      const isOpen = ask.stage !== 'answered';
      return {
        ask: null,
        view: { ...view, hidesFuture: false },
        ...(isOpen || view.hidesFuture ? { clock: { ...clock, speed: ask.speed } } : {}),
      };
    };
    const endAsk = (): void => set(askEnded());
    const stepHistory = (direction: 1 | -1): void => {
      const { scenario, history } = get();
      const step = stepped(history, { wanted: scenario.wanted, preset: scenario.preset }, direction);
      if (step === null) return;
      set({
        scenario: { ...scenario, ...step.moment, error: null, asking: null, refusedFile: null },
        history: step.history,
      });
    };
    /** Moves the clock, and the time range too if the clock would leave it. */
    const moveTo = (timeS: number, clock: ClockSlice): void => {
      const { view, run } = get();
      const timeRange = followingRange(view.timeRange, timeS, run.durationS);
      set(
        timeRange === view.timeRange
          ? { clock: { ...clock, timeS } }
          : { clock: { ...clock, timeS }, view: { ...view, timeRange } },
      );
    };
    /** A new trace waits here for its first chunk: the lane's old curve stays until then. */
    const waiting = new Map<string, LaneTrace>();

    const actions: LabActions = {
      openLink(link, autoplay) {
        endAsk();
        const { view } = get();
        const { timeS, zoom } = link.view;
        set({
          // The link that opens the page has nothing before it.
          history: get().run.id === 0 ? initialHistory : historyAfter({ wanted: link.scenario }, null),
          scenario: {
            wanted: link.scenario,
            preset: link.preset,
            came: link.preset === null ? link.scenario : null,
            kept: link.origin === undefined ? null : link.scenario,
            error: null,
            asking: null,
            agreed: null,
            warnings: [],
            refusedFile: null,
            notices: link.problems,
            end: link.end ?? null,
          },
          // What a link shows enlarged plays from its beginning: a clock elsewhere would take it away.
          clock: { ...get().clock, timeS: timeS ?? zoom?.[0] ?? 0, playing: timeS === null && autoplay },
          reference: { ...initialReference, link: link.view.ref },
          instruments: instrumentsOf(link.view),
          charts: {
            mode: link.view.charts ?? chartsOf(link.preset),
            flow: link.view.flow,
            pair: link.view.pair,
          },
          view: {
            ...view,
            timeRange: zoom,
            rows: link.view.rows ?? rowsOf(link.preset),
            stamp: link.view.run === null ? null : { run: link.view.run, of: link.scenario },
            picked: null,
            measured: link.view.measured,
            wholeScale: link.view.scale === 'whole',
            hidesFuture: link.view.future !== null,
            lane: laneIndex(
              link.scenario,
              link.view.lane ?? presetById(link.preset ?? '')?.look.lane ?? null,
            ),
          },
        });
        // A question that waited for an answer waits again: nothing of the answer is shown.
        if (link.view.future === 'asked') actions.beginAsk(timeS);
      },
      choosePreset(id, autoplay) {
        const preset = presetById(id);
        if (preset === null) return;
        endAsk();
        set({
          history: historyAfter({ wanted: preset.scenario }, null),
          scenario: { ...initialScenario, wanted: preset.scenario, preset: preset.id },
          reference: { ...initialReference },
          instruments: initialInstruments,
          clock: { ...get().clock, timeS: 0, playing: autoplay },
          // Another scenario has other flows.
          charts:
            preset.id === get().scenario.preset
              ? get().charts
              : { ...initialCharts, mode: chartsOf(preset.id) },
          view: {
            ...get().view,
            rows: rowsAfter(get().view.rows, get().scenario.preset, preset.id),
            picked: null,
            timeRange: null,
            measured: null,
            lane: laneIndex(preset.scenario, preset.look.lane),
          },
        });
      },
      change(changes) {
        changeScenario((slice) => withChanges(slice, changes), changes.map(({ path }) => path).join(' '));
      },
      hold(isHeld) {
        set({ history: heldHistory(get().history, isHeld) });
      },
      replaceScenario(scenario, preset) {
        changeScenario((slice) => ({
          ...slice,
          // An equal scenario is no change and is not computed again.
          wanted: sameJson(slice.wanted, scenario) ? slice.wanted : scenario,
          preset: preset === undefined ? slice.preset : preset,
          came: preset === undefined ? slice.came : preset === null ? scenario : null,
          refusedFile: null,
        }));
      },
      undo() {
        stepHistory(-1);
      },
      redo() {
        stepHistory(1);
      },
      followSuggestion() {
        changeScenario((slice) => {
          const preset = slice.preset === null ? null : presetById(slice.preset);
          const wanted = preset === null ? null : followSuggestion(preset, slice.wanted);
          return wanted === null ? slice : { ...slice, wanted };
        });
      },
      addLane(algorithm) {
        changeScenario((slice) =>
          withLane(
            slice,
            algorithm,
            slice.preset === null ? null : (presetById(slice.preset)?.scenario ?? null),
          ),
        );
      },
      removeLane(index) {
        const { lane } = get().view;
        changeScenario((slice) => withoutLane(slice, index));
        if (lane >= index && lane > 0) set({ view: { ...get().view, lane: lane - 1, picked: null } });
      },
      fileRefused(reason) {
        set({ scenario: { ...get().scenario, refusedFile: reason } });
      },
      dismissNotices() {
        changeScenario((slice) => (slice.notices.length === 0 ? slice : { ...slice, notices: [] }));
      },

      scenarioRefused(error) {
        set({ scenario: { ...get().scenario, error, asking: null } });
      },
      costAsked(question) {
        const { scenario, run, reference } = get();
        set({
          scenario: { ...scenario, error: null, asking: question },
          // Under the title of another scenario nothing of the last one stays.
          ...(reference.isAnother && run.id > 0 ? { run: cleared(run) } : {}),
        });
      },
      runAnyway() {
        const { scenario } = get();
        set({ scenario: { ...scenario, asking: null, agreed: scenario.wanted } });
      },
      runBegan(lanes, durationS, scenario, warnings) {
        waiting.clear();
        const state = get();
        const sameLength = durationS === state.run.durationS;
        set({
          scenario: { ...state.scenario, error: null, asking: null, warnings },
          reference: referenceAfter(state.reference, state.run, scenario),
          run: begun(state.run, state.reference.isAnother, lanes, durationS, scenario),
          ask: state.ask === null ? null : { ...state.ask, speed: speedFor(durationS) },
          clock: {
            ...state.clock,
            timeS: Math.min(state.clock.timeS, durationS),
            speed: sameLength || state.ask !== null ? state.clock.speed : speedFor(durationS),
          },
          view: {
            ...state.view,
            picked: null,
            timeRange: clampedRange(state.view.timeRange, durationS),
            lane: Math.min(state.view.lane, Math.max(0, lanes.length - 1)),
          },
        });
      },
      runAdvanced(runId, updates) {
        let { run } = get();
        if (run.id !== runId) return;
        for (const item of updates) {
          const key = `${runId}/${item.lane}`;
          if (item.kind === 'lane') {
            waiting.set(key, focused(new LaneTrace(item.info), get().charts.flow));
            // A second `lane` message: the worker was replaced, and the trace begins again.
            run = withLaneAt(run, item.lane, { info: item.info, resultsS: 0, done: false, stale: true });
          } else if (item.kind === 'chunk') {
            const fresh = waiting.get(key);
            const trace = fresh ?? run.lanes[item.lane]?.trace;
            if (!trace) continue;
            trace.write(item.chunk);
            if (fresh) {
              waiting.delete(key);
              run = withLaneAt(run, item.lane, { trace: fresh, stale: false });
            }
          } else {
            const lane = run.lanes[item.lane];
            // Curves arrive more often than results, and before them: these results cover at least
            // as much.
            const resultsS = lane === undefined ? 0 : progress(lane);
            run = withLaneAt(run, item.lane, {
              results: item.results,
              resultsS,
              done: item.done,
              ...(item.done ? { before: null } : {}),
            });
          }
        }
        set({ run: settled(run) });
      },
      laneFailed(runId, lane, error) {
        const { run, scenario } = get();
        if (run.id !== runId) return;
        if (lane < 0) set({ run: { ...run, status: 'error' }, scenario: { ...scenario, error } });
        else set({ run: settled(withLaneAt(run, lane, { error, before: null })) });
      },

      play() {
        const { clock, run, view } = get();
        // A reader who plays on without an answer is not asked again.
        if (get().ask?.stage === 'open') endAsk();
        const timeS = playedFromS(clock, run.durationS, view.timeRange);
        set({ clock: { ...clock, timeS, playing: true }, view: { ...get().view, picked: null } });
      },
      pause() {
        set({ clock: { ...get().clock, playing: false } });
      },
      toggle() {
        if (get().clock.playing) actions.pause();
        else actions.play();
      },
      seek(timeS) {
        const { clock, run } = get();
        const limit = run.durationS > 0 ? run.durationS : Infinity;
        const { ask } = get();
        moveTo(Math.min(Math.max(0, timeS), limit), clock);
        if (ask !== null && get().view.hidesFuture && isAnswerSeen(ask, run, timeS)) set(answerShown(get()));
      },
      setSpeed(speed) {
        set({ clock: { ...get().clock, speed } });
      },
      setLoop(loop) {
        set({ clock: { ...get().clock, loop } });
      },
      stepRtt(direction) {
        const { clock, run, view } = get();
        const rttS = roundTripS(run.lanes[view.lane]?.trace ?? null, clock.timeS);
        if (rttS === null) return;
        const timeS = Math.min(Math.max(0, clock.timeS + direction * rttS), run.durationS);
        if (view.picked !== null) set({ view: { ...view, picked: null } });
        moveTo(timeS, { ...clock, playing: false });
      },
      tick(elapsedS) {
        const { clock, run } = get();
        const reachedS = run.status === 'done' ? run.durationS : run.simulatedS;
        const { view, ask } = get();
        const { timeRange } = view;
        const next = advanced(
          clock,
          elapsedS,
          reachedS,
          run.durationS,
          run.status === 'done',
          timeRange ?? undefined,
        );
        if (ask !== null && view.hidesFuture && isAnswerSeen(ask, run, next.timeS)) {
          moveTo(askedInterval(ask, run).toS, { ...next, playing: false });
          set(answerShown(get()));
          return;
        }
        if (next !== clock) moveTo(next.timeS, next);
      },
      step(direction, rules, decider) {
        const { clock, run, view } = get();
        // Steps stay within the lane in focus, because the inspector explains that lane.
        const traces = new Set([shownTrace(get(), view.lane), run.lanes[view.lane]?.trace ?? null]);
        const known = [...traces].filter((trace) => trace !== null);
        actions.pick(stepEvent(view.lane, known, rules, clock.timeS, direction, decider) ?? view.picked);
      },

      setTimeRange(timeRange) {
        const { view, run } = get();
        set({ view: { ...view, timeRange: clampedRange(timeRange, run.durationS) } });
      },
      zoom(factor, aboutS) {
        const state = get();
        const timeRange = zoomedRange(shownRange(state), state.run.durationS, factor, aboutS);
        set({ view: { ...state.view, timeRange } });
      },

      setRows(rows) {
        set({ view: { ...get().view, rows: chosenRows([...new Set(rows)], get().run.lanes) } });
      },
      focusLane(lane) {
        const { view } = get();
        if (view.lane !== lane) set({ view: { ...view, lane, picked: null } });
      },
      pick(picked) {
        const { view, clock } = get();
        if (picked === view.picked) return;
        set({
          view: picked === null ? { ...view, picked } : { ...view, drawer: 'why', lane: picked.lane, picked },
        });
        if (picked !== null) moveTo(picked.timeS, { ...clock, playing: false });
      },
      hover(wantedS) {
        const { view, clock } = get();
        // The cross-hair shows no value of a hidden future.
        const timeS = view.hidesFuture && wantedS !== null && wantedS > clock.timeS ? null : wantedS;
        if (view.hoverS !== timeS) set({ view: { ...view, hoverS: timeS } });
      },
      present(presenting) {
        set({ view: { ...get().view, presenting } });
      },
      layMeasured(measured) {
        set({ view: { ...get().view, measured } });
      },
      setTheme(theme) {
        set({ view: { ...get().view, theme } });
      },
      ...chartsActions(set, get),
      ...scopeActions(set, get),
    };

    return {
      scenario: initialScenario,
      run: initialRun,
      clock: initialClock,
      view: initialView,
      history: initialHistory,
      charts: initialCharts,
      detail: initialDetail,
      reference: initialReference,
      instruments: initialInstruments,
      ask: null,
      actions,
    };
  });
}
