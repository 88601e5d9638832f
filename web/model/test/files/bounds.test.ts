import { describe, expect, it } from 'vitest';
import { readFile, readText } from '../../src/files/index.ts';
import { gzipped } from './read.ts';

// What a file may cost: no more than its own size suggests.
describe('a file', { timeout: 30_000 }, () => {
  it('of forty thousand traces is read in a time that grows with their number', async () => {
    const trace = (name: string): object => ({
      title: name,
      events: [{ time: 0, name: 'recovery:metrics_updated', data: { cwnd: 12_000 } }],
    });
    const traces = Array.from({ length: 40_000 }, (_, at) => trace(`a${at % 20_000}`));
    const opened = await readText(JSON.stringify({ qlog_version: '0.3', traces }));
    if (!('measured' in opened)) throw new Error(JSON.stringify(opened));
    expect(opened.measured.curves[0]?.name).toBe('a0, trace 1');
    expect(opened.measured.warnings).toEqual(['It has 39950 more connections, with smaller windows.']);
  });

  it('that holds more values or lines than a measurement is refused before it is unfolded', async () => {
    // 33 MB, in some kilobytes.
    const values = await gzipped(`{"a":[${'{},'.repeat(11_000_000)}{}]}`);
    expect(values.length).toBeLessThan(100_000);
    expect(await readFile(values)).toEqual({
      problem: 'It holds some 22000003 values. At most 10000000 are read.',
    });
    expect(await readText(`time,cwnd${'\n'.repeat(10_000_001)}`)).toEqual({
      problem: 'It has 10000001 lines. At most 10000000 are read.',
    });
    expect(await readText('0\n'.repeat(3_000_001))).toEqual({
      problem: 'It has more than 3000000 instants, which is the most that is read.',
    });
  });

  it.each([
    'cwnd_ '.repeat(500_000),
    `time,cwnd,${'x'.repeat(500_000)}\n1,y,2`,
    `time,${'cwnd,'.repeat(100_000)}\n1,2`,
    `[${'x'.repeat(500_000)}`,
  ])('is refused in a sentence that can be read', async (text) => {
    const opened = await readText(text);
    if (!('problem' in opened)) throw new Error('it was read');
    expect(opened.problem.length).toBeLessThan(1500);
  });

  it('names its connections so that they can be read', async () => {
    const opened = await readText(`time,cwnd,flow\n1,2,${'f'.repeat(100_000)}\n2,3,${'f'.repeat(100_000)}`);
    if (!('measured' in opened)) throw new Error(JSON.stringify(opened).slice(0, 200));
    expect(opened.measured.curves[0]?.name.length).toBeLessThan(300);
  });
});
