import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { messageOf } from '@ackscope/engine';
import type { Engine } from '@ackscope/engine';
import type { JsonObject, LaneRun } from '@ackscope/model';
import type { Foreign } from '../course/foreign/foreignText.ts';
import { runLanes } from '../jobs/runs.ts';
import { useLab } from '../lab/context.ts';
import buttons from '../kit/buttons.module.css';
import { Problem } from '../kit/Problem.tsx';
import { checkLesson } from './check.ts';
import type { Checked } from './check.ts';

type State = null | { run: number } | Checked | string;

/** Runs a lesson from elsewhere against what it claims, for its author. */
export function CheckLesson({
  foreign,
  onChecked,
}: {
  foreign: Foreign;
  /** Called when all of it has been run. */
  onChecked?: () => void;
}) {
  const { engine } = useLab();
  const [state, setState] = useState<State>(null);
  const life = useRef(new AbortController());
  useEffect(() => {
    const here = new AbortController();
    life.current = here;
    return () => here.abort();
  }, []);
  const isBusy = state !== null && typeof state === 'object' && 'run' in state;
  const check = async (): Promise<void> => {
    const { signal } = life.current;
    const show = (run: number): void => {
      if (!signal.aborted) setState({ run });
    };
    show(1);
    try {
      const ways = { engine, evaluate: await engine.evaluator(), run: lanesOf(engine, signal) };
      const found = await checkLesson(foreign, ways, signal, show);
      if (signal.aborted) return;
      setState(found);
      onChecked?.();
    } catch (thrown) {
      if (!signal.aborted) setState(messageOf(thrown));
    }
  };
  return (
    <>
      <Button className={buttons.quiet ?? ''} isDisabled={isBusy} onPress={() => void check()}>
        Check
      </Button>{' '}
      <span role="status">{inWords(state)}</span>
      {typeof state === 'string' && <Problem>{state}</Problem>}
      {state !== null && typeof state === 'object' && 'faults' in state && state.faults.length > 0 && (
        <ol>
          {state.faults.map(({ line, message }) => (
            <li key={`${String(line)} ${message}`}>
              Line {line}: {message}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function inWords(state: State): string {
  if (state === null || typeof state === 'string') return '';
  if ('run' in state) return `Run ${state.run}…`;
  const { faults, comparisons, runs } = state;
  const of = `${comparisons} comparisons in ${runs} runs`;
  if (faults.length === 0) return `Checked: ${of}, all hold.`;
  return `Checked ${of}: ${faults.length === 1 ? '1 mistake' : `${String(faults.length)} mistakes`}.`;
}

/** Finished lanes, as a step's own run has them. */
const lanesOf =
  (engine: Engine, signal: AbortSignal) =>
  async (scenario: JsonObject): Promise<readonly LaneRun[]> => {
    const { traces, results } = await runLanes(engine, scenario, { want: 'traces', signal });
    return traces.map((trace, at) => ({
      label: trace.info.label,
      algorithm: trace.info.algorithm,
      info: trace.info,
      trace,
      results: results[at] ?? null,
      resultsS: trace.info.duration_s,
      done: true,
      stale: false,
      error: null,
    }));
  };
