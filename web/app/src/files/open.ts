/** Opens a file by what it contains. Loaded when the first file is opened. */
import { readScenarioText } from '@ackscope/model';
import type { Lab } from '../lab/context.ts';
import { placeFile } from '../measured/measured.ts';
import { readInWorker, tableInWorker } from './read.ts';

type FileLab = Pick<Lab, 'store' | 'runner'>;

/**
 * A scenario replaces the current one, a rate over time becomes the rate of the first hop, and a
 * measured window is drawn over the lanes.
 */
export async function openContent({ store, runner }: FileLab, file: File): Promise<void> {
  const { actions } = store.getState();
  const refuse = (problem: string): void => actions.fileRefused(`${file.name}: ${problem}`);
  const opened = await readInWorker(file);
  // Another file was opened meanwhile.
  if (opened === null) return;
  if ('problem' in opened) refuse(opened.problem);
  else if ('measured' in opened) placeFile(store, file.name, opened.measured, tableInWorker);
  else if ('rateMs' in opened)
    actions.change([{ path: 'hops.0.rate', value: { opportunities_ms: Array.from(opened.rateMs) } }]);
  else if ('rateSteps' in opened) actions.change([{ path: 'hops.0.rate', value: opened.rateSteps }]);
  else {
    const scenario = readScenarioText(opened.scenario);
    if ('problem' in scenario) {
      refuse(scenario.problem);
      return;
    }
    const check = await runner.check(scenario.scenario);
    if (check.ok) actions.replaceScenario(scenario.scenario, null);
    else refuse(check.error.message);
  }
}
