// @vitest-environment node
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Check, ExpressionReport } from '@ackscope/engine';
import type { Lesson } from '@ackscope/model/lesson';
import { realAsk, realEngine } from '../../engine/test/real-engine.ts';
import { checkRuns, readForeign } from '../src/course/foreign/foreign.ts';
import { readInWorker } from '../src/course/foreign/readForeign.ts';
import { LESSON_FOLDER } from '../vite/lessons.ts';

const ADDRESS = 'https://course.example/window.md';
const LESSON = `---
title: A window of one
---

One packet per round trip. See [RFC 9293](https://www.rfc-editor.org/rfc/rfc9293).

## One packet at a time

\`\`\`lab
run: v1/sawtooth?compare=newreno&flows.main.receive_window=1&duration=20s
predict:
  ask: What is the goodput?
  estimate: goodput(newreno)
  unit: bps
  low: 0
  high: 10000000
  step: 10000
expect: {}
\`\`\`

### Afterwards

Little.

## For the teacher

- Nothing.
`;

const expression = (source: string): Promise<ExpressionReport> => realAsk('expression', 'run', source);
const engine = realEngine();
const check = (text: string): Promise<Check> => Promise.resolve(JSON.parse(engine.check(text)) as Check);
const checks = { check, ask: realAsk };
const read = async (source: string): Promise<Lesson> =>
  (await readForeign(ADDRESS, source, expression)).lesson;

describe('a lesson at an address', () => {
  it('is read like the site’s own, with the host of each link behind it', async () => {
    const lesson = await read(LESSON);
    expect(lesson).toMatchObject({ id: ADDRESS, title: 'A window of one', score: 'answered', minutes: 10 });
    expect(lesson.code).toBeGreaterThanOrEqual(96);
    expect(lesson.code).toBeLessThanOrEqual(127);
    expect(JSON.stringify(lesson.intro)).toContain('" (www.rfc-editor.org)"');
    const [step] = lesson.steps;
    expect(step?.predict).toMatchObject({ kind: 'estimate', high: 1e7 });
    await checkRuns(lesson, checks);
  });

  it('has another revision when its text changes', async () => {
    const [one, other] = [await read(LESSON), await read(LESSON.replace('Little.', 'Very little.'))];
    expect(one.revision).toMatch(/^[0-9a-f]{8}$/);
    expect(other.revision).not.toBe(one.revision);
  });

  it.each<[string, string, RegExp]>([
    ['HTML', LESSON.replace('Little.', 'Little. <img src=x onerror=alert(1)>'), /no html/],
    ['a picture', LESSON.replace('Little.', '![x](https://a.example/x.png)'), /no image/],
    [
      'a script’s link',
      LESSON.replace('https://www.rfc-editor.org/rfc/rfc9293', 'javascript:alert(1)'),
      /not allowed/,
    ],
    [
      'data in a link',
      LESSON.replace('https://www.rfc-editor.org/rfc/rfc9293', 'data:text/html,x'),
      /not allowed/,
    ],
    ['an anchor', LESSON.replace('title: A', 'a: &a [x]\ntitle: A'), /anchors/],
    ['an alias', LESSON.replace('title: A', 'a: *b\ntitle: A'), /anchors|alias/i],
    [
      'depth',
      LESSON.replace('title: A', `a: ${'['.repeat(40)}${']'.repeat(40)}\ntitle: A`),
      /at most 8 levels/,
    ],
    ['a damaged run', LESSON.replace('v1/sawtooth', 'v1/sawtoth'), /no scenario named/],
    ['a wrong unit', LESSON.replace('estimate: goodput(newreno)', 'estimate: goodput(newreno) + 2ms'), /bps/],
    ['no front matter', 'Hello', /front matter/],
    // What holds the parsers of Markdown and YAML for minutes, or ends the tab.
    ['a long paragraph', LESSON.replace('Little.', '_a_'.repeat(20_000)), /60000 characters, at most 5000/],
    ...['[', '{a: ', '[a, ', '- ', '- ? '].map((open): [string, string, RegExp] => [
      `${open} in each other`,
      LESSON.replace('title: A', `a: ${open.repeat(30_000)}\ntitle: A`),
      /at most 8 levels/,
    ]),
    ['an unknown key of a step', LESSON.replace('expect: {}', 'exepct: {}'), /exepct|expect/],
  ])('with %s is refused with the reason', async (_, source, reason) => {
    await expect(read(source)).rejects.toThrow(reason);
  });

  it('may have variants, and is refused if one of them cannot run', async () => {
    const varied = (values: string) =>
      LESSON.replace('title: A', `vary: { hops.0.rate: ${values} }\nsalt: s\ntitle: A`);
    const lesson = await read(varied('[5Mbps, 10Mbps]'));
    expect([lesson.vary, lesson.salt, lesson.variant]).toEqual([
      { 'hops.0.rate': ['5Mbps', '10Mbps'] },
      's',
      null,
    ]);
    await checkRuns(lesson, checks);
    await expect(checkRuns(await read(varied('[5Mbps, fast]')), checks)).rejects.toThrow(/step 1: .*fast/);
    await expect(checkRuns(await read(varied('[5Mbps]')), checks)).rejects.toThrow('2 to 5 values');
    await expect(read(varied('[5Mbps, 6Mbps]').replace('Little.', '{hops.0.delay}'))).rejects.toThrow(
      'vary has no path for {hops.0.delay}',
    );
  });

  it('whose run is too long or cannot run is refused', async () => {
    const run = (changes: string) =>
      read(LESSON.replace('flows.main.receive_window=1&duration=20s', changes)).then((one) =>
        checkRuns(one, checks),
      );
    await expect(run('hops.0.rate=100Gbps&duration=9000s')).rejects.toThrow(/step 1: .*(too long|limit)/);
    await expect(run('hops.0.rat=5Mbps')).rejects.toThrow(/step 1: .*rat/);
  });

  it('asks for nothing more once it is left', async () => {
    const life = new AbortController();
    const check = vi.fn((text: string) => {
      life.abort(new Error('left'));
      return checks.check(text);
    });
    const twice = LESSON.replace(
      '## For the teacher',
      LESSON.slice(LESSON.indexOf('## One'), LESSON.indexOf('## For')) + '## For the teacher',
    );
    const lesson = await read(twice);
    expect(lesson.steps).toHaveLength(2);
    await expect(checkRuns(lesson, { ...checks, check }, life.signal)).rejects.toThrow('left');
    expect(check).toHaveBeenCalledOnce();
    const expression = vi.fn();
    await expect(readForeign(ADDRESS, LESSON, expression, life.signal)).rejects.toThrow('left');
    expect(expression).not.toHaveBeenCalled();
  });

  it('is given up, with its reader, when reading takes too long or the page is left', async () => {
    vi.useFakeTimers();
    const worker = { postMessage: vi.fn(), terminate: vi.fn() };
    const start = () => worker as unknown as Worker;
    const life = new AbortController();
    const slow = readInWorker({ source: LESSON }, life.signal, start);
    const refused = expect(slow).rejects.toThrow('more than 5 s');
    await vi.advanceTimersByTimeAsync(5000);
    await refused;
    expect(worker.terminate).toHaveBeenCalledOnce();
    const left = expect(readInWorker({ source: LESSON }, life.signal, start)).rejects.toThrow('left');
    await vi.advanceTimersByTimeAsync(0);
    life.abort(new Error('left'));
    await left;
    expect(worker.terminate).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it('however it is damaged is a lesson or a reason in words', async () => {
    const texts = [
      LESSON,
      ...readdirSync(LESSON_FOLDER)
        .slice(0, 4)
        .map((name) => readFileSync(join(LESSON_FOLDER, name), 'utf8')),
    ];
    const pieces = [
      '&a ',
      '*a',
      '<b>',
      '\n## ',
      '```',
      '---\n',
      '[x](javascript:1)',
      ': ',
      '\u0000',
      '!!js ',
      '  - ',
      '{',
      '"',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.array(
          fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...pieces), fc.nat(40)),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        async (source, changes) => {
          let text = source;
          for (const [share, piece, cut] of changes) {
            const at = Math.floor(share * text.length);
            text = text.slice(0, at) + piece + text.slice(at + cut);
          }
          const result = await read(text).then(
            (lesson) => lesson,
            (thrown: unknown) => (thrown instanceof Error ? thrown.message : 'no error'),
          );
          if (typeof result === 'string') expect(result.length).toBeGreaterThan(5);
          else {
            const data = JSON.stringify(result);
            expect(data).not.toMatch(/"href":"(?!https?:)/);
            expect(result.steps.length).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: Number(process.env.FUZZ_CASES ?? 150) },
    );
  }, 120_000);
});
