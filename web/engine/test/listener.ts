import type { RunListener } from '../src/engine.ts';
import type { Chunk, LaneInfo, LaneResults, ScenarioError } from '../src/types.ts';

export type Heard =
  | { kind: 'lane'; lane: number; info: LaneInfo }
  | { kind: 'chunk'; lane: number; chunk: Chunk }
  | { kind: 'results'; lane: number; results: LaneResults; done: boolean }
  | { kind: 'error'; lane: number; error: ScenarioError };

/** Records everything and lets a test wait until it has heard something. */
export class Recorder implements RunListener {
  readonly heard: Heard[] = [];
  #waiting: (() => void)[] = [];

  onLane(lane: number, info: LaneInfo): void {
    this.#add({ kind: 'lane', lane, info });
  }
  onChunk(lane: number, chunk: Chunk): void {
    this.#add({ kind: 'chunk', lane, chunk });
  }
  onResults(lane: number, results: LaneResults, done: boolean): void {
    this.#add({ kind: 'results', lane, results, done });
  }
  onError(lane: number, error: ScenarioError): void {
    this.#add({ kind: 'error', lane, error });
  }

  #add(one: Heard): void {
    this.heard.push(one);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Resolves once `condition` holds. Otherwise only the test's own time limit ends the wait. */
  async until(condition: (heard: Heard[]) => boolean): Promise<void> {
    while (!condition(this.heard)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  finished(lanes: number): Promise<void> {
    return this.until(
      (heard) => heard.filter((each) => each.kind === 'results' && each.done).length === lanes,
    );
  }

  of<K extends Heard['kind']>(kind: K, lane?: number): Extract<Heard, { kind: K }>[] {
    return this.heard.filter(
      (each): each is Extract<Heard, { kind: K }> =>
        each.kind === kind && (lane === undefined || each.lane === lane),
    );
  }
}
