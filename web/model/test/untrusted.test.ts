import { describe, expect, it } from 'vitest';
import { withValues } from '../src/lesson/index.ts';
import type { Lesson } from '../src/lesson/index.ts';
import {
  DEFAULT_PRESET,
  EMPTY_VIEW,
  decodeLink,
  encodeLink,
  readQuantity,
  writeScenarioText,
} from '../src/index.ts';
import { readText } from '../src/files/index.ts';

// The lint finds most expressions that go back and forth; these texts are what each of ours meets when a file, a
// link or a scenario nearly fits. A quadratic one would take minutes for them, and the test's own limit ends it.
const MANY = 100_000;

/** A text of `MANY` characters: a beginning, one piece over and over, and an end that does not fit. */
const near = (begin: string, piece: string, end: string): string =>
  begin + piece.repeat(MANY / piece.length) + end;

describe('time grows with the length of untrusted text', () => {
  it('writes a long list with one text at its end', () => {
    const rtt = [...Array<number>(MANY / 4).fill(0.05), '50ms'];
    expect(writeScenarioText({ flows: [{ rtt }] })).toContain('      "rtt": [\n        0.05,\n');
  });

  it('writes a list of more than a hundred numbers in one line, and no other', () => {
    const text = writeScenarioText({
      short: Array<number>(100).fill(1),
      long: Array<number>(101).fill(1),
      title: `[${'1,'.repeat(200)}]`,
    });
    expect(text).toContain(`"long": [${Array<number>(101).fill(1).join(', ')}]`);
    expect(text.split('\n')).toHaveLength(1 + 102 + 1 + 1 + 1 + 1);
    expect(JSON.parse(text)).toMatchObject({ title: `[${'1,'.repeat(200)}]` });
  });

  it.each([near('', '1', 'Mbps!'), near('1', ' ', '!'), near('', ' ', '1!'), near('.', '1', 'e')])(
    'reads a quantity',
    (text) => {
      expect(readQuantity(text, 'rate')).toBeNull();
    },
  );

  it.each([
    near('v1/?t=', '1', 'x'),
    near('v1/?compare=', 'a,', '*'),
    near('v1/?flows.0.rtt=', '0.05,', 'x'),
    near('v1/~', 'A', '!'),
    near('v1/', 'a', '?'),
  ])('reads a link', (text) => {
    expect(decodeLink(text).problems).not.toEqual([]);
  });

  it.each([
    // Names of columns, and what stands around them.
    near('time,cong', '_', ' x\n1,2\n'),
    near('time,', '[_', ']\n1,2\n'),
    near('', ' ', 'x\n'),
    near('time', ' ', 'x [s] cwnd\n'),
    near('', '1', 'x 2\n'),
    // iperf3
    near('', '[ ID] ', '\n'),
    near('[ ID] Interval\n[  5]', ' ', 'x\n'),
    near('[ ID] Interval\n[  5] 0.00-1.00 sec 1 MBytes 1 Mbits/sec 0 1 KBytes', ' ', 'x\n'),
    near('[ ID] Interval\n[  5] ', '1.', '\n'),
    // qlog
    near('', ' ', 'qlog'),
    near('', '\u001e', 'qlog'),
    near('{"qlog_version":"0.3","traces":[{"events":[{"name":"metrics_updated","time":"', '1', 'x"}]}]}'),
    // tcp_probe, before and behind ftrace
    near('', 'tcp_probe: ', '\n'),
    near('# tracer: nop\n', ' ', '1\n'),
    near('# tracer: nop\n x ', '1', ': tcp_probe\n'),
    near('# tracer: nop\n', ' 1.1: ', '\n'),
    near('', '1 ', 'x\n'),
    // ss, and times before its lines
    near('ESTAB 0 0 10.0.0.1:1 10.0.0.2:2\n\t cubic ', 'cwnd:', '\n'),
    near('', '1', ' ESTAB 0 0 10.0.0.1:1 10.0.0.2:2\n'),
    near('[2024-03-05 10:11:12', ' ', 'ESTAB\n'),
    // ns-2
    near('0.0 0 0 0 0 ', 'cwnd_ ', '\n'),
  ])('reads a file: %#', async (text) => {
    expect(await readText(text)).toHaveProperty('problem');
  });
});

// JSON may hold `\ud800`, half of a pair, which UTF-8 cannot.
describe('half a character', () => {
  const HALVES = ['\ud800', 'a\udc00b', '\udc00\ud800', 'end\ud83d'];

  it.each(HALVES)('in a scenario, its keys and its view gives a link that opens', (half) => {
    const { scenario } = decodeLink(`v1/sawtooth?title=${encodeURIComponent(JSON.stringify(half))}`);
    expect(scenario['title']).toBe(half);
    for (const preset of ['sawtooth', null])
      for (const written of [scenario, { ...DEFAULT_PRESET.scenario, [half]: half }]) {
        const link = encodeLink({ scenario: written, preset, view: { ...EMPTY_VIEW, lane: half } });
        expect(decodeLink(link).scenario['duration']).toBe(written['duration']);
      }
  });

  it.each(HALVES)('in a value of a lesson’s variant gives a run that opens', (half) => {
    const step = { title: '', text: [], after: [], run: 'v1/sawtooth', predict: null, why: null };
    const lesson = { title: '', summary: '', intro: [], note: [], steps: [step], vary: { title: [half] } };
    const { steps } = withValues(lesson as unknown as Lesson, { title: half }, 0);
    expect(decodeLink(steps[0]?.run ?? '').problems).toEqual([]);
  });

  it('leaves whole characters as they are', () => {
    const link = encodeLink({
      scenario: { ...DEFAULT_PRESET.scenario, title: 'Müller 😀' },
      preset: null,
      view: EMPTY_VIEW,
    });
    expect(decodeLink(link).scenario['title']).toBe('Müller 😀');
  });
});
