import type { ScenarioError } from './types.ts';

/** An error that does not concern one place in the scenario. */
export function plainError(message: string): ScenarioError {
  return { path: '', found: '', allowed: '', nearest: null, message };
}

/** The engine throws an `Error` whose message is a `ScenarioError` in JSON. */
export function scenarioErrorIn(thrown: unknown): ScenarioError | null {
  if (thrown instanceof Refusal) return thrown.error;
  if (!(thrown instanceof Error)) return null;
  try {
    const value: unknown = JSON.parse(thrown.message);
    return typeof value === 'object' && value !== null && 'message' in value
      ? (value as ScenarioError)
      : null;
  } catch {
    return null;
  }
}

/** The request is refused: where, what was found, what is allowed. */
export class Refusal extends Error {
  readonly error: ScenarioError;

  constructor(error: ScenarioError) {
    super(error.message);
    this.error = error;
  }
}

/** What was thrown, in words. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

export function reasonOf(rejected: unknown): ScenarioError {
  if (rejected instanceof Refusal) return rejected.error;
  return plainError(messageOf(rejected));
}
