import type { Answer, Arguments, AskEngine, AskRun, EngineQuestion, RunQuestion } from '../src/requests.ts';

type Answered<Name extends EngineQuestion | RunQuestion> = Answer<Name> | Promise<Answer<Name>>;
/** The requests that a test answers. */
export type EngineAnswers = { [Name in EngineQuestion]?: (...args: Arguments<Name>) => Answered<Name> };
export type RunAnswers = {
  [Name in RunQuestion]?: (lane: number, ...args: Arguments<Name>) => Answered<Name>;
};

type Any = ((...args: never[]) => unknown) | undefined;

/** Any other request is refused. */
async function answerOf(name: string, answer: Any, args: unknown[]): Promise<never> {
  if (answer === undefined) throw new Error(`${name} is not answered here`);
  return (await answer(...(args as never[]))) as never;
}

/** The `ask` of a fake engine. */
export const answering =
  (answers: EngineAnswers = {}): AskEngine =>
  (name, ...args) =>
    answerOf(name, answers[name], args);

/** The `ask` of a fake run. */
export const answeringRun =
  (answers: RunAnswers = {}): AskRun =>
  (lane, name, ...args) =>
    answerOf(name, answers[name], [lane, ...args]);
