import { ACCESS_BIT, ACCESS_LINK, FATE, PACKET_KIND } from '@ackscope/engine';
import type { PacketLog } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import { paintLadder } from '../src/draw/ladder.ts';
import { SvgPen } from '../src/picture/SvgPen.ts';

interface Record {
  sequence: number;
  place: number;
  enterS: number;
  startS?: number;
  arriveS: number;
  kind?: number;
  fate?: number;
  flow?: number;
}

function logOf(records: readonly Record[]): PacketLog {
  return {
    from_s: 0,
    to_s: 1,
    flow: Uint32Array.from(records, ({ flow = 0 }) => flow),
    sequence: Float64Array.from(records, ({ sequence }) => sequence),
    kind: Uint8Array.from(records, ({ kind = PACKET_KIND.data }) => kind),
    place: Uint32Array.from(records, ({ place }) => place),
    enter_s: Float64Array.from(records, ({ enterS }) => enterS),
    start_s: Float64Array.from(records, ({ enterS, startS = enterS }) => startS),
    depart_s: Float64Array.from(records, ({ enterS, startS = enterS }) => startS),
    arrive_s: Float64Array.from(records, ({ arriveS }) => arriveS),
    fate: Uint8Array.from(records, ({ fate = FATE.delivered }) => fate),
  };
}

const INKS = {
  segment: 'segment',
  resent: 'resent',
  ack: 'ack',
  lost: 'lost',
  text: 'text',
  line: 'line',
  halo: 'halo',
};
const out = ACCESS_BIT + ACCESS_LINK.sourceOut;

/** Drawn paths by colour. One second is 1000 px wide; the height is 102 px, with 1 px of edge. */
function drawn(records: readonly Record[], channels = [0], bottleneck = 0): Map<string, string> {
  const pen = new SvgPen();
  paintLadder(
    pen as unknown as CanvasRenderingContext2D,
    logOf(records),
    0,
    { channels, bottleneck },
    { width: 1000, height: 102 },
    [0, 1],
    INKS,
  );
  const paths = new Map<string, string>();
  for (const [, d = '', stroke = ''] of pen.text().matchAll(/<path d="([^"]*)"[^>]*stroke="(\w+)"/g))
    paths.set(stroke, (paths.get(stroke) ?? '') + d);
  return paths;
}

describe('a ladder', () => {
  it('leads a segment from the sender through its wait to the receiver, and the ACK back', () => {
    const paths = drawn([
      { sequence: 1, place: out, enterS: 0.1, arriveS: 0.15 },
      { sequence: 1, place: 0, enterS: 0.15, startS: 0.3, arriveS: 0.35 },
      { sequence: 1, place: ACCESS_BIT + ACCESS_LINK.receiverIn, enterS: 0.35, arriveS: 0.4 },
      {
        sequence: 2,
        place: ACCESS_BIT + ACCESS_LINK.receiverOut,
        kind: PACKET_KIND.ack,
        enterS: 0.4,
        arriveS: 0.45,
      },
      { sequence: 2, place: 1, kind: PACKET_KIND.ack, enterS: 0.45, arriveS: 0.5 },
      {
        sequence: 2,
        place: ACCESS_BIT + ACCESS_LINK.sourceIn,
        kind: PACKET_KIND.ack,
        enterS: 0.5,
        arriveS: 0.55,
      },
    ]);
    // The queue spans 30 to 58 % of the height. The segment waits there from 0.15 to 0.3 s. The
    // queue's link and the access links share the rest.
    expect(paths.get('segment')).toBe('M100 1L150 31M150 31L300 59M300 59L350 80M350 80L400 101');
    expect(paths.get('ack')).toBe('M400 101L450 67.67M450 67.67L500 34.33M500 34.33L550 1');
    expect(paths.has('lost')).toBe(false);
  });

  it('ends a dropped segment in a cross at the full queue, and marks its way there', () => {
    const paths = drawn([
      { sequence: 7, place: out, enterS: 0.1, arriveS: 0.15 },
      { sequence: 7, place: 0, enterS: 0.15, arriveS: 0.15, fate: FATE.dropped },
      // A retransmission: this copy arrives and is not part of the lost path.
      { sequence: 7, place: out, enterS: 0.6, arriveS: 0.65, kind: PACKET_KIND.retransmission },
    ]);
    expect(paths.get('lost')).toContain('M100 1L150 31');
    expect(paths.get('lost')).toContain('M145.5 26.5L154.5 35.5');
    expect(paths.get('resent')).toBe('M600 1L650 31');
  });

  it('keeps the slope of what reaches out of the range', () => {
    // The way to the queue, which is at 30 %, takes two seconds; the range shows the middle second.
    const paths = drawn([{ sequence: 1, place: out, enterS: -0.5, arriveS: 1.5 }]);
    // The line ends 20 px outside, at -0.02 and 1.02 s: at 7.2 and 22.8 % of the height.
    expect(paths.get('segment')).toBe('M-20 8.2L1020 23.8');
  });

  it('leaves out a wait that is over before the range begins', () => {
    const paths = drawn([{ sequence: 1, place: 0, enterS: -0.9, startS: -0.5, arriveS: 0.5 }]);
    expect(paths.get('segment')).toBe('M-20 69.08L500 80');
  });

  it('draws nothing of other flows, and hops before the bottleneck above its queue', () => {
    const paths = drawn(
      [
        { sequence: 1, place: 0, enterS: 0.1, arriveS: 0.2 },
        { sequence: 1, place: 2, enterS: 0.2, startS: 0.4, arriveS: 0.5 },
        { sequence: 9, place: 2, enterS: 0.2, startS: 0.4, arriveS: 0.5, flow: 3 },
      ],
      [0, 2],
      2,
    );
    // The access link and the first hop share the height above the queue.
    expect(paths.get('segment')).toBe('M100 16L200 31M200 31L400 59M400 59L500 80');
  });
});
