/** The first runs of lessons for their thumbnails, only up to the time that is shown. */
import type { Signal } from '@ackscope/charts';
import type { Engine } from '@ackscope/engine';
import type { JsonObject } from '@ackscope/model';
import { jobsOf } from '../jobs/jobs.ts';
import { runLanes } from '../jobs/runs.ts';
import { drawnLanes } from '../laneData/drawnLane.ts';
import type { DrawnLane } from '../laneData/drawnLane.ts';

export interface ThumbRun {
  lanes: readonly DrawnLane[];
  /** Rises at every update. */
  revision: number;
}

export const NO_RUN: ThumbRun = { lanes: [], revision: 0 };

export function thumbOf(engine: Engine, id: string, scenario: JsonObject, untilS: number): Signal<ThumbRun> {
  return jobsOf(engine).run({
    key: `thumb ${id}`,
    priority: 'near',
    first: NO_RUN,
    work: (show, signal) => {
      let revision = 0;
      return runLanes(engine, scenario, {
        want: 'traces',
        untilS,
        signal,
        sparesProcessor: true,
        onTraces(traces) {
          revision += 1;
          show({ lanes: drawnLanes(traces, 'cwnd'), revision });
        },
      });
    },
  });
}
