/** Steps of the clock: to the next event of sender or queue, by an RTT, to the next packet. */
import { packetMoment, roundTripS } from '@ackscope/model';
import type { Lab } from '../lab/context.ts';

export type StepUnit = 'event' | 'queue' | 'rtt' | 'packet';

export const STEP_UNITS: readonly {
  id: StepUnit;
  name: string;
  keys: readonly [back: string, forth: string];
}[] = [
  { id: 'event', name: 'event', keys: ['[', ']'] },
  { id: 'queue', name: 'queue event', keys: ['(', ')'] },
  { id: 'rtt', name: 'RTT', keys: ['{', '}'] },
  { id: 'packet', name: 'packet', keys: [',', '.'] },
];

type StepLab = Pick<Lab, 'store' | 'runner' | 'rules'>;

export function takeStep(lab: StepLab, unit: StepUnit, direction: 1 | -1): void {
  const { actions } = lab.store.getState();
  if (unit === 'event') actions.step(direction, lab.rules);
  else if (unit === 'queue') actions.step(direction, lab.rules, 'queue');
  else if (unit === 'rtt') actions.stepRtt(direction);
  else void stepPacket(lab, direction);
}

/** How far to look for the next packet, in RTTs. The last exceeds any usual timeout. */
const REACHES = [2, 20, 200];

/** Packets come from a replay, so the step is asynchronous; dropped if the clock has moved. */
async function stepPacket({ store, runner }: StepLab, direction: 1 | -1): Promise<void> {
  const { actions, clock, run, view } = store.getState();
  const trace = run.lanes[view.lane]?.trace ?? null;
  const rttS = roundTripS(trace, clock.timeS);
  if (trace === null || rttS === null) return;
  actions.pause();
  const flow = trace.focus;
  for (const reach of REACHES) {
    const aheadS = reach * rttS;
    const fromS = direction > 0 ? clock.timeS : Math.max(0, clock.timeS - aheadS);
    const toS = direction > 0 ? Math.min(clock.timeS + aheadS, trace.simulatedS) : clock.timeS;
    const log = await runner.ask(view.lane, 'packets', fromS, toS);
    const now = store.getState();
    if (log === null || now.clock.timeS !== clock.timeS || now.run.id !== run.id) return;
    const foundS = packetMoment(log, flow, clock.timeS, direction);
    if (foundS !== null) {
      actions.pick(null);
      actions.seek(foundS);
      return;
    }
    if (fromS === 0 && direction < 0) return;
    if (toS === trace.simulatedS && direction > 0) return;
  }
}
