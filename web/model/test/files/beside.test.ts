/** What files tell beside the window: RTT, data in flight, what is acknowledged, what is sent again. */
import { expect, it } from 'vitest';
import { curve } from './read.ts';
import { capture, transfer } from './captures.ts';

/** Each column, rounded. */
async function beside(input: string | Uint8Array<ArrayBuffer>): Promise<Record<string, number[]>> {
  const columns = Object.entries((await curve(input)).beside);
  return Object.fromEntries(
    columns.map(([of, values]) => [of, Array.from(values, (value) => Number(value.toFixed(6)))]),
  );
}

it('ss has all of it, and leaves out what is zero', async () => {
  const poll = (at: number, rest: string): string =>
    `${String(at)}\nESTAB 0 0 10.0.0.1:5201 10.0.0.2:40000\n\t cubic rto:304 rtt:100.5/0.3 mss:1448 cwnd:12 ${rest}\n`;
  const text = poll(1, 'bytes_acked:14480 unacked:7') + poll(2, 'bytes_acked:28960 retrans:0/3');
  expect(await beside(text)).toEqual({
    rttS: [0.1005, 0.1005],
    flightPackets: [7, 0],
    ackedBytes: [14_480, 28_960],
    retransmitted: [0, 3],
  });
});

it('iperf3 counts in each interval', async () => {
  const interval = (end: number): object => ({
    streams: [{ socket: 5, end, snd_cwnd: 14_480, rtt: 100_000, bytes: 1000, retransmits: 2 }],
  });
  const told = { ackedBytes: [1000, 2000], retransmitted: [2, 4] };
  const json = JSON.stringify({ start: { tcp_mss: 1448 }, intervals: [interval(1), interval(2)] });
  expect(await beside(json)).toEqual({ rttS: [0.1, 0.1], ...told });
  const text = [
    '[ ID] Interval           Transfer     Bitrate         Retr  Cwnd',
    '[  5]   0.00-1.00   sec  1000 Bytes  8.00 Kbits/sec    2   14.1 KBytes',
    '[  5]   1.00-2.00   sec  1000 Bytes  8.00 Kbits/sec    2   14.1 KBytes',
  ];
  expect(await beside(text.join('\n'))).toEqual(told);
});

it('the trace event tcp_probe has sequence numbers, which wrap', async () => {
  const event = (at: number, una: number, next: number): string =>
    `iperf-1 [000] ..s. ${at.toFixed(6)}: tcp_probe: src=10.0.0.1:1 dest=10.0.0.2:2 mark=0x0 data_len=0 snd_nxt=0x${next.toString(16)} snd_una=0x${una.toString(16)} snd_cwnd=10 ssthresh=20 snd_wnd=99 srtt=100500 rcv_wnd=9\n`;
  expect(await beside(event(1, 2 ** 32 - 1000, 2 ** 32 - 500) + event(2, 500, 2500))).toEqual({
    rttS: [0.1005, 0.1005],
    ackedBytes: [0, 1500],
    flightBytes: [500, 2000],
  });
});

it('qlog tells what changes, and what it told before holds', async () => {
  const metrics = (time: number, data: object): object => ({ time, name: 'recovery:metrics_updated', data });
  const events = [
    metrics(0, { congestion_window: 12_000, smoothed_rtt: 40 }),
    { time: 5, name: 'recovery:packet_lost', data: {} },
    metrics(10, { congestion_window: 6000, bytes_in_flight: 2400 }),
  ];
  expect(await beside(JSON.stringify({ qlog_version: '0.3', traces: [{ events }] }))).toEqual({
    rttS: [0.04, 0.04],
    flightBytes: [NaN, 2400],
    retransmitted: [0, 1],
  });
});

it('flent has the RTT of the same socket', async () => {
  const results = { 'TCP upload::tcp_cwnd': [10, 11], 'TCP upload::tcp_rtt': [40, 41] };
  expect(await beside(JSON.stringify({ results, x_values: [0, 1] }))).toEqual({ rttS: [0.04, 0.041] });
});

it('a table has the columns that `ackscope fit` knows', async () => {
  const text =
    'time_s,cwnd_packets,srtt_ms,inflight_packets,total_retrans,acked_mbytes\n0,10,100,9,0,\n1,11,101,8,2,0.5\n';
  expect(await beside(text)).toEqual({
    rttS: [0.1, 0.101],
    flightPackets: [9, 8],
    retransmitted: [0, 2],
    ackedBytes: [NaN, 500_000],
  });
});

it('a capture has the smoothed RTT of its ACKs, and what was sent again', async () => {
  const found = await curve(capture(transfer()));
  const { rttS, ackedBytes, retransmitted } = found.beside;
  expect(found.isFromStart).toBe(true);
  expect(retransmitted?.every((count) => count === 0)).toBe(true);
  expect(rttS?.at(0)).toBeNaN();
  expect(rttS?.at(-1)).toBeGreaterThan(0);
  expect(ackedBytes?.at(-1)).toBeGreaterThan(found.segment?.bytes ?? NaN);
});
