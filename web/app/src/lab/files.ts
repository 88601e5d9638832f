/** Scenario files in and out of the page. */
import { readScenarioText, scenarioFileName, writeScenarioText } from '@ackscope/model';
import type { Lab } from './context.ts';

type FileLab = Pick<Lab, 'store' | 'runner'>;

/** Opens a file's scenario if the engine can run it; else says why, and what is on the screen stays. */
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

/** Hands the scenario on the screen to the browser's downloads. */
export function saveScenarioFile({ store }: FileLab): void {
  const { wanted } = store.getState().scenario;
  const url = URL.createObjectURL(new Blob([writeScenarioText(wanted)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = scenarioFileName(wanted);
  link.click();
  URL.revokeObjectURL(url);
}
