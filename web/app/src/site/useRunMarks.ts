import { useEffect, useRef } from 'react';
import { useSignals } from '@ackscope/charts';
import { traceHashes } from '@ackscope/model';
import type { RunSlice, RunStatus, ScenarioSlice } from '@ackscope/model';
import { useLab } from '../lab/context.ts';
import { useRunTitle } from './useRunTitle.ts';

/** The scenario's or the page's name in the tab, so that links can be distinguished. */
function useDocumentTitle(given: string | undefined): void {
  const title = useRunTitle();
  useEffect(() => {
    document.title = `${given ?? title} · Ackscope`;
  }, [given, title]);
}

/** The state to publish. An error or question of the wanted scenario comes before the last run. */
function stateOf(run: RunSlice, scenario: ScenarioSlice): RunStatus | 'asking' {
  if (scenario.error !== null) return 'error';
  if (scenario.asking !== null) return 'asking';
  // The previous run stays on the screen until the new one has its first samples.
  return run.status === 'done' && run.scenario !== scenario.wanted ? 'running' : run.status;
}

/** Attributes on the root element for tests and host pages: state of the run, hash, clock. */
export function useRunMarks(title?: string): React.RefObject<HTMLDivElement | null> {
  const { signals, store } = useLab();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const write = (): void => {
      const element = root.current;
      if (element === null) return;
      const { run, scenario } = store.getState();
      const state = stateOf(run, scenario);
      element.dataset.runState = state;
      element.dataset.runId = String(run.id);
      element.dataset.traceHash = state === 'done' ? traceHashes(run.lanes) : '';
    };
    write();
    return store.subscribe((state, before) => {
      if (state.run !== before.run || state.scenario !== before.scenario) write();
    });
  }, [store]);
  useDocumentTitle(title);
  useSignals([signals.clock], () => {
    root.current?.setAttribute('data-time-s', String(Number(signals.clock.get().toFixed(6))));
  });
  return root;
}
