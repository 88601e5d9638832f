import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { deflateSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { toBase64Url } from '../src/link/base64url.ts';
import { decodeLink, EMPTY_VIEW, encodeLink, MAX_LINK_LENGTH } from '../src/link/codec.ts';
import { isCutOff } from '../src/link/cut.ts';
import { DICTIONARY_V1 } from '../src/link/dictionary-v1.ts';
import type { LandscapeOf, Cursors, Listen } from '../src/slices/instruments.ts';
import type { Trigger } from '../src/slices/trigger.ts';
import type { Json, JsonObject } from '../src/json.ts';
import { setPath } from '../src/path.ts';
import { DEFAULT_PRESET, PRESETS } from '../src/presets.ts';

function linksOf(file: string): string[] {
  const text = readFileSync(new URL(`./links/${file}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** A preset with some of its knobs changed, as a person leaves it. */
function changed(changes: Record<string, Json>): JsonObject {
  return Object.entries(changes).reduce<JsonObject>((scenario, [path, value]) => {
    const next = setPath(scenario, path, value);
    if (next === null) throw new Error(`the test sets ${path}, which does not exist`);
    return next;
  }, DEFAULT_PRESET.scenario);
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const word = fc.stringMatching(/^[a-z][a-z0-9_+-]{0,12}$/);
const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.boolean(),
  fc.constant(null),
  text,
  fc.constantFrom('250ms', '2Mbps', '40pkt', '1bdp', 'westwood+', '5', 'true', '1e3', '[', '"', '-', ''),
);
const data = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(word, tie('value'), { maxKeys: 5 }),
  ),
})).value;
const scenario = fc.dictionary(word, data, { maxKeys: 8 }) as fc.Arbitrary<JsonObject>;
const view = fc.record({
  timeS: fc.option(fc.integer({ min: 0, max: 2_000_000 }).map((ms) => ms / 1000)),
  rows: fc.option(
    fc.uniqueArray(fc.constantFrom('cwnd', 'queue', 'bwe', 'rtt'), { minLength: 1, maxLength: 4 }),
  ),
  zoom: fc.option(
    fc
      .tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 999 }))
      .map(([from, width]): [number, number] => [from, from + width / 8]),
  ),
  lane: fc.option(fc.constantFrom('westwood+', 'Vegas & friends', 'a=b', '50 %', '«+»')),
  charts: fc.option(fc.constantFrom('lanes' as const, 'overlay' as const, 'phase' as const)),
  flow: fc.option(fc.nat(500)),
  pair: fc.option(fc.constantFrom<readonly [number, number]>([0, 1], [7, 3])),
  measured: fc.option(fc.constantFrom('kernel-10mbit')),
  scale: fc.option(fc.constant('whole' as const)),
  ref: fc.option(fc.constantFrom('v1/sawtooth', 'v1/gm04-table1?hops.0.rate=4Mbps&seed=2')),
  future: fc.option(fc.constantFrom('hidden' as const, 'asked' as const)),
  listen: fc.option(
    fc.constantFrom<Listen>(
      { lane: null, level: 0.5 },
      { lane: 'Vegas & friends, too', level: 0 },
      { lane: 'westwood+', level: 1 },
    ),
  ),
  trigger: fc.option(
    fc.constantFrom<Trigger>(
      { event: 'loss', mode: 'all', level: null, place: 'traffic', span: [-6, 19] },
      { event: 'slow-start', mode: 'single', level: null, place: null, span: null },
      {
        event: 'level',
        mode: 'normal',
        level: { row: 'bwe', value: 1.5e6, isRising: false },
        place: 'quiet',
        span: [-0.25, 0.5],
      },
    ),
  ),
  cursors: fc.option(
    fc.constantFrom<Cursors>(
      { timeS: [85.7, 117.65], row: 'cwnd', levels: [41.7, 83.5] },
      { timeS: [0, 1000], row: 'bwe', levels: [-0.25, 2e6] },
      { timeS: [3, 2], row: 'queue', levels: null },
    ),
  ),
  math: fc.option(
    fc.array(fc.constantFrom('cwnd / rtt', 'bwe*rtt_min - cwnd', 'cwnd > 3 ? 1 : 2'), {
      minLength: 1,
      maxLength: 3,
    }),
  ),
  landscape: fc.option(fc.constantFrom<LandscapeOf>('goodput', 'delay', 'retransmitted')),
  story: fc.option(fc.constantFrom(0, 75.842252)),
  run: fc.option(fc.constantFrom('0.1.0-5f3a9c01', '1.2.3+b-00000000')),
});
const knobs = fc.record(
  {
    'hops.0.rate': fc.constantFrom<Json>('4Mbps', 1e6, [
      ['0s', '2Mbps'],
      ['60s', '1Mbps'],
    ]),
    'hops.0.queue.capacity': fc.constantFrom<Json>('80pkt', 12, '1bdp'),
    'hops.0.loss': fc.constantFrom<Json>({ kind: 'bernoulli', probability: 0.01 }),
    'flows.main.delayed_ack': fc.constantFrom<Json>(false),
    'flows.reverse.count': fc.nat(50),
    'flows.reverse.active': fc.constantFrom<Json>([], [['1s', '2s']]),
    compare: fc.constantFrom<Json>(
      ['newreno'],
      ['westwood+', { algorithm: 'vegas', set: { 'flows.main.delayed_ack': false } }],
      [{ label: 'a, b', algorithm: 'vegas' }],
    ),
    seed: fc.nat(),
    title: text,
  },
  { requiredKeys: [] },
);

describe('a link', () => {
  it('gives back any scenario and view that it was made from', () => {
    fc.assert(
      fc.property(scenario, view, (given, shown) => {
        const content = { scenario: given, preset: null, view: shown };
        const read = decodeLink(encodeLink(content));
        expect(read.problems).toEqual([]);
        expect(read.scenario).toEqual(given);
        expect(read.view).toEqual(shown);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('gives back a preset with any of its knobs moved', () => {
    fc.assert(
      fc.property(knobs, view, (changes, any) => {
        const given = changed(changes);
        // Other names and numbers are no part of this scenario, and are refused.
        const shown = { ...any, lane: null, listen: null, flow: any.flow === null ? null : 0, pair: null };
        const read = decodeLink(encodeLink({ scenario: given, preset: DEFAULT_PRESET.id, view: shown }));
        expect(read.problems).toEqual([]);
        expect(read.scenario).toEqual(given);
        expect(read.view).toEqual(shown);
      }),
      { numRuns: 300, seed: 2 },
    );
  });

  it('opens on the event it was made at: not before it, and at most a nanosecond later', () => {
    const moments = fc.integer({ min: 1, max: 5_000_000_000_000 }).map((nanoseconds) => nanoseconds / 1e9);
    fc.assert(
      fc.property(moments, (timeS) => {
        const read = decodeLink(encodeLink({ scenario: {}, preset: null, view: { ...EMPTY_VIEW, timeS } }));
        expect(read.view.timeS).toBeGreaterThanOrEqual(timeS);
        expect(read.view.timeS).toBeLessThanOrEqual(timeS + 1.5e-9);
      }),
      { numRuns: 500, seed: 4 },
    );
  });

  it.each([
    [
      '1000s',
      [
        [0, 50],
        [50, 1000],
      ],
    ],
    [
      '120s',
      [
        [0, 50],
        [50, 120],
      ],
    ],
    ['50s', [[0, 50]]],
  ])('that lasts %s is measured to its end', (duration, measure) => {
    const read = decodeLink(`v1/sawtooth?duration=${duration}`);
    expect(read.problems).toEqual([]);
    expect(read.scenario).toMatchObject({ duration, measure });
    expect(encodeLink(read)).toBe(`v1/sawtooth?duration=${duration}`);
  });

  it('measures what it says, where it says so', () => {
    const own = 'v1/sawtooth?duration=1000s&measure=[[0,100]]';
    expect(decodeLink(own).scenario['measure']).toEqual([[0, 100]]);
    expect(decodeLink('v1/sawtooth?-measure&duration=1000s').scenario['measure']).toBeUndefined();
    // A longer run that measures only its first 200 s is possible too. Its link keeps that.
    const { scenario: usual } = decodeLink('v1/sawtooth');
    const meant = { ...usual, duration: '1000s' };
    const back = decodeLink(encodeLink({ scenario: meant, preset: 'sawtooth', view: EMPTY_VIEW }));
    expect(back.scenario).toEqual(meant);
  });

  it('stays short and readable for a preset with a few changes', () => {
    const link = encodeLink({
      scenario: changed({ 'hops.0.rate': '4Mbps', compare: ['newreno', 'westwood+'] }),
      preset: 'gm04-table1',
      view: { ...EMPTY_VIEW, timeS: 412.6, rows: ['cwnd', 'queue'] },
    });
    expect(link).toBe('v1/gm04-table1?hops.0.rate=4Mbps&compare=newreno,westwood+&t=412.6&rows=cwnd,queue');
  });

  it('shows a row once that is named twice', () => {
    expect(decodeLink('v1/gm04-table1?rows=cwnd,queue,cwnd').view.rows).toEqual(['cwnd', 'queue']);
  });

  it('carries expressions over rows, and no text that is none', () => {
    const math = ['cwnd / rtt', 'queue*8/rate'];
    const link = encodeLink({ scenario: changed({}), preset: 'gm04-table1', view: { ...EMPTY_VIEW, math } });
    expect(decodeLink(link).view.math).toEqual(math);
    for (const wrong of ['a;b;c;d', 'x'.repeat(201), 'cwnd%C2%B7rtt']) {
      const read = decodeLink(`v1/gm04-table1?math=${wrong}`);
      expect(read.view.math).toBeNull();
      expect(read.problems.join()).toContain('math=');
    }
  });

  it('carries the rows of states that a script shows, and no row that cannot be', () => {
    const rows = ['cwnd', 'show-w_max', 'show-Rate2'];
    const link = encodeLink({ scenario: changed({}), preset: 'gm04-table1', view: { ...EMPTY_VIEW, rows } });
    expect(decodeLink(link).view.rows).toEqual(rows);
    for (const wrong of ['show-2X', `show-${'x'.repeat(33)}`, 'Cwnd']) {
      expect(decodeLink(`v1/gm04-table1?rows=cwnd,${wrong}`).problems.join()).toContain('rows=');
    }
  });

  it.each(['westwood-plus', 'cubic-rfc9438', 'illinois', 'vegas'])(
    'holds a script of more than 40 lines, comments and all, in less than 1500 characters: %s',
    (id) => {
      const file = new URL(`../../../core/script/library/${id}.ack`, import.meta.url);
      const source = readFileSync(file, 'utf8');
      expect(source.split('\n').length).toBeGreaterThan(40);
      const compare = ['newreno', 'westwood+', 'mine'];
      const scenario = { ...DEFAULT_PRESET.scenario, scripts: { mine: source }, compare };
      const link = encodeLink({ scenario, preset: DEFAULT_PRESET.id, view: EMPTY_VIEW });
      // Includes the address of a site before the link.
      expect('https://ackscope.example/course/#'.length + link.length).toBeLessThan(1500);
      expect(decodeLink(link).scenario).toEqual(scenario);
    },
  );

  it("names a preset's own lane by a star instead of spelling out what it sets", () => {
    const compare = DEFAULT_PRESET.scenario['compare'] as Json[];
    const link = encodeLink({
      scenario: changed({ compare: [...compare, 'cubic'] }),
      preset: 'gm04-table1',
      view: EMPTY_VIEW,
    });
    expect(link).toBe('v1/gm04-table1?compare=newreno,vegas*,westwood+,cubic');
  });

  it('keeps whole presets under 320 characters and needs nothing but the characters of a fragment', () => {
    for (const preset of PRESETS) {
      const link = encodeLink({ scenario: preset.scenario, preset: null, view: EMPTY_VIEW });
      expect(link.length).toBeLessThan(320);
      expect(link).toMatch(/^v1\/~[A-Za-z0-9_-]+$/);
    }
  });

  it('survives being put into an address and taken out again', () => {
    const content = {
      scenario: changed({ title: 'Ä "quoted" title & more = 100 % <b>', seed: 3 }),
      preset: 'gm04-table1',
      view: { ...EMPTY_VIEW, timeS: 1, lane: 'westwood+' },
    };
    const address = new URL('https://example.org/lab/');
    address.hash = encodeLink(content);
    expect(decodeLink(address.hash)).toMatchObject({ ...content, problems: [] });
  });
});

describe('the links of the corpus', () => {
  it.each(linksOf('readable.txt'))('%s opens without a complaint', (link) => {
    const read = decodeLink(`#${link}`);
    expect(read.problems).toEqual([]);
    expect(read.preset).not.toBeNull();
    // The encoded link means the same.
    const { scenario, preset, view } = read;
    expect(decodeLink(encodeLink(read))).toMatchObject({ scenario, preset, view, problems: [] });
  });

  it.each(linksOf('broken.txt'))('%s opens a valid scenario and says what is wrong', (link) => {
    const read = decodeLink(`#${link}`);
    expect(read.problems.length).toBeGreaterThan(0);
    expect(PRESETS.map((preset) => preset.scenario)).toContainEqual(read.scenario);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('keeps the plus sign of westwood+', () => {
    const read = decodeLink('#v1/gm04-table1?compare=newreno,westwood+');
    expect(read.scenario['compare']).toEqual(['newreno', 'westwood+']);
  });

  it('keeps the sender of an old name, and what is offered instead counts segments in every flow', () => {
    const flowsOf = (id: string) => decodeLink(`v1/${id}`).scenario['flows'] as JsonObject[];
    for (const { id, today } of PRESETS) {
      if (today === undefined) continue;
      const [before, now] = [flowsOf(id), flowsOf(today)];
      expect(
        before.some(({ growth, recovery_variant: exit }) => growth ?? exit),
        id,
      ).toBe(false);
      expect(now, id).toEqual(
        before.map((flow) => ({ ...flow, growth: 'byte-counting', recovery_variant: 'rfc' })),
      );
      // A compressed scenario has no name, and both have one title.
      for (const name of [id, today]) {
        const { scenario } = decodeLink(`v1/${name}?seed=3`);
        expect(decodeLink(encodeLink({ scenario, preset: null, view: EMPTY_VIEW })).preset).toBe(name);
      }
    }
    expect(PRESETS.filter(({ today }) => today !== undefined)).toHaveLength(4);
  });

  it('sends a mistyped name to the nearest scenario', () => {
    expect(decodeLink('v1/sawtoth').preset).toBe('sawtooth');
  });
});

describe('a hostile address', () => {
  it('never throws, whatever it says', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), text), (junk) => {
        for (const link of [
          junk,
          `v1/${junk}`,
          `v1/~${junk}`,
          `v1/gm04-table1?${junk}`,
          `v1/gm04-table1?flows=${junk}`,
        ]) {
          const read = decodeLink(link);
          expect(typeof read.scenario).toBe('object');
        }
      }),
      { numRuns: 400, seed: 3 },
    );
  });

  it('is not unfolded beyond 64 kB', () => {
    const bomb = JSON.stringify({ title: 'x'.repeat(5_000_000) });
    const packed = deflateSync(strToU8(bomb), { level: 9, dictionary: strToU8(DICTIONARY_V1) });
    const link = `v1/~${toBase64Url(packed)}`;
    expect(link.length).toBeLessThan(MAX_LINK_LENGTH);
    expect(decodeLink(link).problems).toHaveLength(1);
  });

  it('is not read at all when it is longer than any scenario needs', () => {
    const read = decodeLink(`v1/gm04-table1?title=${'x'.repeat(MAX_LINK_LENGTH)}`);
    expect(read.scenario).toBe(DEFAULT_PRESET.scenario);
    expect(read.problems[0]).toContain('At most 8000');
  });

  it('nested beyond reason is refused', () => {
    const deep = `${'['.repeat(60)}${']'.repeat(60)}`;
    expect(decodeLink(`v1/gm04-table1?title=${deep}`).problems).toHaveLength(1);
  });
});

describe('a view of what the scenario does not have', () => {
  it.each([
    ['lane=nope', 'There is no lane named “nope”. Lanes: newreno, vegas, westwood+.'],
    ['listen=0.5,nope', 'There is no lane named “nope”. Lanes: newreno, vegas, westwood+.'],
    ['flow=99', 'There is no flow 99. Flows: 0 to 10.'],
    ['pair=99,0', 'There is no flow 99. Flows: 0 to 10.'],
    ['rows=,,,&t=4', 'rows=,,, is not a list of rows.'],
  ])('%s is named and left out', (pair, problem) => {
    const read = decodeLink(`v1/gm04-table1?${pair}`);
    expect(read.problems).toEqual([problem]);
    const { timeS } = read.view;
    expect(read.view).toEqual({ ...EMPTY_VIEW, timeS });
  });

  it.each(['v1/nope', 'v1/sawtooth?hops.9.rate=4Mbps', 'v1/~AAAA'])('the reference %s is named', (ref) => {
    const { view, problems } = decodeLink(`v1/sawtooth?t=10&ref=${encodeURIComponent(ref)}&lane=newreno`);
    expect(problems).toEqual([`ref=${ref} is not the link of a run.`]);
    expect(view).toMatchObject({ ref: null, timeS: 10 });
  });

  it('the lanes and flows of the link count, not those of the named scenario', () => {
    const link = 'v1/gm04-table1?compare=cubic,bbr&flows.reverse.count=20';
    expect(decodeLink(`${link}&lane=bbr&flow=20&pair=0,20`).problems).toEqual([]);
    expect(decodeLink(`${link}&lane=vegas&flow=21&pair=0,22`).problems).toHaveLength(3);
  });
});

describe('a link that was cut off', () => {
  const whole = [
    'v1/gm04-table1?hops.0.rate=4Mbps&compare=newreno,westwood%2B&rows=cwnd,queue&zoom=250..350&lane=westwood%2B',
    'v1/sawtooth?t=3&charts=overlay&ref=v1/sawtooth%3Fseed%3D2&run=0.1.0-5f3a9c01',
    'v1/gm04-table1?t=100&cursors=85.7..117.7,cwnd,41.7..83.5&trigger=loss,all,traffic,-6..19&listen=0.5,vegas',
    'v1/random-loss?-hops.0.loss&flows=[{"name":"main","algorithm":"cubic"}]',
    encodeLink({ scenario: changed({ title: 'of my own', seed: 7 }), preset: null, view: EMPTY_VIEW }),
  ];

  it.each(whole)('%s says so at every length at which its rest is not a link', (link) => {
    expect(decodeLink(link).problems).toEqual([]);
    for (let length = 1; length < link.length; length += 1) {
      const start = link.slice(0, length);
      const { problems, end } = decodeLink(start);
      if (problems.length > 0)
        expect(problems, start).toEqual([expect.stringContaining('The link was cut off.')]);
      // The engine knows the values of a scenario. Otherwise the rest is a link like any other.
      else if (end === undefined) expect(start).toMatch(/^v1\/[a-z\d-]+(\?.*\w=[^&]*[^&,;]|\?-[\w.]+)?$/);
    }
  });

  it.each(whole)('%s says so without its last ten characters', (link) => {
    const { problems, end } = decodeLink(link.slice(0, -10));
    if (end === undefined) expect(problems).toEqual([expect.stringContaining('The link was cut off.')]);
  });

  it('is one whose last value may go on, not one whose value is whole and refused', () => {
    const refused = { path: 'flows.0.rtt', allowed: 'at least 20 ms', nearest: null };
    const isCut = (value: string): boolean =>
      isCutOff({ path: 'flows.main.rtt', pair: `flows.main.rtt=${value}`, value }, refused);
    expect(['', '1', '1.', '15', '15m', '2k'].filter((value) => !isCut(value))).toEqual([]);
    expect(['15ms', '0.01s', '5pkt', '2bdp', '1Mbps', '40kB'].filter(isCut)).toEqual([]);
    expect(['[', '[1', '{"a":[1]', '"a', '"a\\"', '{"a":"]}'].filter((value) => !isCut(value))).toEqual([]);
    expect(['[]', '[[1,2]]', '{"a":"[{"}', '"a\\\\"', '[1,]', '{]}'].filter(isCut)).toEqual([]);
  });

  it('is not one whose last part is whole and wrong', () => {
    const problem = (query: string) => decodeLink(`v1/sawtooth?${query}`).problems.join(' ');
    for (const zoom of ['50..50', '50..49', '50.5..50.25', '9..9', '50..5000..', '1..2..3', '1...2'])
      expect(problem(`zoom=${zoom}`), zoom).toBe(
        `zoom=${zoom} is not a time range: allowed is FROM..TO with FROM below TO.`,
      );
    for (const zoom of ['5', '50.', '50..', '50..5', '50.5..', '50.5..4'])
      expect(problem(`zoom=${zoom}`), zoom).toContain('The link was cut off.');
    expect(problem('compare=[[1,]')).toContain('The link was cut off.');
    expect(problem('compare=[1,]')).toBe('“compare=[1,]” does not fit this scenario.');
  });

  it('keeps a whole number that no number here holds as it is written', () => {
    const seed = (text: string): unknown => decodeLink(`v1/sawtooth?seed=${text}`).scenario['seed'];
    for (const text of ['9007199254740993', '-9007199254740993', '123456789012345678901234567890'])
      expect(seed(text)).toBe(text);
    expect(seed('9007199254740991')).toBe(9007199254740991);
    // As JSON writes 1e20.
    expect(seed('100000000000000000000')).toBe(1e20);
  });
});
