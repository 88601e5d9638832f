import { PathView } from '@ackscope/charts';
import type { flowInks } from '@ackscope/charts';
import type { LaneInfo } from '@ackscope/engine';
import { channelHistory } from '@ackscope/model';
import type { PathClock } from '../clock/pathClock.ts';
import { useLab } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';

export interface LanePathProps {
  clock: PathClock;
  lane: LaneView;
  info: LaneInfo;
  inkOf: ReturnType<typeof flowInks>['inkOf'];
  themeKey: string;
}

/** A lane's routers, links and the packets between them. */
export function LanePath({ clock, lane, info, inkOf, themeKey }: LanePathProps) {
  const { rules, reducedMotion } = useLab();
  const { trace } = lane.run;
  return (
    <PathView
      info={info}
      inkOf={inkOf}
      log={clock.log}
      timeS={clock.timeS}
      fallS={(info.flows.find((flow) => flow.compared)?.rtt_s ?? 0.1) / 8}
      isBad={(channel, timeS) => (trace === null ? null : channelHistory(trace, rules).isBad(channel, timeS))}
      label={`The path of ${lane.name}: senders, ${info.hops.length / 2 + 1} routers with their queues, receivers, and the packets between them`}
      themeKey={themeKey}
      motion={!reducedMotion}
    />
  );
}
