import { describe, expect, it } from 'vitest';
import type { LaneResults } from '@ackscope/engine';
import { presetById } from '@ackscope/model';
import { affordable, placesOf, resultOf, shortened } from '../src/landscape/compute.ts';
import { inWords, isFlat } from '../src/landscape/landscapeTexts.ts';
import { KNOB_SPECS } from '../src/scenario/firstKnobs.ts';
import type { LaneView } from '../src/laneData/laneData.ts';

const PRESET = presetById('gm04-table1')?.scenario ?? {};

describe('a landscape', () => {
  it('has places all over the way, each value once', () => {
    const places = placesOf({ scale: KNOB_SPECS.reverse.scale(PRESET), change: () => [] });
    expect(places[0]).toEqual({ position: 0, value: 0 });
    expect(places.at(-1)).toEqual({ position: 1, value: 50 });
    expect(places.length).toBe(13);
    const values = placesOf({ scale: KNOB_SPECS.buffer.scale(PRESET), change: () => [] }).map(
      ({ value }) => value,
    );
    expect(new Set(values).size).toBe(values.length);
    expect([...values].sort((a, b) => a - b)).toEqual(values);
  });

  it('leaves out what is refused, what costs too much, and what goes beyond the bound of a knob', () => {
    expect(affordable([1e6, null, 9e6, 2e6])).toEqual([true, false, false, true]);
    // The limit is 50 million, which allows seven points of 7 million each.
    const many = affordable(Array.from({ length: 13 }, () => 7e6));
    expect(many.filter(Boolean)).toHaveLength(7);
  });

  it('measures the compared flows alone, by the time of each interval', () => {
    const window = (
      from_s: number,
      to_s: number,
      goodput_bps: number,
      retransmission_ratio: number | null,
    ) => ({
      from_s,
      to_s,
      goodput_bps,
      retransmission_ratio,
    });
    const results = {
      flows: [
        { name: 'main', windows: [window(0, 10, 100, 0.1), window(10, 40, 200, null)] },
        { name: 'reverse', windows: [window(0, 40, 9999, 1)] },
      ],
      hops: [
        { hop: 0, direction: 'backward', windows: [{ from_s: 0, to_s: 40, mean_queueing_delay_s: 9 }] },
        { hop: 0, direction: 'forward', windows: [{ from_s: 0, to_s: 40, mean_queueing_delay_s: 0.25 }] },
      ],
    } as unknown as LaneResults;
    const compared = new Set(['main']);
    expect(resultOf(results, compared, 'goodput')).toBe((100 * 10 + 200 * 30) / 40);
    // An interval in which nothing was sent has no retransmission ratio.
    expect(resultOf(results, compared, 'retransmitted')).toBe(0.1);
    expect(resultOf(results, compared, 'delay')).toBe(0.25);
    expect(resultOf(results, new Set(), 'goodput')).toBeNull();
  });

  it('runs up to the end of the interval, and measures it alone', () => {
    const short = shortened(PRESET, [250, 500]);
    expect([short.duration, short.measure]).toEqual(['500s', [['250s', '500s']]]);
    expect(short.hops).toBe(PRESET.hops);
  });

  it('is spoken, and says where a knob hardly matters', () => {
    const lanes = new Map([['vegas', [1.9e6, 2e5, null]]]);
    const places = [0, 10, 20].map((value) => ({ value, position: value / 50 }));
    const views = [{ run: { label: 'vegas' }, name: 'Vegas' }] as unknown as LaneView[];
    const words = (done: number): string =>
      inWords(
        KNOB_SPECS.reverse,
        { of: 'goodput', isCall: false, interval: [250, 500] },
        { places, lanes, done, total: 3 },
        views,
        String,
      );
    // The highest value may be one that is still to come.
    expect(words(2)).toBe('Goodput over the number of reverse flows, 250 to 500 s.');
    expect(words(3)).toBe(
      'Goodput over the number of reverse flows, 250 to 500 s. Vegas: 200000 to 1900000, highest at 0 flows.',
    );
    expect(isFlat({ lanes, leftOut: 0 })).toBe(false);
    const flat = new Map([['vegas', [1.9e6, 1.91e6]]]);
    expect(isFlat({ lanes: flat, leftOut: 0 })).toBe(true);
    // Of most values nothing is known.
    expect(isFlat({ lanes: flat, leftOut: 11 })).toBe(false);
    expect(isFlat({ lanes: new Map(), leftOut: 0 })).toBe(false);
  });
});
