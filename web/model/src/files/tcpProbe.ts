/** Lines of the kernel module tcp_probe, and of its successor, the trace event tcp:tcp_probe. */
import { Samples } from './samples.ts';
import type { Reader } from './types.ts';
import { refuseLine } from './types.ts';

/** Time, both addresses, length, snd_nxt, snd_una, cwnd, ssthresh, snd_wnd, srtt and sometimes rcv_wnd. */
const MODULE =
  /^\s*(\d+\.\d+)\s+(\S+:\d+)\s+(\S+:\d+)\s+\d+\s+(?:0x)?[0-9a-f]+\s+(?:0x)?[0-9a-f]+\s+(\d+)\s+\d+\s+\d+\s+\d+(?:\s+\d+)*\s*$/;

export const tcpProbe: Reader = {
  kind: 'lines of tcp_probe',
  claims: ({ head }) =>
    /^(?:[^\S\n]*(?:#.*)?\n)*[^\S\n]*\d+\.\d+\s+\S+:\d+\s+\S+:\d+\s+\d+\s+(?:0x)?[0-9a-f]+\s/.test(head),
  read({ lines }) {
    const samples = new Samples();
    for (const [index, line] of lines().entries()) {
      if (line.trim() === '' || line.startsWith('#')) continue;
      const parts = MODULE.exec(line);
      if (parts === null) throw refuseLine(index, 'a line of tcp_probe', line);
      samples.add(
        `${parts[2] ?? ''} → ${parts[3] ?? ''}`,
        Number(parts[1]),
        Number(parts[4]),
        `Line ${index + 1}`,
      );
    }
    return { measured: samples.file('lines of tcp_probe', () => null) };
  },
};

/** What ftrace, trace-cmd and perf write between the events. */
const BESIDE = /^(?:#|cpus=\d|version = \d|CPU:?\s?\d+ (?:is empty|\[))/;

/** What the sequence numbers of each connection tell; they wrap at 2³². */
class Sequence {
  readonly #known = new Map<string, { una: number; ackedBytes: number }>();

  of(name: string, una: number, next: number): { ackedBytes: number; flightBytes: number } {
    const before = this.#known.get(name) ?? { una, ackedBytes: 0 };
    const ackedBytes = before.ackedBytes + ((una - before.una) >>> 0);
    this.#known.set(name, { una, ackedBytes });
    return Number.isNaN(una - next)
      ? { ackedBytes: NaN, flightBytes: NaN }
      : { ackedBytes, flightBytes: (next - una) >>> 0 };
  }
}

/** Task, processor, flags, time and name of an event of ftrace or perf. */
const EVENT = /^.*?\s(\d+\.\d+):\s+(?:\w+:)?(\w+):(?:\s|$)/;

export const ftrace: Reader = {
  kind: 'the trace event tcp_probe (ftrace, perf)',
  claims: ({ head }) =>
    head.startsWith('# tracer: ') ||
    head.split('\n').some((line) => /\btcp_probe: /.test(line) && /\bsnd_cwnd=/.test(line)),
  read({ lines }) {
    const samples = new Samples();
    const sequence = new Sequence();
    for (const [index, line] of lines().entries()) {
      if (line.trim() === '' || BESIDE.test(line)) continue;
      const event = EVENT.exec(line);
      if (event === null) throw refuseLine(index, 'an event with its time', line.trim());
      if (event[2] !== 'tcp_probe') continue;
      const value = (name: string): string | undefined =>
        new RegExp(String.raw`\b${name}=(\S+)`).exec(line)?.[1];
      const [from, to, cwnd] = [value('src'), value('dest'), value('snd_cwnd')];
      if (from === undefined || to === undefined || cwnd === undefined || !/^\d+$/.test(cwnd))
        throw refuseLine(index, 'src, dest and snd_cwnd', line.trim());
      const [una, next, srttUs] = ['snd_una', 'snd_nxt', 'srtt'].map((of) => Number(value(of) ?? NaN));
      const name = `${from} → ${to}`;
      const told = { ...sequence.of(name, una ?? NaN, next ?? NaN), rttS: (srttUs ?? NaN) / 1e6 };
      samples.add(name, Number(event[1]), Number(cwnd), `Line ${index + 1}`, told);
    }
    return { measured: samples.file('events of tcp_probe', () => null) };
  },
};
