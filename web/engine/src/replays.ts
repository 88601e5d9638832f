import { buffersOf, unpackChunk, unpackPackets } from './columns.ts';
import type { ToWorker } from './protocol.ts';
import type { Surroundings } from './runner.ts';
import type { SurfaceReplay, SurfaceRun } from './surface.ts';

interface Replay {
  readonly request: number;
  readonly job: number;
  readonly fromS: number;
  readonly toS: number;
  readonly packets: boolean;
  readonly state: SurfaceReplay;
}

/** About as long as a slice of a run: some milliseconds. */
const SLICE_EVENTS = 20_000;

/** Windows being simulated again, one after the other, a slice at a time; the first that was asked for goes first. */
export class Replays {
  readonly #world: Pick<Surroundings, 'post'>;
  #queue: Replay[] = [];

  constructor(world: Pick<Surroundings, 'post'>) {
    this.#world = world;
  }

  get next(): Replay | null {
    return this.#queue[0] ?? null;
  }

  add(wish: Extract<ToWorker, { kind: 'replay' }>, run: SurfaceRun): void {
    const { request, job, fromS, toS, packets } = wish;
    this.#queue.push({ request, job, fromS, toS, packets, state: run.replay(fromS, toS, packets) });
  }

  /** A slice of the first one, and its answer if that was the last slice. */
  slice(): void {
    const replay = this.#queue[0];
    if (replay === undefined) return;
    const { request, fromS, toS, state } = replay;
    const share = state.advance(SLICE_EVENTS);
    if (!state.done()) {
      this.#world.post({ kind: 'replaying', request, share }, []);
      return;
    }
    const packedSeries = state.series();
    const chunk = unpackChunk(toS, packedSeries);
    packedSeries.free();
    const packedPackets = replay.packets ? state.packets() : null;
    const packets = packedPackets === null ? null : unpackPackets(fromS, toS, packedPackets);
    packedPackets?.free();
    const detail = { from_s: fromS, to_s: toS, chunk, packets };
    this.drop(request);
    this.#world.post({ kind: 'replayed', request, detail }, buffersOf(detail));
  }

  drop(request: number): void {
    this.#remove((replay) => replay.request === request);
  }

  dropOf(job: number): void {
    this.#remove((replay) => replay.job === job);
  }

  /** The module is not to be touched again, not even to give memory back. */
  forget(): void {
    this.#queue = [];
  }

  #remove(which: (replay: Replay) => boolean): void {
    const gone = this.#queue.filter(which);
    this.#queue = this.#queue.filter((replay) => !which(replay));
    for (const { state } of gone) state.free();
  }
}
