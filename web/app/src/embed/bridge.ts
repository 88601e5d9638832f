/** Between the page around the widget and the lab in it: commands in, reports out (web/embed/src/protocol.ts). */
import { fragmentOf } from '@ackscope/embed/address';
import { PROTOCOL } from '@ackscope/embed/protocol';
import type { Command, LaneResult, Report, ScenarioSource } from '@ackscope/embed/protocol';
import { decodeLink, firstFocus, isHostile, isObject, traceHashes } from '@ackscope/model';
import type { Json, JsonObject, LabState } from '@ackscope/model';
import type { Lab } from '../lab/context.ts';
import { labLink } from './labLink.ts';
import { readCommand } from './commands.ts';

/** The clock is told often enough for a slide or a caption, not once per frame. */
const TIME_MS = 100;
const STATE_MS = 300;

/** The page the frame stands in; tests give a window of their own. */
export interface HostWindow {
  postMessage: (message: unknown, targetOrigin: string) => void;
}

export interface Bridge {
  tell: (report: Report) => void;
  close: () => void;
}

export function startBridge(lab: Lab, host: HostWindow, hostOrigin: string | null): Bridge {
  const { store, catalogue, rules } = lab;
  const tell = (report: Report): void => {
    host.postMessage({ ...report, ackscope: PROTOCOL }, hostOrigin ?? '*');
  };

  const obey = (command: Command): void => {
    const { actions, run } = store.getState();
    switch (command.type) {
      case 'hello':
        if (run.lanes.length > 0) tell(readyOf(store.getState(), catalogue.version));
        break;
      case 'play':
        if (command.speed !== undefined) actions.setSpeed(command.speed);
        actions.play();
        break;
      case 'pause':
        actions.pause();
        break;
      case 'seek':
        actions.pause();
        actions.seek(command.timeS);
        break;
      case 'setRows':
        actions.setRows(command.rows);
        break;
      case 'setTheme':
        actions.setTheme(command.theme);
        break;
      case 'setScenario':
        throw new Error('scenarios are answered when the run has begun');
    }
  };

  /** The answer to the last `setScenario` is due when the engine has read it. */
  let owed: number | null = null;
  const fail = (path: string, message: string): void => {
    tell({ type: 'error', path, message, ...(owed === null ? {} : { id: owed }) });
    owed = null;
  };
  const settle = (): void => {
    if (owed !== null) tell({ type: 'done', id: owed });
    owed = null;
  };
  const setScenario = (source: ScenarioSource, id: number | undefined): void => {
    if (owed !== null) fail('', 'Another scenario was set before this one ran.');
    owed = id ?? null;
    const { actions, clock, scenario: before } = store.getState();
    if (typeof source === 'string') {
      const link = decodeLink(fragmentOf(source));
      if (link.problems.length > 0) {
        fail('', link.problems.join(' '));
        return;
      }
      // With the notices there are: a host's mistake is told to the host, not mended as a reader's link would be.
      actions.openLink({ ...link, problems: before.notices }, clock.playing);
    } else {
      const scenario = plainJson(source);
      if (scenario === null) {
        fail('', 'A scenario is a plain JSON object.');
        return;
      }
      actions.replaceScenario(scenario);
    }
    // The same one again is not run again.
    if (store.getState().scenario.wanted === before.wanted) settle();
  };

  const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== host || (hostOrigin !== null && origin !== hostOrigin)) return;
    const read = readCommand(data);
    if (read.kind === 'foreign') return;
    if (read.kind === 'faulty') {
      tell({
        type: 'error',
        path: '',
        message: read.message,
        ...(read.id === undefined ? {} : { id: read.id }),
      });
      return;
    }
    const { command } = read;
    if (command.type === 'setScenario') {
      setScenario(command.scenario, command.id);
      return;
    }
    obey(command);
    if (command.id !== undefined) tell({ type: 'done', id: command.id });
  };

  let toldMs = -Infinity;
  let stateTimer: number | undefined;
  let told = 0;
  const follow = (state: LabState, before: LabState): void => {
    if (state.run.id !== before.run.id) {
      if (told !== state.run.id) tell(readyOf(state, catalogue.version));
      told = state.run.id;
      settle();
    }
    if (owed !== null && state.scenario.notices !== before.scenario.notices)
      fail('', state.scenario.notices.join(' '));
    if (state.scenario.error !== before.scenario.error && state.scenario.error !== null)
      fail(state.scenario.error.path, state.scenario.error.message);
    if (state.run.status === 'done' && before.run.status !== 'done')
      tell({
        type: 'result',
        lanes: state.run.lanes.map(resultOf),
        traceHash: traceHashes(state.run.lanes),
        link: labLink(state),
      });
    if (state.view.picked !== before.view.picked && state.view.picked !== null) tellEvent(state);
    const { clock } = state;
    if (clock.timeS !== before.clock.timeS || clock.playing !== before.clock.playing) {
      const nowMs = performance.now();
      if (nowMs - toldMs >= TIME_MS || clock.playing !== before.clock.playing || !clock.playing) {
        toldMs = nowMs;
        tell({ type: 'time', timeS: clock.timeS, playing: clock.playing });
      }
    }
    if (state !== before && stateTimer === undefined)
      stateTimer = window.setTimeout(() => {
        stateTimer = undefined;
        tell({ type: 'state', link: labLink(store.getState()) });
      }, STATE_MS);
  };

  function tellEvent({ run, view }: LabState): void {
    const { picked } = view;
    const lane = picked === null ? undefined : run.lanes[picked.lane];
    const events = lane?.trace?.events;
    if (picked === null || lane === undefined || events === undefined) return;
    const rule = rules.get(events.rule[picked.index] ?? -1);
    const timeS = events.timeS[picked.index];
    if (rule === undefined || timeS === undefined) return;
    tell({ type: 'event', timeS, lane: lane.label, rule: rule.key, kind: rule.kind, title: rule.title });
  }

  window.addEventListener('message', hear);
  const unsubscribe = store.subscribe(follow);
  if (store.getState().run.lanes.length > 0) tell(readyOf(store.getState(), catalogue.version));
  return {
    tell,
    close() {
      window.removeEventListener('message', hear);
      window.clearTimeout(stateTimer);
      unsubscribe();
    },
  };
}

function readyOf({ run }: LabState, version: string): Report {
  return {
    type: 'ready',
    version,
    durationS: run.durationS,
    lanes: run.lanes.map(({ label, algorithm }) => ({ label, algorithm })),
  };
}

function resultOf({ label, algorithm, info, results }: LabState['run']['lanes'][number]): LaneResult {
  const focus = info === null ? 0 : firstFocus(info);
  const windows = results?.flows.find((flow) => flow.index === focus)?.windows ?? [];
  return {
    label,
    algorithm,
    windows: windows.map(({ from_s, to_s, goodput_bps }) => ({
      fromS: from_s,
      toS: to_s,
      goodputBps: goodput_bps,
    })),
  };
}

/** What a message carried, as JSON would have it; null if it is no object or one made to do harm. */
function plainJson(value: unknown): JsonObject | null {
  try {
    const json = JSON.parse(JSON.stringify(value)) as Json;
    return isObject(json) && !isHostile(json) ? json : null;
  } catch {
    return null;
  }
}
