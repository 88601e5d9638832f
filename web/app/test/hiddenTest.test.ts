import type { Report } from '@ackscope/embed/protocol';
import { createLabStore } from '@ackscope/model';
import { describe, expect, it } from 'vitest';
import { readTest, startTest } from '../src/embed/hiddenTest.ts';

describe('the conditions of an exercise', () => {
  it('are separated by semicolons', () => {
    expect(readTest('goodput(a) > 1Mbps; jain(a) > 0.9;')).toEqual(['goodput(a) > 1Mbps', ' jain(a) > 0.9']);
  });

  it('are few, short, and comparisons', () => {
    expect(() => readTest(' ; ')).toThrow('A test has 1 to 20 conditions, not 0.');
    expect(() => readTest('1 < 2;'.repeat(21))).toThrow('A test has 1 to 20 conditions, not 21.');
    expect(() => readTest(`1 < 2${' '.repeat(2000)}`)).toThrow('A test has at most 2000 characters.');
    expect(() => readTest('goodput(a)')).toThrow('“goodput(a)” compares nothing: write > or <.');
    expect(() => readTest('goodput(a) > ')).toThrow('expected');
  });

  it('say their mistake to the page and to the reader', () => {
    const heard: Report[] = [];
    const { state } = startTest('goodput(a)', createLabStore(), (report) => heard.push(report));
    const message = '“goodput(a)” compares nothing: write > or <.';
    expect(heard).toEqual([{ type: 'error', path: 'test', message }]);
    expect(state.get()).toEqual({ kind: 'faulty', message });
  });
});
