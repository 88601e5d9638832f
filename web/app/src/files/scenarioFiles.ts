/** Scenario files in and out of the page. */
import { encodeLink, routeHref, scenarioFileName, writeScenarioText } from '@ackscope/model';
import { saveText } from '../base/save.ts';
import { contentOf } from '../address/address.ts';
import type { Lab } from '../lab/context.ts';
import { readingFile } from './readingFile.ts';

type FileLab = Pick<Lab, 'store' | 'runner'>;

/** Opens a file of any kind; what it contains decides. */
export async function openFile(lab: FileLab, file: File): Promise<void> {
  lab.store.getState().actions.fileRefused(null);
  readingFile.set(file.name);
  try {
    const { openContent } = await import('./open.ts');
    await openContent(lab, file);
  } finally {
    if (readingFile.get() === file.name) readingFile.set(null);
  }
}

/** Saves the scenario on the screen as a download. */
export function saveScenarioFile({ store }: FileLab): void {
  const { wanted } = store.getState().scenario;
  saveText(scenarioFileName(wanted), writeScenarioText(wanted), 'application/json');
}

/** The worksheet for the screen: its scenario, the lane in focus, and the visible time range. */
export function openWorksheet({ store }: Pick<Lab, 'store'>): void {
  const query = new URLSearchParams({ of: encodeLink(contentOf(store.getState())) });
  location.hash = `${routeHref('teach', 'worksheet')}?${query.toString()}`;
}
