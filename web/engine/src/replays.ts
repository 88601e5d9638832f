import { buffersOf } from './columns.ts';
import type { FromWorker } from './protocol.ts';
import type { Answer, RequestName } from './requests.ts';
import type { WasmInquiry, WasmReplay } from './wasm.ts';

export interface Replay {
  readonly request: number;
  /** The run that is asked; null for an inquiry, which has runs of its own. */
  readonly job: number | null;
  readonly state: WasmReplay | WasmInquiry;
  /** How far it was when that was told last. */
  told?: number;
  /** The answer, once `state` is done. */
  answer(): Answer<RequestName>;
}

/** About as long as a slice of a run: some milliseconds. */
const SLICE_EVENTS = 20_000;

/**
 * Does replays and inquiries one after the other, in slices, in the order of the requests. What takes minutes, and so
 * tells news, lets all others go first.
 */
export class Replays {
  readonly #post: (message: FromWorker, transfer: ArrayBuffer[]) => void;
  #queue: Replay[] = [];
  readonly #resting = new Set<number>();

  constructor(post: (message: FromWorker, transfer: ArrayBuffer[]) => void) {
    this.#post = post;
  }

  get next(): Replay | null {
    const going = this.#queue.filter(({ request }) => !this.#resting.has(request));
    return going.find(({ state }) => !('news' in state)) ?? going[0] ?? null;
  }

  add(replay: Replay): void {
    this.#queue.push(replay);
  }

  /** Does a slice of the first replay; sends the answer after its last slice. */
  slice(): void {
    const replay = this.next;
    if (replay === null) return;
    const { request, state } = replay;
    const share = state.advance(SLICE_EVENTS);
    if (!state.done()) {
      const news = 'news' in state ? state.news() : undefined;
      const found = 'found' in state ? state.found() : undefined;
      // A run of an inquiry has many slices: a message for each would take a fifth of the time.
      if (share !== replay.told || news !== undefined || found !== undefined)
        this.#post({ kind: 'progress', request, share, news, found }, []);
      replay.told = share;
      return;
    }
    const answer = replay.answer();
    this.drop(request);
    this.#post({ kind: 'answer', request, answer }, buffersOf(answer));
  }

  /** A request that rests gets no slice. */
  rest(request: number, rests: boolean): void {
    if (rests) this.#resting.add(request);
    else this.#resting.delete(request);
  }

  /** What runs gave that another worker has done. */
  learn(request: number, found: string): void {
    const state = this.#queue.find((replay) => replay.request === request)?.state;
    if (state !== undefined && 'learn' in state) state.learn(found);
  }

  drop(request: number): void {
    this.#resting.delete(request);
    this.#remove((replay) => replay.request === request);
  }

  dropOf(job: number): void {
    this.#remove((replay) => replay.job === job);
  }

  /** Drops all replays without freeing memory, because the module must not be called again. */
  forget(): void {
    this.#queue = [];
  }

  #remove(which: (replay: Replay) => boolean): void {
    const gone = this.#queue.filter(which);
    this.#queue = this.#queue.filter((replay) => !which(replay));
    for (const { state } of gone) state.free();
  }
}
