/** Stories of packets, told from runs of the real engine. */
import { beforeAll, describe, expect, it } from 'vitest';
import { bottleneck, decodeLink, LaneTrace, roundTripS, ruleTable } from '@ackscope/model';
import type { RuleTable } from '@ackscope/model';
import { entryById, entryHref } from '@ackscope/model/gallery';
import type { Catalogue, IntervalDetail, LaneInfo } from '@ackscope/engine';
import { placeLabels } from '../src/story/shape.ts';
import { nearestTo, occasionsOf } from '../src/story/occasions.ts';
import type { OccasionKind } from '../src/story/occasions.ts';
import { tellWhole } from '../src/story/story.ts';
import type { Story } from '../src/story/types.ts';
import RULES from '../../engine/src/generated/rules.json' with { type: 'json' };
import { takeChunk, takePackets, unpackChunk } from '../../engine/src/columns.ts';
import { programsOf, realEngine } from '../../engine/test/real-engine.ts';
import type { WasmEngine } from '../../engine/src/wasm.ts';

let engine: WasmEngine;
let rules: RuleTable;

beforeAll(() => {
  engine = realEngine();
  rules = ruleTable({ rules: RULES } as unknown as Catalogue);
});

interface Asked {
  link: string;
  lane?: number;
  nearS: number;
  kind?: OccasionKind;
}

/** The story next to a time, as the page tells it. */
async function storyOf({ link, lane = 0, nearS, kind }: Asked): Promise<Story> {
  const text = JSON.stringify(decodeLink(link).scenario);
  const run = new engine.Run(text, lane, programsOf(text));
  const info = JSON.parse(run.info()) as LaneInfo;
  while (!run.done()) run.advance(info.duration_s, 1_000_000);
  const trace = new LaneTrace(info);
  trace.write(unpackChunk(info.duration_s, run.take()));
  const hop = bottleneck(info, trace.focus);
  if (hop === null) throw new Error('no bottleneck');
  const all = occasionsOf(trace, rules, { channels: [0, 2, 4], bottleneck: 2 * hop.hop });
  const occasion = nearestTo(kind === undefined ? all : all.filter((one) => one.kind === kind), nearS);
  const timeS = occasion?.timeS ?? nearS;
  const rttS = roundTripS(trace, timeS) ?? 0.1;
  const context = {
    info,
    focus: trace.focus,
    rules,
    rttS,
    name: info.label,
    capacityPackets: hop.capacity_packets,
  };
  const told = await tellWhole(context, occasion, timeS, (fromS, toS) => {
    const replay = run.replay(fromS, toS, true);
    while (!replay.done()) replay.advance(1_000_000);
    const detail: IntervalDetail = {
      from_s: fromS,
      to_s: toS,
      chunk: takeChunk(toS, replay.series()),
      packets: takePackets(fromS, toS, replay.packets()),
    };
    return Promise.resolve(detail);
  });
  if (told?.story?.isOver !== true) throw new Error('the story has no end');
  return told.story;
}

const entry = (id: string): string => {
  const found = entryById(id);
  return (found === undefined ? null : entryHref(found))?.slice(1) ?? '';
};

const told = (story: Story): string[] =>
  story.steps.map(({ title, detail }) => (detail === '' ? title : `${title} (${detail})`));

describe('the story of one packet', () => {
  it('of QUIC: it is never sent again, its data leaves in another packet', async () => {
    const link = (more: string): string =>
      `v1/today-sawtooth?hops.0.loss={"kind":"scripted","packets":[60]}${more}&flows.main.algorithm=sack&flows.main.transport=quic&compare=[{"label":"QUIC"}]&duration=3s&measure=[["0s","2s"]]`;
    const overtaken = await storyOf({ link: link(''), nearS: 0.5, kind: 'loss' });
    expect(overtaken.number).toBe(59);
    expect(overtaken.title).toMatch(
      /^The link loses packet 59\. .* later QUIC takes it for lost, as a packet whose number is [34] higher is acknowledged; its data leaves in a new packet\.$/,
    );
    // The last packet: a probe shows that it is old.
    const late = await storyOf({ link: link('&flows.main.bytes=90kB'), nearS: 0.5, kind: 'loss' });
    expect(told(late)[1]).toMatch(/^It is too old to come/);
  });

  it('of a full buffer: three duplicate ACKs, the retransmission, the pause, the closed gap', async () => {
    const story = await storyOf({ link: 'v1/gm04-table1', nearS: 75.8 });
    expect(story.number).toBe(11_778);
    expect(story.title.replaceAll('\u202f', ' ')).toBe(
      'Packet 11 778 finds the buffer full. 0.45 s later the third duplicate ACK tells newreno; after 0.49 s more the gap is closed.',
    );
    expect(told(story).map((text) => text.replaceAll('\u202f', ' '))).toEqual([
      'Buffer full: 40 of 40 wait (packet 11 778 is dropped)',
      'Three later packets arrive',
      'Duplicate ACKs 1, 2, 3',
      'Sent again (window 84 → 42)',
      '0.25 s nothing new (more is under way than the window allows)',
      'The gap is closed (one ACK for 85 packets)',
    ]);
    // In order of time: half the window of packets drains before anything new is sent.
    const times = story.steps.map(({ timeS }) => timeS);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(story.lines.map(({ tone }) => tone)).toEqual(
      'lost later later later ack ack ack resent closing'.split(' '),
    );
  });

  it('of the last packets: two ACKs are too few, and the timer expires', async () => {
    const story = await storyOf({ link: entry('sender-short-flows'), nearS: 15.26272 });
    expect(story.title).toBe(
      'The link loses packet 16. Only two duplicate ACKs come: 0.31 s later the timer expires; after 63 ms more the gap is closed.',
    );
    expect(told(story).slice(0, 4)).toEqual([
      'The link loses it (packet 16 is lost)',
      'Two later packets arrive',
      'Duplicate ACKs 1, 2 (a third one never comes)',
      expect.stringMatching(/^The timer expires: sent again/),
    ]);
    // The one behind it is repaired after it.
    const second = await storyOf({ link: entry('sender-short-flows'), nearS: 15.2628 });
    expect(second.title).toContain('while it repairs an earlier loss');
    expect(told(second)[1]).toBe('The timer expires (packet 16 is sent again first)');
  });

  it('of the very last packet: a probe tells of it', async () => {
    const story = await storyOf({ link: entry('sender-short-flows'), lane: 2, nearS: 194.48 });
    expect(told(story).slice(1, 3)).toEqual([
      'Nothing is sent after it (so no duplicate ACK tells of it)',
      expect.stringMatching(/^A probe: sent again/),
    ]);
    expect(story.title).toMatch(/^The link loses packet 19\. No duplicate ACK comes: 0\.17 s later a probe/);
  });

  it('of a mark: it goes on, its ACK reports it, the window is cut', async () => {
    const story = await storyOf({ link: entry('net-drop-or-mark'), lane: 1, nearS: 20, kind: 'mark' });
    expect(story.title).toMatch(
      /^Packet 6765 is marked: 15 packets wait\. 40 ms later its ACK tells mark, which cuts/,
    );
    expect(story.steps.map(({ title }) => title)).toEqual([
      'Marked, not dropped: 15 packets wait',
      'It arrives with its mark',
      'Its ACK reports the mark',
      'The window is cut',
    ]);
  });

  it('of reordering: overtaken by others, sent again though it arrives', async () => {
    const story = await storyOf({ link: entry('sender-reordering'), nearS: 49.27, kind: 'resent' });
    expect(story.title.replaceAll('\u202f', ' ')).toBe(
      '4 packets overtake packet 30 663. Their duplicate ACKs make SACK send it again, though nothing is lost.',
    );
    expect(told(story).slice(0, 3)).toEqual([
      '4 packets overtake it',
      'It arrives 1.9 ms after the first of them',
      'Duplicate ACKs 1, 2, 3',
    ]);
    // It reaches the receiver before it is sent again.
    const [, arrives, , again] = story.steps;
    expect(arrives?.timeS).toBeLessThan(again?.timeS ?? 0);
  });

  it('of a packet without any incident, in a lane without losses', async () => {
    const story = await storyOf({ link: 'v1/gm04-table1', lane: 1, nearS: 76 });
    expect(story.steps.map(({ title, at }) => [title.replace(/[\d\u202f.]+/, 'N'), at])).toEqual([
      ['Packet N is sent', 'sender'],
      ['It waits N ms', { record: expect.any(Number) as number }],
      ['It arrives', 'receiver'],
      ['Its ACK arrives', 'sender'],
    ]);
  });
});

describe('the labels of a story', () => {
  it('stand over no line and over no other label', () => {
    const frame = { width: 900, height: 300, range: [0, 1] as const };
    const points = [100, 340, 580, 800].map((x) => ({ x, y: 2 }));
    const sizes = points.map(() => ({ width: 120, height: 40 }));
    const line = [
      { x: 100, y: 0 },
      { x: 500, y: 300 },
    ] as const;
    const places = placeLabels(points, sizes, [line], frame);
    for (const [at, box] of places.entries()) {
      if (box === null) throw new Error(`there is room for label ${String(at)}`);
      // The line is at this height where the label begins and ends.
      const [left, right] = [box.left, box.left + box.width].map((x) => ((x - 100) / 400) * 300);
      expect((right ?? 0) < box.top || (left ?? 0) > box.top + box.height || box.left > 500).toBe(true);
      for (const other of places.slice(0, at))
        expect(
          other !== null &&
            (box.left >= other.left + other.width ||
              other.left >= box.left + box.width ||
              box.top >= other.top + other.height ||
              other.top >= box.top + box.height),
        ).toBe(true);
    }
  });
});
