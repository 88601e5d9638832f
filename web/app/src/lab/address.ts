/**
 * The address bar describes the screen: it is rewritten as scenario and view change, and read when
 * someone changes it. Browsers limit how often an address may be replaced, so the moving clock is
 * written rarely and the rest soon.
 */
import { rowsById } from '@ackscope/charts';
import { pushAddress, replaceAddress } from './backStep.ts';
import {
  decodeLink,
  encodeLink,
  DEFAULT_ROWS,
  presetById,
  readRoute,
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
  const label = run.lanes[view.lane]?.label ?? null;
  const usual = scenario.preset === null ? run.lanes[0]?.label : presetById(scenario.preset)?.look.lane;
  const usualCharts = shownMode(
    { ...charts, mode: (scenario.preset === null ? null : presetById(scenario.preset)?.look.charts) ?? null },
    run.lanes,
  );
  return {
    scenario: scenario.wanted,
    preset: scenario.preset,
    view: {
      // A clock that stands may stand on an event: its moment is written as it is.
      timeS: clock.timeS > 0 ? (clock.playing ? rounded(clock.timeS) : clock.timeS) : null,
      zoom: view.timeRange === null ? null : [rounded(view.timeRange[0]), rounded(view.timeRange[1])],
      rows: defaultRows ? null : [...view.rows],
      lane: label === null || label === usual ? null : label,
      charts: charts.mode === usualCharts ? null : charts.mode,
      flow: charts.flow,
      pair: charts.pair,
      measured: view.measured,
      scale: view.wholeScale ? 'whole' : null,
      future: view.hidesFuture ? 'hidden' : null,
      ref: state.reference.link,
      cursors: state.instruments.cursors,
      trigger: state.instruments.trigger,
      listen: state.instruments.listen,
      math: state.instruments.math,
      landscape: state.instruments.landscape,
      run: null,
    },
  };
}

/** To a microsecond: as close as the zoom goes, and no longer than the eye can use. */
function rounded(timeS: number): number {
  return Number(timeS.toFixed(6));
}

const isLab = (): boolean => readRoute(location.hash).page === 'lab';

/**
 * Keeps the address and the store in step; gives the way to stop. While another page is in view the
 * address is that page's, and the lab stands still. The store shows what `openedAt` asks for: an
 * address that has changed since then is read at once.
 */
export function followAddress(store: LabStore, openedAt: string, reducedMotion: boolean): () => void {
  let timer: number | null = null;
  /** How long the timer was set for. */
  let waitsMs = 0;
  /** The address as it was when it was last read or written here. */
  let written = openedAt;

  const write = (): void => {
    timer = null;
    // Somebody has just changed it, and its event is on its way: that counts, and not what is on
    // the screen.
    if (!isLab() || location.hash !== written) return;
    const hash = hashOf(store.getState());
    if (hash !== written) written = replaceAddress(hash);
  };
  /** Another scenario was opened: Back leads to the one before, in the state it was left in. */
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
      state.charts === before.charts;
    if (clockOnly && state.clock.timeS === before.clock.timeS) return;
    const nextMs = clockOnly && state.clock.playing ? CLOCK_MS : SOON_MS;
    // What was changed does not wait for the clock.
    if (timer !== null && waitsMs <= nextMs) return;
    if (timer !== null) clearTimeout(timer);
    waitsMs = nextMs;
    timer = window.setTimeout(write, waitsMs);
  });
  const onHashChange = (): void => {
    if (!isLab()) {
      store.getState().actions.pause();
      return;
    }
    // The way back from another page leads to the lab as it was left.
    const isLeft = location.hash === written || location.hash === hashOf(store.getState());
    written = location.hash;
    if (isLeft) return;
    isReading = true;
    store.getState().actions.openLink(decodeLink(location.hash), !reducedMotion);
    reportUnknownRows(store);
    isReading = false;
  };
  window.addEventListener('hashchange', onHashChange);
  if (location.hash !== written) onHashChange();
  else reportUnknownRows(store);
  return () => {
    unsubscribe();
    if (timer !== null) clearTimeout(timer);
    window.removeEventListener('hashchange', onHashChange);
  };
}

/** The link reader accepts any row id: the list of rows is in the charts package, which loads later. */
function reportUnknownRows(store: LabStore): void {
  const { view, scenario } = store.getState();
  // The states that a script shows are known when it runs.
  const isKnown = (id: string): boolean => id.startsWith(stateRowId('')) || rowsById([id]).length > 0;
  const rows = view.rows.filter(isKnown);
  const unknown = view.rows.filter((id) => !isKnown(id));
  if (unknown.length === 0) return;
  const notice = `There is no row named ${unknown.map((id) => `“${id}”`).join(' or ')}.`;
  store.setState({
    view: { ...view, rows: rows.length === 0 ? DEFAULT_ROWS : rows },
    scenario: { ...scenario, notices: [...scenario.notices, notice] },
  });
}

/** The part of the address that describes the screen; empty while another address holds it. */
function hashOf(state: LabState): string {
  const { wanted, kept } = state.scenario;
  return wanted === kept ? '' : `#${encodeLink(contentOf(state))}`;
}

/** Where the lab was left, for the way back to it. */
export function labHref(store: LabStore): string {
  return hashOf(store.getState()) || '#';
}

/** The full address of the screen, with the run's stamp once it is finished. */
export function currentLink(store: LabStore, version: string): string {
  const state = store.getState();
  const content = contentOf(state);
  const stamp = state.run.scenario === state.scenario.wanted ? runStamp(state.run.lanes, version) : null;
  const address = new URL(location.href);
  address.search = '';
  address.hash = encodeLink({ ...content, view: { ...content.view, run: stamp } });
  return address.href;
}
