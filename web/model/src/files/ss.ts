/** Repeated output of `ss -tin`, with a time on each line (`ts`), or on a line before each output. */
import { stampOf } from './clock.ts';
import { Samples } from './samples.ts';
import type { Reader } from './types.ts';
import { Refusal, refuseLine } from './types.ts';

/** State (absent if ss was asked for one state), queues, both addresses. */
const CONNECTION =
  /^\s*(?:tcp\s+)?(?:[A-Z][A-Z0-9-]+\s+)?\d+\s+\d+\s+(\S+:(?:\d+|\*|[a-z][\w.-]*))\s+(\S+:(?:\d+|\*|[a-z][\w.-]*))(?=\s|$)/;
/** The details of a connection: words of options, and names with values. */
const DETAILS =
  /(?:^|\s)(?:cwnd|wscale|rto|mss|rtt|ino|sk|skmem|timer|users|bytes_acked|lastsnd|backoff|ato):?\S/;
const HEADER = /^\s*(?:Netid\s+)?(?:State\s+)?Recv-Q\s+Send-Q\b/;

/** What stands beside the window; ss leaves out what is zero. */
function besideOf(line: string): {
  rttS: number;
  flightPackets: number;
  ackedBytes: number;
  retransmitted: number;
} {
  const number = (form: RegExp): number | undefined => {
    const found = form.exec(line)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  return {
    rttS: (number(/\srtt:([\d.]+)\//) ?? NaN) / 1000,
    flightPackets: number(/\sunacked:(\d+)/) ?? 0,
    ackedBytes: number(/\sbytes_acked:(\d+)/) ?? NaN,
    retransmitted: number(/\sretrans:\d+\/(\d+)/) ?? 0,
  };
}

export const ss: Reader = {
  kind: 'polls of ss (ss -tin)',
  claims: ({ head }) => /\bcwnd:\d/.test(head),
  read({ lines }) {
    const samples = new Samples();
    let clock: number | null = null;
    let connection: string | null = null;
    /** The connections of the current poll without a line of their own. */
    let nameless = 0;
    /** The number of the stamp before the last sample of each connection. */
    const told = new Map<string, number>();
    let stamps = 0;
    for (const [index, line] of lines().entries()) {
      if (line.trim() === '' || HEADER.test(line)) continue;
      let rest = line;
      // The queues' sizes look like a time, so a connection is looked for first.
      if (!CONNECTION.test(line)) {
        const stamp = stampOf(line);
        if (stamp !== null) {
          if (Number.isNaN(stamp.timeS))
            throw refuseLine(index, 'a time in seconds, or since 1970 in s, ms, µs or ns', line.trim());
          stamps += 1;
          clock = stamp.timeS;
          rest = stamp.rest;
          if (rest.trim() === '' || HEADER.test(rest)) {
            connection = null;
            nameless = 0;
            continue;
          }
        } else if (line.startsWith('#')) continue;
      }
      const found = CONNECTION.exec(rest);
      if (found !== null) connection = `${found[1] ?? ''} → ${found[2] ?? ''}`;
      const cwnd = /(?:^|\s)cwnd:(\d+)(?=\s|$)/.exec(rest);
      if (cwnd === null) {
        if (found === null && !DETAILS.test(rest)) throw refuseLine(index, 'a line of ss', line.trim());
        continue;
      }
      // A listening socket sends nothing, and several may share a port (SO_REUSEPORT).
      if (connection?.endsWith(':*') === true) {
        connection = null;
        continue;
      }
      if (clock === null)
        throw refuseLine(index, 'a time in seconds before each poll (date +%s.%N)', line.trim());
      if (connection === null) {
        nameless += 1;
        if (nameless > 1)
          throw new Refusal(
            `Line ${index + 1}: a second cwnd in one poll, without the line of its connection. Keep both lines of each connection.`,
          );
      }
      const name = connection ?? '';
      if (told.get(name) === stamps)
        throw new Refusal(
          `Line ${index + 1}: a second window of one connection without a new time. Put a time before each poll.`,
        );
      told.set(name, stamps);
      samples.add(name, clock, Number(cwnd[1]), `Line ${index + 1}`, besideOf(rest));
      connection = null;
    }
    return { measured: samples.file('polls of ss', () => null) };
  },
};
