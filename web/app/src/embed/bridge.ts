/** Commands from the host page: each is answered once (web/embed/src/protocol.ts). */
import { messageOf } from '@ackscope/engine';
import { fragmentOf, isAddress } from '@ackscope/embed/address';
import type { CommandMessage, ScenarioSource } from '@ackscope/embed/protocol';
import { ROWS } from '@ackscope/charts';
import { decodeLink, EMPTY_VIEW, isHostile, isObject } from '@ackscope/model';
import type { DecodedLink, Json, JsonObject, LabStore } from '@ackscope/model';
import type { Lab } from '../lab/context.ts';
import { unknownRows } from '../address/address.ts';
import { remoteLink } from '../address/remoteScenario.ts';
import { isLab } from '../pages.ts';
import type { Channel } from './channel.ts';
import { readyOf } from './reports.ts';
import type { FrameContent } from './stage.ts';
import { hasLab, readSubject, shownAs } from './subjects.ts';

/** Why a command is refused, with the place in the scenario. */
class Refusal extends Error {
  readonly path: string;

  constructor(message: string, path = '') {
    super(message);
    this.path = path;
  }
}

/** Runs commands until the returned function is called. */
export function startBridge(stage: FrameContent, { post, onCommand, explain }: Channel): () => void {
  const { main } = stage;
  const { store, runner, catalogue } = main;
  let isOver = false;
  /** A scenario that waits for the reader's consent, with the command that brought it. */
  let consent: { command: CommandMessage; scenario: JsonObject } | null = null;
  /** A moment that was sought before the wanted run began; only then is its length known. */
  let soughtS: number | null = null;

  const finish = ({ id }: CommandMessage): void => {
    if (id !== undefined) post({ type: 'done', id });
  };
  const refuse = ({ id }: CommandMessage, error: unknown): void => {
    const message = messageOf(error);
    const path = error instanceof Refusal ? error.path : '';
    post({ type: 'error', path, message, ...(id === undefined ? {} : { id }) });
  };

  /** The lab whose clock and rows the commands set. */
  const labOf = async (command: CommandMessage): Promise<Lab> => {
    const subject = await known(stage.subject, undefined);
    if (subject === null) {
      await answered(store);
      return main;
    }
    if (subject.refusal !== null) throw new Refusal(subject.refusal);
    const { page } = subject.route;
    if (!hasLab(page))
      throw new Refusal(
        `${shownAs(page) ?? page} takes hello, setScenario and setTheme, not ${command.type}: it has no clock.`,
      );
    const guest = await known(stage.guest, null);
    if (guest.isAsked)
      throw new Refusal(`The run of a lesson takes ${command.type} once the learner has answered.`);
    return guest.lab;
  };

  /** Returns whether the command is done; false: its answer comes later. */
  const runCommand = async (command: CommandMessage): Promise<boolean> => {
    switch (command.type) {
      case 'hello':
        greet();
        return true;
      case 'setTheme':
        store.getState().actions.setTheme(command.theme);
        return true;
      case 'setScenario':
        return setScenario(command);
      case 'play': {
        const { actions } = (await labOf(command)).store.getState();
        if (command.speed !== undefined) actions.setSpeed(command.speed);
        actions.play();
        return true;
      }
      case 'pause':
        (await labOf(command)).store.getState().actions.pause();
        return true;
      case 'seek': {
        const lab = await labOf(command);
        const { actions, run, scenario } = lab.store.getState();
        actions.pause();
        actions.seek(command.timeS);
        if (lab === main && run.scenario !== scenario.wanted) soughtS = command.timeS;
        return true;
      }
      case 'setRows': {
        const lab = await labOf(command);
        const problem = unknownRows(command.rows);
        if (problem !== null) throw new Refusal(`${problem} Rows: ${ROWS.map(({ id }) => id).join(', ')}.`);
        lab.store.getState().actions.setRows(command.rows);
        return true;
      }
    }
  };

  const greet = (): void => {
    const subject = stage.subject.get();
    const lab = subject === null ? main : (stage.guest.get()?.lab ?? null);
    const state = lab?.store.getState();
    if (state !== undefined && state.run.lanes.length > 0) post(readyOf(state, catalogue.version));
    else post({ type: 'listening' });
  };

  /** Changes the state only after the engine's check: a refused scenario never enters it. */
  const setScenario = async (command: CommandMessage & { scenario: ScenarioSource }): Promise<boolean> => {
    const fragment = typeof command.scenario === 'string' ? fragmentOf(command.scenario) : '';
    if (!isLab(fragment)) {
      const { refusal, problems } = await readSubject(fragment);
      const reason = refusal ?? problems.join(' ');
      if (reason !== '') throw new Refusal(reason);
      dropConsent();
      stage.show(fragment);
      return true;
    }
    const link = await linkOf(command.scenario);
    const { scenario } = link;
    const check = await runner.check(scenario);
    if (isOver) return false;
    if (!check.ok) throw new Refusal(check.error.message, check.error.path);
    const asks = runner.asks(check);
    dropConsent();
    soughtS = null;
    const { actions, clock, scenario: before } = store.getState();
    // Keeps the current notices: a host's mistake is reported to the host, and not repaired like a
    // reader's link.
    // With another title it is not a changed preset, but a scenario of its own.
    const preset = scenario.title === before.wanted.title ? undefined : null;
    if (typeof command.scenario === 'object' && stage.subject.get() === null)
      actions.replaceScenario(scenario, preset);
    else
      stage.open(
        { ...link, problems: link.origin === undefined ? before.notices : link.problems },
        clock.playing,
      );
    if (!asks) return true;
    consent = { command, scenario: store.getState().scenario.wanted };
    explain(command, 'The run is long: it waits until the reader agrees to it.');
    return false;
  };
  const dropConsent = (): void => {
    const dropped = consent;
    consent = null;
    if (dropped !== null)
      refuse(dropped.command, new Refusal('Another scenario replaced this one before the reader agreed.'));
  };

  const unsubscribe = store.subscribe(({ run, scenario, actions }, before) => {
    if (consent !== null && scenario.wanted !== consent.scenario) dropConsent();
    if (run.id === before.run.id) return;
    // Another run may begin meanwhile.
    if (consent !== null && run.scenario === consent.scenario) {
      finish(consent.command);
      consent = null;
    }
    if (soughtS !== null && run.scenario === scenario.wanted) actions.seek(soughtS);
    soughtS = null;
  });

  /** One command at a time: commands after a scenario wait until the engine has read it. */
  let turn = Promise.resolve();
  const takeTurn = (command: CommandMessage): void => {
    turn = turn
      .then(async () => {
        if (!isOver && (await runCommand(command))) finish(command);
      })
      .catch((error: unknown) => {
        refuse(command, error);
      });
  };
  const leave = onCommand(takeTurn);
  return () => {
    isOver = true;
    leave();
    unsubscribe();
  };
}

/** The link of a scenario from the host page. */
async function linkOf(source: ScenarioSource): Promise<DecodedLink> {
  if (typeof source !== 'string') {
    const scenario = plainJson(source);
    if (scenario === null)
      throw new Refusal('A scenario is a plain JSON object, at most 24 levels deep, without __proto__.');
    return { scenario, preset: null, view: EMPTY_VIEW, problems: [] };
  }
  if (isAddress(source)) return remoteLink(source.trim());
  const link = decodeLink(fragmentOf(source));
  const problem = [...link.problems, unknownRows(link.view.rows ?? [])].filter((found) => found !== null);
  if (problem.length > 0) throw new Refusal(problem.join(' '));
  return link;
}

/** Resolves when the signal has another value than `nothing`. */
function known<T, N>(
  signal: { get: () => T; subscribe: (listener: () => void) => () => void },
  nothing: N,
): Promise<Exclude<T, N>> {
  return new Promise((resolve) => {
    let stop: () => void = () => undefined;
    const look = (): void => {
      const value = signal.get();
      if (value === (nothing as unknown)) return;
      stop();
      resolve(value as Exclude<T, N>);
    };
    stop = signal.subscribe(look);
    look();
  });
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

/** The message's content as JSON; null if it is no object, or is hostile. */
function plainJson(value: unknown): JsonObject | null {
  try {
    const json = JSON.parse(JSON.stringify(value)) as Json;
    return isObject(json) && !isHostile(json) ? json : null;
  } catch {
    return null;
  }
}
