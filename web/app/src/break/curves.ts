/** The two small curves of a find: what its objective looks at, over the run. */
import type { Signal } from '@ackscope/charts';
import type { Engine, FindReport, LaneResults } from '@ackscope/engine';
import { jobsOf } from '../jobs/jobs.ts';
import { runLanes } from '../jobs/runs.ts';

const SLICES = 40;

export type Curve = readonly (number | null)[];

export interface Curves {
  own: Curve;
  witness: Curve;
  unit: 'bps' | 's' | 'ratio';
}

/** The goodput of flows of a group in each slice, on average. */
function goodput(lane: LaneResults, group: string): Curve {
  const flows = lane.flows.filter(({ name }) => name === group);
  return Array.from({ length: SLICES }, (_, at) => {
    const sum = flows.reduce((total, { windows }) => total + (windows[at]?.goodput_bps ?? 0), 0);
    return sum / Math.max(1, flows.length);
  });
}

const total = (curve: Curve): number => curve.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Of two of its own: the one that has less. */
function slower(lane: LaneResults): Curve {
  const [one, other] = [goodput(lane, 'main'), goodput(lane, 'second')];
  return total(one) < total(other) ? one : other;
}

const waits = ({ hops }: LaneResults): Curve =>
  hops
    .find(({ direction }) => direction === 'forward')
    ?.windows.map((window) => window.p95_queueing_delay_s) ?? [];

const again = ({ flows }: LaneResults): Curve =>
  flows.find(({ name }) => name === 'main')?.windows.map((window) => window.retransmission_ratio) ?? [];

/** What is drawn for an objective: its title, its unit, and its values in a lane. */
const DRAWN: Readonly<Record<string, [string, Curves['unit'], (lane: LaneResults) => Curve]>> = {
  harm: ['its neighbour’s goodput', 'bps', (lane) => goodput(lane, 'beside')],
  late: ['waiting time', 's', waits],
  unfair: ['goodput of the slower one', 'bps', slower],
  wasteful: ['sent again', 'ratio', again],
};
const [TITLE, UNIT, READ] = ['goodput', 'bps', (lane: LaneResults) => goodput(lane, 'main')] as const;

export const titleOf = (objective: string): string => DRAWN[objective]?.[0] ?? TITLE;

/** Null until both runs are there. */
export function curvesOf(engine: Engine, { scenario, objective }: FindReport): Signal<Curves | null> {
  const [, unit, read] = DRAWN[objective] ?? [TITLE, UNIT, READ];
  const { duration } = scenario as { duration: number };
  const slice = duration / SLICES;
  const measure = Array.from({ length: SLICES }, (_, at) => [at * slice, (at + 1) * slice]);
  const text = { ...(scenario as object), measure };
  return jobsOf(engine).run<Curves | null>({
    key: `curves of ${objective} ${JSON.stringify(text)}`,
    priority: 'near',
    first: null,
    async work(show, signal) {
      const { results } = await runLanes(engine, text, { want: 'results', signal, sparesProcessor: true });
      const [own, witness] = results;
      if (own !== undefined && witness !== undefined) show({ own: read(own), witness: read(witness), unit });
    },
  });
}
