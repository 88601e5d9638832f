import type { ScenarioError } from './types.ts';

/** An error that is not about one place in the scenario. */
export function plainError(message: string): ScenarioError {
  return { path: '', found: '', allowed: '', nearest: null, message };
}

/** The engine throws an `Error` whose message is a `ScenarioError` in JSON; anything else is not one. */
export function scenarioErrorIn(thrown: unknown): ScenarioError | null {
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
