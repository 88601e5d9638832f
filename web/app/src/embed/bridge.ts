/** Between host page and lab: commands in, reports out (web/embed/src/protocol.ts). */
import { fragmentOf } from '@ackscope/embed/address';
import type { CommandMessage, LaneResult, Report, ScenarioSource } from '@ackscope/embed/protocol';
import { decodeLink, firstFocus, isHostile, isObject, traceHashes } from '@ackscope/model';
import type { Json, JsonObject, LabState, LabStore } from '@ackscope/model';
import type { Lab } from '../lab/context.ts';
import type { Channel } from './channel.ts';
import { labLink } from './labLink.ts';

/** The clock is reported often enough for a slide or a caption, not once per frame. */
const TIME_MS = 100;
const STATE_MS = 300;

/** Runs commands and sends reports until the returned function is called. */
export function startBridge(lab: Lab, { post, onCommand }: Channel): () => void {
  const { store, runner, catalogue } = lab;

  /** Runs a command, and answers it unless the answer comes later. */
  const runCommand = async (command: CommandMessage): Promise<void> => {
    const { actions, run } = store.getState();
    switch (command.type) {
      case 'hello':
        if (run.lanes.length > 0) post(readyOf(store.getState(), catalogue.version));
        else post({ type: 'listening' });
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
        await setScenario(command);
        return;
    }
    if (command.id !== undefined) post({ type: 'done', id: command.id });
  };
  /** One command at a time: commands after a scenario wait until the engine has read it. */
  let turn = answered(store);
  const takeTurn = (command: CommandMessage): void => {
    turn = turn
      .then(() => (isOver ? undefined : runCommand(command)))
      .catch((error: unknown) => {
        refuse(command, '', error instanceof Error ? error.message : String(error));
      });
  };
  const refuse = ({ id }: CommandMessage, path: string, message: string): void => {
    post({ type: 'error', path, message, ...(id === undefined ? {} : { id }) });
  };

  let isOver = false;
  /** The last `setScenario` is answered once the engine has read it. */
  let pendingId: number | null = null;
  const fail = (path: string, message: string): void => {
    post({ type: 'error', path, message, ...(pendingId === null ? {} : { id: pendingId }) });
    pendingId = null;
  };
  const settle = (): void => {
    if (pendingId !== null) post({ type: 'done', id: pendingId });
    pendingId = null;
  };
  /** Changes the state only after the engine's check: a refused scenario never enters it. */
  const setScenario = async (command: CommandMessage & { scenario: ScenarioSource }): Promise<void> => {
    const link = typeof command.scenario === 'string' ? decodeLink(fragmentOf(command.scenario)) : null;
    if (link !== null && link.problems.length > 0) {
      refuse(command, '', link.problems.join(' '));
      return;
    }
    const scenario = link === null ? plainJson(command.scenario) : link.scenario;
    if (scenario === null) {
      refuse(command, '', 'A scenario is a plain JSON object.');
      return;
    }
    const check = await runner.check(scenario);
    if (isOver) return;
    if (!check.ok) {
      refuse(command, check.error.path, check.error.message);
      return;
    }
    if (pendingId !== null) fail('', 'A newer scenario replaced this one before it ran.');
    pendingId = command.id ?? null;
    const { actions, clock, scenario: before } = store.getState();
    // Keeps the current notices: a host's mistake is reported to the host, and not repaired like a
    // reader's link.
    if (link === null) actions.replaceScenario(scenario);
    else actions.openLink({ ...link, problems: before.notices }, clock.playing);
    // An equal scenario is not run again.
    if (store.getState().scenario.wanted === before.wanted) settle();
  };

  let reportedMs = -Infinity;
  let stateTimer: number | undefined;
  let reportedRun = 0;
  const follow = (state: LabState, before: LabState): void => {
    if (state.run.id !== before.run.id) {
      if (reportedRun !== state.run.id) post(readyOf(state, catalogue.version));
      reportedRun = state.run.id;
      settle();
    }
    if (pendingId !== null && state.scenario.notices !== before.scenario.notices)
      fail('', state.scenario.notices.join(' '));
    if (state.scenario.error !== before.scenario.error && state.scenario.error !== null)
      fail(state.scenario.error.path, state.scenario.error.message);
    if (state.run.status === 'done' && before.run.status !== 'done')
      post({
        type: 'result',
        lanes: state.run.lanes.map(resultOf),
        traceHash: traceHashes(state.run.lanes),
        link: labLink(state),
      });
    if (state.view.picked !== before.view.picked && state.view.picked !== null) postEvent(state);
    const { clock } = state;
    if (clock.timeS !== before.clock.timeS || clock.playing !== before.clock.playing) {
      const nowMs = performance.now();
      if (nowMs - reportedMs >= TIME_MS || clock.playing !== before.clock.playing || !clock.playing) {
        reportedMs = nowMs;
        post({ type: 'time', timeS: clock.timeS, playing: clock.playing });
      }
    }
    if (state !== before && stateTimer === undefined)
      stateTimer = window.setTimeout(() => {
        stateTimer = undefined;
        post({ type: 'state', link: labLink(store.getState()) });
      }, STATE_MS);
  };

  function postEvent({ run, view: { picked } }: LabState): void {
    const lane = picked === null ? undefined : run.lanes[picked.lane];
    if (picked === null || lane === undefined) return;
    const { rule, timeS } = picked;
    post({ type: 'event', timeS, lane: lane.label, rule: rule.key, kind: rule.kind, title: rule.title });
  }

  const unsubscribe = store.subscribe(follow);
  if (store.getState().run.lanes.length > 0) post(readyOf(store.getState(), catalogue.version));
  const leave = onCommand(takeTurn);
  return () => {
    isOver = true;
    leave();
    window.clearTimeout(stateTimer);
    unsubscribe();
  };
}

/** Resolves when the engine has answered the first scenario: it runs, is refused, or asks first. */
function answered(store: LabStore): Promise<void> {
  return new Promise((resolve) => {
    let stop: () => void = () => undefined;
    const look = (): void => {
      const { run, scenario } = store.getState();
      if (run.lanes.length === 0 && scenario.error === null && scenario.asking === null) return;
      stop();
      resolve();
    };
    stop = store.subscribe(look);
    look();
  });
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

/** The message's content as JSON; null if it is no object, or is hostile. */
function plainJson(value: unknown): JsonObject | null {
  try {
    const json = JSON.parse(JSON.stringify(value)) as Json;
    return isObject(json) && !isHostile(json) ? json : null;
  } catch {
    return null;
  }
}
