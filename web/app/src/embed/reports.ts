/** What the widget tells its host page about a run: web/embed/src/protocol.ts. */
import type { LaneResult, Report } from '@ackscope/embed/protocol';
import { firstFocus, traceHashes } from '@ackscope/model';
import type { LabState } from '@ackscope/model';
import { isOrigin } from '../address/notices.ts';
import type { Lab } from '../lab/context.ts';

/** The clock is reported often enough for a slide or a caption, not once per frame. */
const TIME_MS = 100;
const STATE_MS = 300;

/**
 * Reports a lab's runs, clock, events, mistakes and state until the returned function is called.
 * `linkOf`: the address that shows the same in the whole site.
 */
export function reportLab(
  { store, catalogue }: Lab,
  post: (report: Report) => void,
  linkOf: (state: LabState) => string,
): () => void {
  const time = atMostEvery(TIME_MS, () => {
    const { timeS, playing } = store.getState().clock;
    post({ type: 'time', timeS, playing });
  });
  const state = atMostEvery(STATE_MS, () => {
    const now = store.getState();
    post({ type: 'state', link: linkOf(now), scenario: now.scenario.wanted });
  });

  const tellMistakes = ({ scenario }: LabState, before: readonly string[]): void => {
    for (const notice of scenario.notices)
      if (!before.includes(notice) && !isOrigin(notice))
        post({ type: 'error', path: '', message: notice, attribute: attributeOf(notice) });
  };
  const tellError = ({ run, scenario: { error } }: LabState): void => {
    if (error === null) return;
    const { path, message } = error;
    // Before the first run it is the author's scenario; later the reader may have changed it.
    post({ type: 'error', path, message, ...(run.id === 0 ? { attribute: attributeOf(path) } : {}) });
  };
  const follow = (now: LabState, before: LabState): void => {
    if (now.run.id !== before.run.id) post(readyOf(now, catalogue.version));
    if (now.scenario.notices !== before.scenario.notices) tellMistakes(now, before.scenario.notices);
    if (now.scenario.error !== before.scenario.error) tellError(now);
    if (now.run.status === 'done' && before.run.status !== 'done') post(resultOf(now, linkOf(now)));
    if (now.view.picked !== before.view.picked) postEvent(now);
    if (now.clock.timeS !== before.clock.timeS || now.clock.playing !== before.clock.playing) time.soon();
    if (now !== before) state.soon();
  };

  function postEvent({ run, view: { picked } }: LabState): void {
    const lane = picked === null ? undefined : run.lanes[picked.lane];
    if (picked === null || lane === undefined) return;
    const { rule, timeS } = picked;
    post({ type: 'event', timeS, lane: lane.label, rule: rule.key, kind: rule.kind, title: rule.title });
  }

  const unsubscribe = store.subscribe(follow);
  // The run may have begun before.
  const first = store.getState();
  if (first.run.lanes.length > 0) post(readyOf(first, catalogue.version));
  tellMistakes(first, []);
  tellError(first);
  if (first.run.status === 'done') post(resultOf(first, linkOf(first)));
  return () => {
    unsubscribe();
    time.stop();
    state.stop();
  };
}

export function readyOf({ run }: LabState, version: string): Report {
  return {
    type: 'ready',
    version,
    durationS: run.durationS,
    lanes: run.lanes.map(({ label, algorithm }) => ({ label, algorithm })),
  };
}

function resultOf({ run }: LabState, link: string): Report {
  return { type: 'result', lanes: run.lanes.map(laneResult), traceHash: traceHashes(run.lanes), link };
}

function laneResult({ label, algorithm, info, results }: LabState['run']['lanes'][number]): LaneResult {
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

/** The attribute that a path of the scenario, or a sentence about a link, is about. */
function attributeOf(text: string): string {
  if (/^compare\b/.test(text)) return 'lanes';
  if (text.startsWith('There is no row')) return 'rows';
  return /^(t|rows|math|landscape)=/.exec(text)?.[1] ?? 'scenario';
}

/** Calls at once, or as soon as `everyMs` have passed since the last call. */
function atMostEvery(everyMs: number, call: () => void): { soon: () => void; stop: () => void } {
  let lastMs = -Infinity;
  let timer: number | undefined;
  const run = (): void => {
    timer = undefined;
    lastMs = performance.now();
    call();
  };
  return {
    soon() {
      if (timer !== undefined) return;
      const waitMs = lastMs + everyMs - performance.now();
      if (waitMs <= 0) run();
      else timer = window.setTimeout(run, waitMs);
    },
    stop: () => window.clearTimeout(timer),
  };
}
