/**
 * Keeps the address bar equal to the screen: it is rewritten when scenario or view change, and read
 * when somebody changes it. Browsers limit how often an address may be replaced, so the moving
 * clock is written rarely and everything else soon.
 */
import { rowsById } from '@ackscope/charts';
import { pushAddress, replaceAddress } from '../base/backStep.ts';
import { addNotice } from './notices.ts';
import { isLab, readLabLink } from '../pages.ts';
import {
  DEFAULT_ROWS,
  EMPTY_VIEW,
  encodeLink,
  isQuestionOpen,
  MAX_REF_LENGTH,
  presetById,
  runStamp,
  shownMode,
  stateRowId,
} from '@ackscope/model';
import type { LabState, LabStore, LinkContent } from '@ackscope/model';

const SOON_MS = 300;
const CLOCK_MS = 1000;

export function contentOf(state: LabState): LinkContent {
  const { scenario, clock, run, view, charts } = state;
  const defaultRows = view.rows === DEFAULT_ROWS;
  // Before an answer the lane is nobody's choice.
  const isAsked = isQuestionOpen(state);
  const label = isAsked ? null : (run.lanes[view.lane]?.label ?? null);
  const usual = scenario.preset === null ? run.lanes[0]?.label : presetById(scenario.preset)?.look.lane;
  const usualCharts = shownMode(
    { ...charts, mode: (scenario.preset === null ? null : presetById(scenario.preset)?.look.charts) ?? null },
    run.lanes,
  );
  return {
    scenario: scenario.wanted,
    preset: scenario.preset,
    view: {
      // A stopped clock may be at an event: its time is written exactly. A question brings its own time.
      timeS: isAsked ? null : clock.timeS > 0 ? (clock.playing ? rounded(clock.timeS) : clock.timeS) : null,
      zoom: view.timeRange === null ? null : [rounded(view.timeRange[0]), rounded(view.timeRange[1])],
      rows: defaultRows ? null : [...view.rows],
      lane: label === null || label === usual ? null : label,
      charts: charts.mode === usualCharts ? null : charts.mode,
      flow: charts.flow,
      pair: charts.pair,
      measured: view.measured,
      scale: view.wholeScale ? 'whole' : null,
      future: isAsked ? 'asked' : view.hidesFuture ? 'hidden' : null,
      ref: state.reference.link,
      cursors: state.instruments.cursors,
      trigger: state.instruments.trigger,
      listen: state.instruments.listen,
      math: state.instruments.math,
      landscape: state.instruments.landscape,
      story: state.instruments.story,
      run: null,
    },
  };
}

/** To a microsecond, the limit of the zoom. */
function rounded(timeS: number): number {
  return Number(timeS.toFixed(6));
}

/**
 * Keeps the address and the store equal; returns a function that stops this. While another page is
 * open, the address is that page's, and the lab stands still. The store shows `openedAt`: if the
 * address has changed since then, it is read at once. `until`: settles when a scenario has come from elsewhere. Before
 * that nothing is written, so that a reload asks for it again.
 */
export function followAddress(
  store: LabStore,
  openedAt: string,
  reducedMotion: boolean,
  until?: Promise<unknown>,
): () => void {
  let timer: number | null = null;
  /** The timer's delay. */
  let waitsMs = 0;
  /** The address when it was last read or written here. */
  let written = openedAt;

  /** A scenario is on its way. */
  let isWaiting = until !== undefined;
  const write = (): void => {
    timer = null;
    // The address was just changed and its event is pending: the new address counts, not the
    // screen.
    if (isWaiting || !isLab() || location.hash !== written) return;
    const hash = hashOf(store.getState());
    if (hash !== written) written = replaceAddress(hash);
  };
  const goOn = (): void => {
    isWaiting = false;
    write();
  };
  void until?.then(goOn, goOn);
  /** Another scenario was opened: Back leads to the one before, in its last state. */
  const leave = (before: LabState): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    replaceAddress(hashOf(before));
    written = pushAddress(hashOf(store.getState()));
  };
  let isReading = false;
  const unsubscribe = store.subscribe((state, before) => {
    const isOther =
      state.scenario.preset !== before.scenario.preset && state.scenario.kept === before.scenario.kept;
    if (isOther && !isReading && isLab() && location.hash === written) leave(before);
    const clockOnly =
      state.scenario.wanted === before.scenario.wanted &&
      state.view.rows === before.view.rows &&
      state.view.timeRange === before.view.timeRange &&
      state.view.lane === before.view.lane &&
      state.view.measured === before.view.measured &&
      state.view.wholeScale === before.view.wholeScale &&
      state.view.hidesFuture === before.view.hidesFuture &&
      state.reference === before.reference &&
      state.instruments === before.instruments &&
      state.charts === before.charts &&
      state.ask?.stage === before.ask?.stage;
    if (clockOnly && state.clock.timeS === before.clock.timeS) return;
    const nextMs = clockOnly && state.clock.playing ? CLOCK_MS : SOON_MS;
    // A change is written without waiting for the clock's longer delay.
    if (timer !== null && waitsMs <= nextMs) return;
    if (timer !== null) clearTimeout(timer);
    waitsMs = nextMs;
    timer = window.setTimeout(write, waitsMs);
  });
  /** At an open question nothing moves: what its link says of another time would stay in the address. */
  const tidy = (): void => {
    if (timer === null && store.getState().ask?.stage === 'open') timer = window.setTimeout(write, SOON_MS);
  };
  const onHashChange = (): void => {
    if (!isLab()) {
      store.getState().actions.pause();
      return;
    }
    // On return from another page, the lab is as it was left.
    const isLeft = location.hash === written || location.hash === hashOf(store.getState());
    written = location.hash;
    if (isLeft) return;
    isReading = true;
    store.getState().actions.openLink(readLabLink(location.hash), !reducedMotion);
    reportUnknownRows(store);
    isReading = false;
    tidy();
  };
  window.addEventListener('hashchange', onHashChange);
  if (location.hash !== written) onHashChange();
  else reportUnknownRows(store);
  tidy();
  return () => {
    unsubscribe();
    if (timer !== null) clearTimeout(timer);
    window.removeEventListener('hashchange', onHashChange);
  };
}

/** Says which rows do not exist; null if all do. A script's rows are known only when it runs. */
export function unknownRows(rows: readonly string[]): string | null {
  const unknown = rows.filter((id) => !isKnownRow(id));
  return unknown.length === 0
    ? null
    : `There is no row named ${unknown.map((id) => `“${id}”`).join(' or ')}.`;
}

const isKnownRow = (id: string): boolean => id.startsWith(stateRowId('')) || rowsById([id]).length > 0;

/** Reports unknown rows. Only the charts know the rows; the link was parsed without them. */
export function reportUnknownRows(store: LabStore): void {
  const { view } = store.getState();
  const problem = unknownRows(view.rows);
  if (problem === null) return;
  const rows = view.rows.filter(isKnownRow);
  store.setState({ view: { ...view, rows: rows.length === 0 ? DEFAULT_ROWS : rows } });
  addNotice(store, problem);
}

/** The part of the address that describes the screen; empty for an author's own scenario. */
function hashOf(state: LabState): string {
  const { wanted, kept } = state.scenario;
  return wanted === kept ? '' : `#${encodeLink(contentOf(state))}`;
}

/** The address of the lab as it was left. */
export function labHref(store: LabStore): string {
  return hashOf(store.getState()) || '#';
}

/** Link of the run before the last change, which the screen compares with; null if it compares with none. */
function linkBefore({ reference, scenario }: LabState): string | null {
  if (reference.run === null) return null;
  const link = encodeLink({ scenario: reference.run.scenario, preset: scenario.preset, view: EMPTY_VIEW });
  return link.length <= MAX_REF_LENGTH ? link : null;
}

/** The full address of the screen, with the run's stamp once it is finished. */
export function currentLink(store: LabStore, version: string): string {
  const state = store.getState();
  const content = contentOf(state);
  const stamp = state.run.scenario === state.scenario.wanted ? runStamp(state.run.lanes, version) : null;
  const address = new URL(location.href);
  address.search = '';
  const ref = content.view.ref ?? linkBefore(state);
  address.hash = encodeLink({ ...content, view: { ...content.view, ref, run: stamp } });
  return address.href;
}
