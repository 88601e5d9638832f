/** Files with a second meaning: the one that was meant is read, or the file is refused. */
import { describe, expect, it } from 'vitest';
import { curve, gzipped, measured, pairs, problem } from './read.ts';

const read = async (text: string): Promise<[number, number][]> => pairs(await curve(text));
const named = async (text: string): Promise<[string, number[]][]> =>
  (await measured(text)).curves.map((one) => [one.name, [...one.values]]);

const poll = (cwnd: number): string =>
  `ESTAB 0 0 10.0.0.1:5201 10.0.0.2:40000\n\t cubic wscale:7,7 rto:204 mss:1448 cwnd:${cwnd}\n`;
const polls = (times: readonly string[]): string =>
  times.map((time, at) => `${time}\n${poll(10 + at)}`).join('');

describe('a time', () => {
  it('since 1970 may be in s, ms, µs or ns, as `date` is asked for', async () => {
    for (const digits of [0, 3, 6, 9]) {
      // 1700000000.0 s and 1700000001.0 s
      const times = ['1700000000', '1700000001'].map((time) => time + '0'.repeat(digits));
      const told = [
        [0, 10],
        [1, 11],
      ];
      expect(await read(polls(times)), times[0]).toEqual(told);
      expect(await read(`time,cwnd\n${times[0]},10\n${times[1]},11\n`), times[0]).toEqual(told);
    }
  });

  it('that is neither a run time in seconds nor a time since 1970 is refused', async () => {
    // A clock that counts ns since the machine started.
    expect(await problem('timestamp,cwnd\n123456789012345,10\n123456889012345,11\n')).toContain(
      'Line 2: expected a time in seconds, or its unit in the header such as time_ms',
    );
    expect(await problem(polls(['123456789012345', '123456889012345']))).toContain('Line 1: expected a time');
    expect(await read('timestamp_ns,cwnd\n123456789012345,10\n123456889012345,11\n')).toEqual([
      [123456.789012, 10],
      [123456.889012, 11],
    ]);
  });

  it('of a clock of twelve hours follows AM and PM', async () => {
    for (const [one, two] of [
      ['Tue Mar  5 11:59:59 PM UTC 2024', 'Wed Mar  6 12:00:00 AM UTC 2024'],
      ['Tue Mar  5 12:59:59 PM UTC 2024', 'Tue Mar  5 01:00:00 PM UTC 2024'],
      ['Tue 05 Mar 2024 11:59:59 PM UTC', 'Wed 06 Mar 2024 12:00:00 AM UTC'],
      ['Tue  5 Mar 23:59:59 CET 2024', 'Wed  6 Mar 00:00:00 CET 2024'],
    ] as const)
      expect(await read(polls([one, two])), one).toEqual([
        [0, 10],
        [1, 11],
      ]);
    expect(await problem(polls(['Tue Mar  5 13:00:00 PM UTC 2024']))).toContain('Line 1: expected a time');
  });

  it('stands before each poll of ss, not before the first one only', async () => {
    expect(await problem(`1700000000.1\n${poll(10)}${poll(11)}`)).toContain(
      'Line 5: a second window of one connection without a new time',
    );
    // Listening sockets may share a port. They have no window to show.
    const listening = 'LISTEN 0 128 0.0.0.0:80 0.0.0.0:*\n\t cubic cwnd:10\n';
    const { curves } = await measured(`1700000000.1\n${listening}${listening}${poll(12)}`);
    expect(curves.map((one) => one.name)).toEqual(['10.0.0.1:5201 → 10.0.0.2:40000']);
  });
});

describe('a row of a table', () => {
  it('has as many fields as the header', async () => {
    for (const text of [
      // R’s write.table and pandas put row numbers before the columns, without a name.
      '"time" "cwnd"\n"1" 0 10\n"2" 0.5 11\n',
      '   time  cwnd\n0   0.0    10\n1   0.5    11\n',
      // Groups of digits, or a decimal comma.
      'time,cwnd\n0,1,234\n1,2,345\n',
      'time,flow,cwnd\n0,a,10\n1,a\n',
    ])
      expect(await problem(text), text).toMatch(/^Line [23]: expected [23] fields, as the header has/);
    // Nothing was measured at the end of a row, or a separator ends each row.
    for (const text of ['time cwnd ssthresh\n0 10\n1 11 7\n', 'time,cwnd\n0,10,\n1,11,\n'])
      expect(await read(text), text).toEqual([
        [0, 10],
        [1, 11],
      ]);
  });

  it('may hold the separator in quotation marks, and empty fields between tabs', async () => {
    expect(await problem('time,cwnd,ssthresh\n0,"1,234",50\n')).toContain('column 2 (cwnd), found “1,234”');
    expect(await read('time,"note, or none",cwnd\n0,"a, ""b""",10\n1,,11\n')).toEqual([
      [0, 10],
      [1, 11],
    ]);
    expect(await read('time\tssthresh\tcwnd\trtt\n0\t\t10\t50\n1\t7\t11\t50\n')).toEqual([
      [0, 10],
      [1, 11],
    ]);
    expect(await read('\ttime\tcwnd\n0\t0.0\t10\n1\t0.5\t11\n')).toEqual([
      [0, 10],
      [0.5, 11],
    ]);
  });
});

describe('a name of a column', () => {
  it('in a comment says what the numbers are, also if they are no windows', async () => {
    for (const text of ['# time rtt\n0 0.05\n0.1 0.06\n', '#Time(s) RTT(ms)\n# run 3\n0 50\n0.1 60\n'])
      expect(await problem(text), text).toContain(
        'Line 1: expected a header with a column time and a column cwnd',
      );
    expect(await read('# cwnd time\n# first run\n10 0\n11 0.5\n')).toEqual([
      [0, 10],
      [0.5, 11],
    ]);
  });

  it('about a window that is not its size, or about a time that does not run on, does not count', async () => {
    for (const name of ['cwnd_gain', 'cwnd_rate', 'cwnd_limited', 'min_cwnd', 'cwnd (kbit)', 'snd_cwnd_cnt'])
      expect(await problem(`time,${name}\n0,2\n1,2\n`), name).toContain('expected a header');
    for (const name of ['time delta', 'rtt time (ms)'])
      expect(await problem(`${name},cwnd\n0,2\n1,2\n`), name).toContain('expected a header');
    expect(await read('time,min_cwnd,cwnd,cwnd_gain\n0,4,10,2\n1,4,11,2\n')).toEqual([
      [0, 10],
      [1, 11],
    ]);
  });

  it('tells connections apart, unless each row has another value', async () => {
    for (const name of ['flow', 'sport', 'algorithm', 'conn_id', 'Source Port', 'src'])
      expect(await named(`time,${name},cwnd\n0,a,10\n0,b,5\n1,a,20\n1,b,6\n`), name).toEqual([
        ['a', [10, 20]],
        ['b', [5, 6]],
      ]);
    expect(await named('time,saddr,sport,cwnd\n0,h,1,10\n0,h,2,5\n1,h,1,20\n')).toEqual([
      ['h 1', [10, 20]],
      ['h 2', [5]],
    ]);
    expect(await read('id,time,cwnd\n1,0,10\n2,0.5,11\n3,1,12\n')).toEqual([
      [0, 10],
      [0.5, 11],
      [1, 12],
    ]);
  });
});

describe('a qlog', () => {
  const event = (time: unknown, window: number, more: object = {}): object => ({
    time,
    name: 'recovery:metrics_updated',
    data: { congestion_window: window },
    ...more,
  });
  const file = (...traces: object[]): string => JSON.stringify({ qlog_version: '0.3', traces });

  it('counts times from the event before if it says so, in the words of each draft', async () => {
    const told = [
      [0, 10],
      [0.1, 20],
      [0.25, 40],
    ];
    const events = [event(0, 12_000), event(100, 24_000), event(150, 48_000)];
    for (const time_format of ['delta', 'relative_to_previous_event'])
      expect(await read(file({ common_fields: { time_format }, events })), time_format).toEqual(told);
    const event_fields = ['delta_time', 'category', 'event', 'data'];
    const rows = [12_000, 24_000, 48_000].map((congestion_window, at) => [
      `${[0, 100, 150][at]}`,
      'recovery',
      'metrics_updated',
      { congestion_window },
    ]);
    expect(await read(file({ event_fields, events: rows }))).toEqual(told);
  });

  it('with two traces of one title, or with two paths, has two curves', async () => {
    const title = 'a title';
    expect(
      await named(file({ title, events: [event(0, 24_000)] }, { title, events: [event(5, 12_000)] })),
    ).toEqual([
      ['a title, trace 1', [24_000]],
      ['a title, trace 2', [12_000]],
    ]);
    expect(
      await named(
        file({ title, events: [event(0, 24_000, { path: 'x' }), event(0, 12_000, { path: 'y' })] }),
      ),
    ).toEqual([
      ['a title, x', [24_000]],
      ['a title, y', [12_000]],
    ]);
  });

  it('of picoquic and aioquic says cwnd; a time that is no number is refused', async () => {
    const events = [{ time: 5, name: 'recovery:metrics_updated', data: { cwnd: 12_000 } }];
    expect(await read(file({ events }))).toEqual([[0.005, 10]]);
    expect(await problem(file({ events: [event('', 12_000)] }))).toContain('Event 1 of the qlog has no time');
  });
});

describe('lines of other tools', () => {
  const probe = (time: string, cwnd: number): string =>
    `  iperf3-712 [003] ${time}: tcp_probe: src=10.0.0.1:40000 dest=10.0.0.2:5201 snd_cwnd=${cwnd}\n`;

  it('before and between the events are left out', async () => {
    const told = [
      [12.1, 10],
      [12.2, 11],
    ];
    for (const text of [
      // trace-cmd report
      `version = 6\nCPU 0 is empty\ncpus=4\n${probe('12.1', 10)}CPU:2 [EVENTS DROPPED]\n${probe('12.2', 11)}`,
      // perf script --header
      `# ========\n${'# CPU_TOPOLOGY info available\n'.repeat(200)}${probe('12.1', 10)}${probe('12.2', 11)}`,
    ])
      expect(await read(text)).toEqual(told);
  });

  it('as many blank ones as there are do not hold the reader', async () => {
    // A pattern with two ways to read a blank line needs twice the time for each of them.
    expect(await read(`${'\n'.repeat(5000)}time,cwnd\n0,10\n`)).toEqual([[0, 10]]);
  });

  it('iperf3 ends with an interval of 0.00 s', async () => {
    const text = [
      '[ ID] Interval           Transfer     Bitrate         Retr  Cwnd',
      '[  5]   0.00-0.10   sec  1.12 MBytes  94.4 Mbits/sec    0   14480 Bytes       ',
      '[  5]   0.10-0.10   sec  0.00 Bytes  0.00 bits/sec    0   28960 Bytes       ',
    ].join('\n');
    expect(await read(text)).toEqual([
      [0.1, 10],
      [0.1, 20],
    ]);
  });

  it('flent: a value that is no number is refused', async () => {
    const file = { x_values: [0, 1], results: { 'a::tcp_cwnd': [10, ''] } };
    expect(await problem(JSON.stringify(file))).toContain('Value 2 of a::tcp_cwnd');
  });

  it('a version in words belongs to another program, not to a scenario', async () => {
    expect(await problem('{"name": "x", "version": "1.0.0"}')).toContain('JSON of an unknown kind');
  });
});

describe('an encoding', () => {
  it('of two bytes may begin with either byte, and a file may be compressed twice', async () => {
    const text = 'time,cwnd\n0,10\n1,11\n';
    const told = [
      [0, 10],
      [1, 11],
    ];
    const codes = Array.from(text, (sign) => sign.charCodeAt(0));
    const big = Uint8Array.from([0xfe, 0xff, ...codes.flatMap((code) => [0, code])]);
    expect(pairs(await curve(big))).toEqual(told);
    expect(pairs(await curve(await gzipped(await gzipped(text))))).toEqual(told);
  });
});
