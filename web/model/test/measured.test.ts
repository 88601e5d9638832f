import { describe, expect, it } from 'vitest';
import { readMeasured } from '../src/measured.ts';

const read = (text: string): [number, number][] => {
  const found = readMeasured('a file', text);
  if ('problem' in found) throw new Error(found.problem);
  return [...found.trace.timeS].map((time, at) => [time, found.trace.cwndPackets[at] ?? NaN]);
};

const problem = (text: string): string => {
  const found = readMeasured('a file', text);
  return 'problem' in found ? found.problem : '';
};

describe('a window measured elsewhere', () => {
  it('is a table with a header, whatever else is in it', () => {
    expect(read('time_ms,state,cwnd_packets\n0,open,10\n500,open,\n1500,loss,7\n')).toEqual([
      [0, 10],
      [1.5, 7],
    ]);
    // The output of an exported ns-2 script: only the first flow's rows count.
    expect(
      read('time_s,flow,cwnd_packets,ssthresh_packets\n0,main,1,9\n0,other,5,9\n0.05,main,2,9\n'),
    ).toEqual([
      [0, 1],
      [0.05, 2],
    ]);
  });

  it('is columns of numbers; ns-3 counts bytes and tells the old value too', () => {
    expect(read('0 1\n0.1 2\n')).toEqual([
      [0, 1],
      [0.1, 2],
    ]);
    expect(read('0\t0\t14480\n0.1\t14480\t28960\n')).toEqual([
      [0, 10],
      [0.1, 20],
    ]);
  });

  it('is ns-2’s trace of a variable, of the first connection', () => {
    const text =
      '0.00000 0 0 4 0 cwnd_ 1.000\n0.50000 1 0 5 0 cwnd_ 9.000\n0.25000 0 0 4 0 cwnd_ 2.000\n0.3 0 0 4 0 ssthresh_ 7\n';
    expect(read(text)).toEqual([
      [0, 1],
      [0.25, 2],
    ]);
  });

  it('is polls of ss with their times, counted from the first where they are of a calendar', () => {
    const poll = (time: string, cwnd: number): string =>
      `${time}\nESTAB 0 0 10.0.0.1:5001 10.0.0.2:80\n\t cubic wscale:7,7 rto:204 rtt:3.1/0.5 mss:1448 cwnd:${cwnd} ssthresh:7\n`;
    const times = read(poll('1700000000.5', 10) + poll('1700000001.0', 20));
    expect(times).toEqual([
      [0, 10],
      [0.5, 20],
    ]);
    expect(problem('\t cubic cwnd:10\n')).toContain('Line 1: expected a time in seconds before each poll');
  });

  it('that cannot be read is refused with the line and what was expected', () => {
    expect(problem('time,cwnd\n0,10\n1,ten\n')).toBe(
      'Line 3: expected a number in column 2 (cwnd), found “ten”.',
    );
    expect(problem('time,window\n0,10\n')).toContain(
      'Line 1: expected a header with a time and a cwnd column',
    );
    expect(problem('1 2 3 4\n')).toContain('two or three columns');
    expect(problem('')).toBe('The file is empty.');
    expect(problem('time,cwnd\n')).toContain('no line');
  });
});
