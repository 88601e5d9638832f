import type { LabStore } from '@ackscope/model';

/** Adds a sentence to the messages above the lanes. */
export function addNotice(store: LabStore, notice: string): void {
  const { scenario } = store.getState();
  store.setState({ scenario: { ...scenario, notices: [...scenario.notices, notice] } });
}

export function dropNotice(store: LabStore, notice: string): void {
  const { scenario } = store.getState();
  if (!scenario.notices.includes(notice)) return;
  store.setState({ scenario: { ...scenario, notices: scenario.notices.filter((one) => one !== notice) } });
}

export const LOADING = 'The scenario is on its way: ';
export const COMES_FROM = 'This scenario comes from ';

/** Whether a notice only names the origin of the scenario. */
export function isOrigin(notice: string): boolean {
  return notice.startsWith(COMES_FROM);
}

/** An experiment of the menu is not there. */
export const NOT_LOADED = 'The experiment did not load. Check the connection, then choose it again.';

/** Whether a notice says all: no part of a link is to blame. */
export function isWhole(notice: string): boolean {
  return isOrigin(notice) || notice.startsWith(LOADING) || notice === NOT_LOADED;
}
