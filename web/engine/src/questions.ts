import type { Seat } from './pool.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import type { ScenarioError } from './types.ts';

interface Question {
  readonly seat: Seat;
  resolve: (text: string) => void;
  reject: (reason: Error) => void;
}

/** Questions to the worker that reads scenarios which have a text for an answer: formulas, programs for other simulators. */
export class Questions {
  readonly #open = new Map<number, Question>();

  /** `message` carries the number `request`. Rejects with the refusal's own words. */
  ask(seat: Seat, request: number, message: ToWorker): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#open.set(request, { seat, resolve, reject });
      seat.port.post(message);
    });
  }

  /** True if the message was an answer to one of these. */
  hear(message: FromWorker): boolean {
    if (message.kind !== 'told' && message.kind !== 'untold') return false;
    const question = this.#open.get(message.request);
    if (question === undefined) return false;
    this.#open.delete(message.request);
    if (message.kind === 'told') question.resolve(message.text);
    else question.reject(new Refusal(message.error));
    return true;
  }

  /** The worker is gone, or (`null`) the engine is closed. */
  bury(seat: Seat | null, reason: string): void {
    for (const [request, question] of this.#open) {
      if (seat !== null && question.seat !== seat) continue;
      this.#open.delete(request);
      question.reject(new Error(reason));
    }
  }
}

/** What was asked for is refused: where, what was found, what is allowed. */
export class Refusal extends Error {
  readonly error: ScenarioError;

  constructor(error: ScenarioError) {
    super(error.message);
    this.error = error;
  }
}
