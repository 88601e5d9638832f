/** Scenario files in and out of the page. */
import {
  encodeLink,
  looksLikeRateTrace,
  readRateTrace,
  routeHref,
  readScenarioText,
  scenarioFileName,
  writeScenarioText,
} from '@ackscope/model';
import { saveText } from '../export/save.ts';
import { contentOf } from './address.ts';
import { placeOwn } from './measured.ts';
import type { Lab } from './context.ts';

type FileLab = Pick<Lab, 'store' | 'runner'>;

/**
 * Opens a file. A scenario replaces the current one, a rate trace becomes the rate of the first
 * hop, and a measured cwnd is drawn over the lanes.
 */
export async function openFile(lab: FileLab, file: File): Promise<void> {
  const head = await file.slice(0, 64).text();
  if (/^\s*[{[]/.test(head) || file.name.endsWith('.json')) {
    await openScenarioFile(lab, file);
    return;
  }
  if (looksLikeRateTrace(head)) {
    await openRateTrace(lab, file);
    return;
  }
  const { readMeasuredFile } = await import('@ackscope/model/measured');
  const read = await readMeasuredFile(file.name, new Uint8Array(await file.arrayBuffer()));
  if ('problem' in read) lab.store.getState().actions.fileRefused(`${file.name}: ${read.problem}`);
  else placeOwn(lab.store, read.trace);
}

/** Opens a file's scenario if the engine can run it. Otherwise it says why, and nothing changes. */
export async function openScenarioFile({ store, runner }: FileLab, file: File): Promise<void> {
  const { actions } = store.getState();
  const read = readScenarioText(await file.text());
  if ('problem' in read) {
    actions.fileRefused(`${file.name}: ${read.problem}`);
    return;
  }
  const check = await runner.check(read.scenario);
  if (check.ok) actions.replaceScenario(read.scenario, null);
  else actions.fileRefused(`${file.name}: ${check.error.message}`);
}

/** Gives the first hop the rate of a trace in mahimahi's form. */
async function openRateTrace({ store }: FileLab, file: File): Promise<void> {
  const { actions } = store.getState();
  const read = readRateTrace(await file.text());
  if ('problem' in read) actions.fileRefused(`${file.name}: ${read.problem}`);
  else actions.change([{ path: 'hops.0.rate', value: { opportunities_ms: read.opportunitiesMs } }]);
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
