/** What a script's run tells about its lines: divisions by zero, and values that grow without bound. */
import type { LaneRun } from '@ackscope/model';

export interface RunFault {
  /** The line, from 1. */
  line: number;
  message: string;
}

type Kind = 'by-zero' | 'not-finite';

const TEXTS: Readonly<Record<Kind, (atS: string) => string>> = {
  'by-zero': (atS) =>
    `At ${atS} s this divides by zero: the quotient is 0. Test the divisor first, as in rtt > 0.`,
  'not-finite': (atS) =>
    `At ${atS} s this grows without bound: cwnd stops at 10,000,000 segments, and what is not finite is not assigned.`,
};

/** The faults of the script `id` in all lanes, by line; of several lanes the first one. */
export function runFaultsOf(id: string, lanes: readonly LaneRun[]): RunFault[] {
  const found = new Map<string, RunFault>();
  const key = new RegExp(`^${id}\\.(by-zero|not-finite)-(\\d+)$`);
  for (const { info, trace, stale } of lanes) {
    if (stale || info === null || trace === null) continue;
    for (const rule of info.rules) {
      const kept = trace.events.kept.get(rule.id);
      const [, kind, line] = kept === undefined ? [] : (key.exec(rule.key) ?? []);
      if (kept === undefined || kind === undefined || found.has(rule.key)) continue;
      const message = TEXTS[kind as Kind](String(Number(kept.lastS.toPrecision(3))));
      found.set(rule.key, { line: Number(line), message });
    }
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}
