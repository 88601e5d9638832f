/** Two flows of a lane as data for the phase plot, on the screen and in a picture. */
import { loadLine, phaseTop, sustainedPeak } from '@ackscope/charts';
import type { FlowData, PhaseFlow, PhaseLink } from '@ackscope/charts';
import { phasePair } from '@ackscope/model';
import type { LaneView } from './laneData.ts';

export interface PhaseLane {
  lane: LaneView;
  flows: readonly [PhaseFlow, PhaseFlow];
  link: PhaseLink | null;
}

/** The largest window on both axes, the same for all lanes. */
export function topOf(lanes: readonly (PhaseLane | null)[], timeDomain: readonly [number, number]): number {
  const known = lanes.filter((item) => item !== null);
  return phaseTop(
    known.flatMap(({ flows }) => flows.map((flow) => sustainedPeak(flow, timeDomain))),
    known.flatMap(({ flows: [a, b], link }) =>
      link === null ? [] : [loadLine(a, b, link.rateBps, link.fullQueueS ?? 0)],
    ),
  );
}

export function phaseLane(lane: LaneView, wanted: readonly [number, number] | null): PhaseLane | null {
  const { trace } = lane.run;
  const pair = trace === null ? null : phasePair(trace, wanted);
  if (trace === null || pair === null) return null;
  const [a, b] = pair.map((index) => phaseFlow(lane.data.competing.find((flow) => flow.index === index)));
  if (a == null || b == null) return null;
  const { rateBps, capacityPackets, packetBits } = lane.data;
  // With other flows on the link, the two alone do not fill it.
  const direction = trace.info.flows.find(({ index }) => index === pair[0])?.direction;
  const areAlone = trace.info.flows.filter((flow) => flow.direction === direction).length === 2;
  const link =
    rateBps === null || !areAlone
      ? null
      : { rateBps, fullQueueS: capacityPackets === null ? null : (capacityPackets * packetBits) / rateBps };
  return { lane, flows: [a, b], link };
}

function phaseFlow(flow: FlowData | undefined): PhaseFlow | null {
  const cwnd = flow?.series('cwnd')[0];
  if (flow === undefined || cwnd === undefined) return null;
  const { name, active, rttS, packetBits } = flow;
  return { name, cwnd, active, rttS, packetBits };
}
