export { compileEarly } from './compileEarly.ts';
export { messageOf } from './errors.ts';
export { evaluateWith, type Evaluate, type Evaluated } from './evaluate.ts';
export { loadEngine, openEngine } from './client.ts';
export {
  WHOLE_RUN,
  type CausesQuestion,
  type Engine,
  type LongOptions,
  type ReplayOptions,
  type RunHandle,
  type RunListener,
  type Spares,
  type StartOptions,
} from './engine.ts';
export type { Answer, Arguments, AskEngine, AskRun, EngineQuestion, RunQuestion } from './requests.ts';
export type * from './sweep.ts';
export { processors } from './pool.ts';
export { lastAtOrBefore } from './times.ts';
export { workerAt } from './workerAt.ts';
export * from './types.ts';
