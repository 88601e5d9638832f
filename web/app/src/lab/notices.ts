import type { LabStore } from '@ackscope/model';

/** Adds a sentence to the messages above the lanes. */
export function addNotice(store: LabStore, notice: string): void {
  const { scenario } = store.getState();
  store.setState({ scenario: { ...scenario, notices: [...scenario.notices, notice] } });
}
