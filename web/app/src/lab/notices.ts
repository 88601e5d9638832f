import type { LabStore } from '@ackscope/model';

/** Adds a sentence to the messages above the lanes. */
export function addNotice(store: LabStore, notice: string): void {
  const { scenario } = store.getState();
  store.setState({ scenario: { ...scenario, notices: [...scenario.notices, notice] } });
}

export const COMES_FROM = 'This scenario comes from ';

/** Whether a notice only names the origin of the scenario. */
export function isOrigin(notice: string): boolean {
  return notice.startsWith(COMES_FROM);
}
