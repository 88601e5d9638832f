// @vitest-environment node
import { ACCESS_BIT, ACCESS_LINK, MARK_KIND, PACKET_KIND } from '@ackscope/engine';
import type { PacketLog } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import type { LaneView } from '../src/laneData/laneData.ts';
import { acksPerTick, soundsBetween } from '../src/instruments/listen/sounds.ts';

/** A series whose value holds from each sample to the next. */
function series(samples: readonly [number, number][]) {
  return { at: (timeS: number) => samples.findLast(([from]) => from <= timeS)?.[1] ?? NaN };
}

function laneOf(packets: PacketLog | null): LaneView {
  const named: Record<string, unknown> = {
    acked: series(Array.from({ length: 101 }, (_, at): [number, number] => [at / 100, at])),
    queue: series([
      [0, 0],
      [0.5, 30],
    ]),
  };
  const list = (name: string) => [named[name] ?? []].flat();
  return {
    data: { series: list, recorded: list, packets, flow: 2, capacityPackets: 40 },
    recordedMarks: {
      count: 3,
      timeS: Float64Array.of(0.1, 0.4, 0.9),
      kind: Uint8Array.of(MARK_KIND.fastRetransmit, MARK_KIND.timeout, MARK_KIND.fastRetransmit),
    },
  } as unknown as LaneView;
}

describe('what is heard of a lane', () => {
  it('is a thud for each loss of the stretch, and the queue at its end', () => {
    const { thuds, fill } = soundsBetween(laneOf(null), 0.2, 0.6, 1);
    expect(thuds).toEqual([{ share: expect.closeTo(0.5, 9) as number, isTimeout: true }]);
    expect(fill).toBe(0.75);
  });

  it('is a tick per this many ACKs, counted over the whole run and not anew in each frame', () => {
    const frames = [0.1, 0.17, 0.26, 0.33, 0.5];
    let ticks = 0;
    frames.slice(1).forEach((toS, at) => {
      ticks += soundsBetween(laneOf(null), frames[at] ?? 0, toS, 10).ticks.length;
    });
    // Between the 10th and the 50th ACK: ticks at 20, 30, 40 and 50.
    expect(ticks).toBe(4);
  });

  it('is every ACK when it comes back, where single packets are known: bunches stay bunches', () => {
    const back = ACCESS_BIT + 4 * 2 + ACCESS_LINK.sourceIn;
    const log = {
      from_s: 0,
      to_s: 1,
      place: Uint32Array.of(back, back, back, ACCESS_BIT + 4 * 3 + ACCESS_LINK.sourceIn),
      kind: Uint8Array.of(PACKET_KIND.ack, PACKET_KIND.ack, PACKET_KIND.data, PACKET_KIND.ack),
      arrive_s: Float64Array.of(0.52, 0.51, 0.55, 0.53),
    } as unknown as PacketLog;
    const { ticks } = soundsBetween(laneOf(log), 0.5, 0.6, 1);
    expect(ticks.map((share) => Number(share.toFixed(6)))).toEqual([0.1, 0.2]);
  });

  it('has at most 24 ticks a second, in steps of 1, 2, 5', () => {
    expect(acksPerTick(160, 0.1)).toBe(1);
    expect(acksPerTick(160, 1)).toBe(10);
    expect(acksPerTick(160, 50)).toBe(500);
  });
});
