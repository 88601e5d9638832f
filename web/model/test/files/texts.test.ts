import { describe, expect, it } from 'vitest';
import { readText } from '../../src/files/index.ts';
import { curve, gzipped, measured, pairs, peak, problem } from './read.ts';

const read = async (text: string): Promise<[number, number][]> => pairs(await curve(text));

describe('a table', () => {
  it('has a header that names the columns, whatever else is in it', async () => {
    expect(await read('time_ms,state,cwnd_packets\n0,open,10\n500,open,\n1500,loss,7\n')).toEqual([
      [0, 10],
      [1.5, 7],
    ]);
    for (const head of [
      'Time(ms),CWND',
      'time [ms];cwnd',
      'timestamp (ms)\tWnd',
      't_ms cwnd',
      '"Time / ms","snd_cwnd"',
      'elapsed_ms,congestion window',
    ]) {
      const sign = [',', ';', '\t'].find((one) => head.includes(one)) ?? ' ';
      const text = `${head}\n100${sign}10\n200${sign}12\n`;
      expect(await read(text), head).toEqual([
        [0.1, 10],
        [0.2, 12],
      ]);
    }
    // ssthresh is not the window, and neither is the receiver's or the old one.
    expect(await read('timestamp,ssthresh,rcv_wnd,old_cwnd,cwnd\n0,64,99,1,10\n1,64,99,10,11\n')).toEqual([
      [0, 10],
      [1, 11],
    ]);
    expect(await read('timestamp,cwnd\n1700000000123,10\n1700000000223,11\n')).toEqual([
      [0, 10],
      [0.1, 11],
    ]);
  });

  it('may be written by spreadsheets, gnuplot and ns-3', async () => {
    const told = [
      [0.5, 10],
      [1.5, 12],
    ];
    for (const text of [
      'Zeit time (s);cwnd\n0,5;10\n1,5;12\n'.replace('Zeit ', ''),
      'Time (s)   CWND\n0.5  10\n1.5  12\n',
      '# one run\n# time ssthresh cwnd\n0.5 64 10\n1.5 64 12\n',
      '+0.5s 10\n+1.5e+09ns 12\n',
      '+500ms 9 10\n+1500ms 10 12\n',
    ])
      expect(await read(text), text).toEqual(told);
    const wide = 'time\tcwnd\r\n0.5\t10\r\n1.5\t12\r\n';
    const bytes = new Uint8Array(2 + 2 * wide.length);
    bytes.set([0xff, 0xfe]);
    for (let at = 0; at < wide.length; at++) bytes[2 + 2 * at] = wide.charCodeAt(at);
    expect(pairs(await curve(bytes))).toEqual(told);
  });

  it('in bytes has the segment size that its steps or a column tell', async () => {
    const sized = async (text: string): Promise<[number | undefined, number]> => {
      const found = await curve(text);
      return [found.segment?.bytes, peak(found)];
    };
    expect(await sized('time,cwnd_bytes\n0,5360\n0.1,5896\n0.2,6432\n0.3,6476\n')).toEqual([536, 6476 / 536]);
    expect(await sized('time,cwnd_bytes\n0,3400\n0.1,3740\n')).toEqual([340, 11]);
    expect(await sized('time,cwnd_bytes,mss\n0,14000,1400\n0.1,15000,1400\n')).toEqual([1400, 15000 / 1400]);
    expect(await sized('time,cwnd (KB)\n0,14\n0.1,28\n')).toEqual([1448, 28_672 / 1448]);
    // Ten segments at the start.
    expect(await sized('time,cwnd_bytes\n0,14480\n')).toEqual([1448, 10]);
  });

  it('without a header is read if it has one meaning: ns-3 tells the old value and the new one', async () => {
    expect(await read('0 1\n0.1 2\n')).toEqual([
      [0, 1],
      [0.1, 2],
    ]);
    expect(await read('0.00 536 1072\n0.10 1072 1608\n0.20 1608 2144\n0.30 2144 4288\n')).toEqual([
      [0, 2],
      [0.1, 3],
      [0.2, 4],
      [0.3, 8],
    ]);
    // ns-3's examples begin with a line without an old value. Small windows are bytes, too.
    const small = await curve('0\t536\n0.0093672 536 1072\n0.0153672 1072 1608\n');
    expect([pairs(small).map(([, window]) => window), small.segment?.bytes]).toEqual([[1, 2, 3], 536]);
    expect(await read('0\t0\t14480\n0.1\t14480\t28960\n')).toEqual([
      [0, 10],
      [0.1, 20],
    ]);
    expect(await problem('186754 10 64\n186854 20 64\n')).toContain('3 columns of numbers without a header');
    expect(await problem('1 2 3 4\n2 3 4 5\n')).toContain('4 columns of numbers without a header');
  });

  it('with several flows has each of them', async () => {
    const { curves } = await measured(
      'time_s,flow,cwnd_packets,ssthresh_packets\n0,main,1,9\n0,other,5,9\n0.05,main,2,9\n',
    );
    expect(curves.map((one) => [one.name, pairs(one)])).toEqual([
      ['other', [[0, 5]]],
      [
        'main',
        [
          [0, 1],
          [0.05, 2],
        ],
      ],
    ]);
  });

  it('that cannot be read is refused with the line and what was expected', async () => {
    expect(await problem('time,cwnd\n0,10\n1,ten\n')).toBe(
      'Line 3: expected a number in column 2 (cwnd), found “ten”.',
    );
    expect(await problem('time,rate\n0,10\n')).toContain('a header with a column time and a column cwnd');
    expect(await problem('time,cwnd1,cwnd2\n0,1,2\n')).toContain('several columns may be the window');
    expect(await problem('time,cwnd\n1,10\n0.5,11\n')).toContain('Line 3: the time 0.5 is before 1');
    expect(await problem('time,cwnd\n1,-10\n')).toContain('Line 2: a window of -10');
    expect(await problem('')).toBe('The file is empty.');
    expect(await problem('time,cwnd\n')).toContain('no sample');
  });
});

/** One poll of two connections: an idle one, and the one that sends. */
const poll = (cwnd: number, first: boolean): string => {
  const idle =
    'ESTAB 0 0 10.0.0.1:22 10.0.0.9:50000\n\t cubic wscale:7,7 rto:204 mss:1448 cwnd:10 lastsnd:4\n';
  const busy = `ESTAB 0 120000 10.0.0.1:5201 10.0.0.2:40000\n\t cubic wscale:7,7 rto:204 mss:1448 cwnd:${cwnd} ssthresh:40\n`;
  return `State Recv-Q Send-Q Local Address:Port Peer Address:Port\n${first ? idle + busy : busy + idle}`;
};

describe('polls of ss', () => {
  it('keep connections apart, in whatever order they stand', async () => {
    for (const [time1, time2] of [
      ['1600000000.100', '1600000000.200'],
      ['2024-03-05T10:11:12.100000', '2024-03-05T10:11:12.200000'],
      ['2024-03-05T10:11:12,100+01:00', '2024-03-05T10:11:12,200+01:00'],
      ['# 10:11:12.100', '# 10:11:12.200'],
      ['Tue Mar  5 10:11:12.1 UTC 2024', 'Tue Mar  5 10:11:12.2 UTC 2024'],
    ]) {
      const { curves } = await measured(`${time1}\n${poll(55, true)}${time2}\n${poll(56, false)}`);
      expect(curves.map((one) => [one.name, pairs(one)])).toEqual([
        [
          '10.0.0.1:5201 → 10.0.0.2:40000',
          [
            [0, 55],
            [0.1, 56],
          ].map(([time, window]) => [time1?.startsWith('#') ? 36_672.1 + (time ?? 0) : time, window]),
        ],
        [
          '10.0.0.1:22 → 10.0.0.9:50000',
          [
            [0, 10],
            [0.1, 10],
          ].map(([time, window]) => [time1?.startsWith('#') ? 36_672.1 + (time ?? 0) : time, window]),
        ],
      ]);
    }
  });

  it('may have a stamp on every line, and no column of states', async () => {
    const line = (time: string, text: string): string => `${time} ${text}\n`;
    for (const [one, two] of [
      ['1617981933.929456', '1617981934.929456'],
      ['Apr 09 15:25:33', 'Apr 09 15:25:34'],
      ['[2021-04-09 15:25:33.5]', '[2021-04-09 15:25:34.5]'],
    ] as const) {
      const text =
        line(one, 'ESTAB 0 0 [fe80::1%eth0]:44922 [fe80::2]:5201 ino:1 sk:1 <->') +
        line(one, '\t cubic wscale:7,7 rto:204 rtt:3/1 mss:1448 cwnd:10 ssthresh:7 unacked:5') +
        line(two, '0 0 [fe80::1%eth0]:44922 [fe80::2]:5201') +
        line(two, '\t cubic wscale:7,7 rto:204 rtt:3/1 mss:1448 cwnd:11 ssthresh:7 unacked:5');
      const { curves } = await measured(text);
      expect(curves.map(pairs)).toEqual([
        [
          [0, 10],
          [1, 11],
        ],
      ]);
    }
  });

  it('without a time, or without the lines that tell connections apart, are refused', async () => {
    expect(await problem('\t cubic cwnd:10\n')).toContain(
      'Line 1: expected a time in seconds before each poll',
    );
    expect(await problem('1\n\t cubic cwnd:10\n\t cubic cwnd:12\n')).toContain(
      'Line 3: a second cwnd in one poll',
    );
    expect(await problem('1\n\t cubic cwnd:10 \nnothing of ss\n')).toContain('Line 3: expected a line of ss');
  });
});

describe('files of other tools', { timeout: 30_000 }, () => {
  it('ns-2’s trace of a variable', async () => {
    const text =
      '0.00000 0 0 4 0 cwnd_ 1.000\n0.25000 0 0 4 0 cwnd_ 2.000\n0.3 0 0 4 0 ssthresh_ 7\n0.50000 1 0 5 0 cwnd_ 9.000\n';
    const { curves } = await measured(text);
    expect(curves.map((one) => [one.name, pairs(one)])).toEqual([
      ['1.0 → 5.0', [[0.5, 9]]],
      [
        '0.0 → 4.0',
        [
          [0, 1],
          [0.25, 2],
        ],
      ],
    ]);
  });

  it('tcp_probe: the module and the trace event', async () => {
    const module = (time: string, cwnd: number): string =>
      `${time} 10.0.0.1:40000 10.0.0.2:5201 32 0x10002a30 0x10000f80 ${cwnd} 45 131072 257 65535\n`;
    expect(await read(module('2.100000100', 45) + module('2.200000200', 46))).toEqual([
      [2.1, 45],
      [2.2, 46],
    ]);
    const event = (before: string, cwnd: number): string =>
      `${before} family=AF_INET src=10.0.0.1:40000 dest=10.0.0.2:5201 mark=0x0 data_len=0 snd_nxt=0x2 snd_una=0x1 snd_cwnd=${cwnd} ssthresh=2147483647 snd_wnd=64256 srtt=257\n`;
    for (const text of [
      '# tracer: nop\n' +
        event('          <idle>-0       [003] ..s. 12.678901: tcp_probe:', 10) +
        event('          iperf3-712     [003] ..s. 12.778901: tcp_probe:', 11),
      event('iperf3   712 [003]    12.678901: tcp:tcp_probe:', 10) +
        event('swapper     0 [000]    12.778901: tcp:tcp_probe:', 11),
    ])
      expect(await read(text)).toEqual([
        [12.678901, 10],
        [12.778901, 11],
      ]);
  });

  it('iperf3: JSON, a stream of JSON, and text', async () => {
    const interval = (start: number, cwnd: number, omitted = false): unknown => ({
      streams: [{ socket: 5, start, end: start + 1, snd_cwnd: cwnd, omitted }],
      sum: {},
    });
    const connected = [{ socket: 5, local_host: 'a', local_port: 1, remote_host: 'b', remote_port: 2 }];
    const start = { tcp_mss_default: 1448, connected };
    const intervals = [interval(0, 99, true), interval(0, 14_480), interval(1, 28_960)];
    const json = await curve(JSON.stringify({ start, intervals, end: {} }));
    expect([json.name, pairs(json)]).toEqual([
      'a:1 → b:2',
      [
        [1, 10],
        [2, 20],
      ],
    ]);
    const events = [
      { event: 'start', data: start },
      ...intervals.map((data) => ({ event: 'interval', data })),
    ];
    expect(await read(events.map((event) => `${JSON.stringify(event)}\n`).join(''))).toEqual(pairs(json));
    const text = [
      'Connecting to host 10.0.0.2, port 5201',
      '[  5] local 10.0.0.1 port 40000 connected to 10.0.0.2 port 5201',
      '[ ID] Interval           Transfer     Bitrate         Retr  Cwnd',
      '[  5]   0.00-1.00   sec   123 MBytes  1.03 Gbits/sec   13    543 KBytes       ',
      '[  5]   1.00-2.00   sec   120 MBytes  1.00 Gbits/sec   12   1.25 MBytes',
      '- - - - -',
      '[  5]   0.00-2.00   sec   243 MBytes  1.02 Gbits/sec   25             sender',
      '[  5]   0.00-2.00   sec   243 MBytes  1.02 Gbits/sec                  receiver',
      '',
    ].join('\n');
    const found = await curve(text);
    expect([...found.values]).toEqual([543 * 1024, 1.25 * 1024 ** 2]);
    expect(found.segment?.from).toContain('a guess');
    expect(await problem(JSON.stringify({ start, intervals: [{ streams: [{ socket: 5 }] }] }))).toContain(
      'snd_cwnd',
    );
  });

  it('qlog: contained, of an old draft, and sequences of both kinds, whole and cut', async () => {
    const told = [
      [0.001, 10],
      [0.031, 12],
    ];
    const windows = [12_000, 14_400];
    const event = (at: number, delta = false): object => ({
      time: at === 0 ? 1 : delta ? 30 : 31,
      name: 'recovery:metrics_updated',
      data: { congestion_window: windows[at], bytes_in_flight: 0 },
    });
    const contained = (common_fields: object, events: unknown[]): string =>
      JSON.stringify({ qlog_version: '0.3', traces: [{ common_fields, events }] });
    expect(await read(contained({ time_format: 'relative' }, [event(0), event(1)]))).toEqual(told);
    expect(await read(contained({ time_format: 'delta' }, [event(0), event(1, true)]))).toEqual(told);
    const old = {
      qlog_version: 'draft-01',
      traces: [
        {
          configuration: { time_units: 'us' },
          event_fields: ['relative_time', 'category', 'event', 'data'],
          events: [0, 1].map((at) => [
            [1000, 31_000][at],
            'recovery',
            'metrics_updated',
            { congestion_window: windows[at] },
          ]),
        },
      ],
    };
    expect(await read(JSON.stringify(old))).toEqual(told);
    const head = { file_schema: 'urn:ietf:params:qlog:file:sequential', trace: { title: 'one' } };
    const records = [head, event(0), event(1)].map((record) => JSON.stringify(record));
    const marked = records.map((record) => `\u001e${record}\n`).join('');
    expect(await read(marked)).toEqual(told);
    expect(await read(records.join('\n'))).toEqual(told);
    const cut = await measured(marked.slice(0, -5));
    expect(cut.curves.map(pairs)).toEqual([told.slice(0, 1)]);
    expect(cut.warnings.join()).toContain('cut');
    // The packets tell their size.
    const sent = { time: 0, name: 'transport:packet_sent', data: { raw: { length: 1500 } } };
    expect((await curve(contained({}, [sent, event(0)]))).segment?.bytes).toBe(1500);
  });

  it('flent, compressed', async () => {
    const file = {
      version: 4,
      x_values: [0, 0.2, 0.4],
      results: { 'TCP upload': [1, 2, 3], 'TCP upload::tcp_cwnd': [10, null, 12] },
    };
    const found = await curve(await gzipped(JSON.stringify(file)));
    expect([found.name, pairs(found)]).toEqual([
      'TCP upload',
      [
        [0, 10],
        [0.4, 12],
      ],
    ]);
  });

  it('a rate trace of half a million lines, as the command line reads it; a longer text than 16 MiB is refused', async () => {
    const lines = Array.from({ length: 505_078 }, (_, at) => Math.floor(at / 9));
    const opened = await readText(`${lines.join('\n')}\n`);
    expect('rateMs' in opened && [opened.rateMs.length, opened.rateMs.at(-1)]).toEqual([505_078, 56_119]);
    expect(await problem('1\n'.repeat(8_388_609))).toContain('at most 16777216 bytes; this one has 16777218');
  });

  it('an experiment’s file opens as its scenario, whatever notes stand beside it', async () => {
    const scenario = { version: 1, hops: [], flows: [] };
    const file = { id: 'x', notes: ['a note'], mine: 1, scenario, windows: [['[1,2]', 1, 2]] };
    const opened = await readText(JSON.stringify(file));
    expect('scenario' in opened && JSON.parse(opened.scenario)).toEqual({ ...scenario, measure: [[1, 2]] });
  });

  it('a scenario stays a scenario', async () => {
    expect(await readText('{"version": 1}')).toEqual({ scenario: '{"version": 1}' });
  });
});

describe('a file of no known kind', () => {
  it('is refused with what is there and what is read, not with keys of scenarios', async () => {
    for (const [text, found] of [
      ['algorithm "Mine"\n', 'It begins with “algorithm "Mine"”.'],
      ['{"a": 1}', 'It is JSON of an unknown kind.'],
      ['{"a": ', 'It begins like JSON, but it is damaged or cut off'],
      ['\u0001\u0002\u0003', 'It is no text and no capture.'],
    ] as const) {
      const message = await problem(text);
      expect(message).toContain(found);
      expect(message).toContain('Ackscope reads a capture of packets (pcap, pcapng); qlog');
      expect(message).not.toContain('hops');
    }
  });

  it('that was compressed is refused if it is damaged', async () => {
    const whole = await gzipped('time,cwnd\n0,10\n');
    expect(await problem(whole.slice(0, -4))).toContain('damaged or cut off');
  });
});
