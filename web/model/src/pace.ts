/** How fast this machine simulates, measured from the runs done in this page. */
import { DEFAULT_SEGMENTS_PER_S } from './limits.ts';

/** Shorter runs end before all workers have started. */
const SHORTEST_MS = 100;

export interface Pace {
  /** A run of this many lanes begins; call the returned function whenever a lane is done. */
  run: (lanes: number) => (packetHops: number) => void;
  /** Packets that arrive at links per second, over all lanes. */
  segmentsPerS: () => number;
}

export function startPace(nowMs: () => number): Pace {
  let fastest: number | null = null;
  return {
    run(lanes) {
      const beganMs = nowMs();
      let left = lanes;
      let total = 0;
      return (packetHops) => {
        left -= 1;
        total += packetHops;
        const tookMs = nowMs() - beganMs;
        if (left !== 0 || tookMs < SHORTEST_MS) return;
        // A page in the background is slowed down: the fastest run shows what the machine can do.
        fastest = Math.max(fastest ?? 0, (total * 1000) / tookMs);
      };
    },
    segmentsPerS: () => fastest ?? DEFAULT_SEGMENTS_PER_S,
  };
}
