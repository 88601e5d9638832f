import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import { formatNumber } from '@ackscope/charts';
import type { Engine, Fit, FitSoFar } from '@ackscope/engine';
import type { JsonObject } from '@ackscope/model';
import type { FitTable } from '@ackscope/model/files';
import { useSearch } from '../jobs/useSearch.ts';
import type { SearchOf, SearchState } from '../jobs/useSearch.ts';
import { Problem } from '../kit/Problem.tsx';
import { Progress } from '../kit/Progress.tsx';
import { useLab, useLabState } from '../lab/context.ts';
import { durationWords, runningWords } from '../sweep/sweepTexts.ts';
import buttons from '../kit/buttons.module.css';
import { endWords, lawWords, nearWords, parametersOf, STAGES, whyNot } from './fitTexts.ts';
import { OverTime } from './FitOverTime.tsx';
import { placedTrace } from './measured.ts';
import type { PlacedTrace } from './trace.ts';
import styles from './MeasuredBar.module.css';

/** As `ackscope fit` has it. */
const MAX_RUNS = 3000;

type FitState = SearchState<Fit, FitSoFar>;

const searchOf = (engine: Engine, { text }: FitTable): SearchOf<Fit> => ({
  name: `fit ${text}`,
  pace: text,
  maxRuns: MAX_RUNS,
  run: (options) => engine.fit(text, MAX_RUNS, options),
});

/** From a measured curve to its network, after a press. */
export function FitPart({ laid, table }: { laid: PlacedTrace; table: FitTable }) {
  const { engine, store, catalogue } = useLab();
  const search = useMemo(() => searchOf(engine, table), [engine, table]);
  const { state, tellsS, begin, cancel } = useSearch<Fit, FitSoFar>(engine, store, search);
  const nameOf = (id: string): string => catalogue.algorithms.find((one) => one.id === id)?.name ?? id;
  const isRunning = state.stage === 'running';
  const isPlaying = useLabState(({ clock }) => clock.playing);
  const open = ({ scenario, begins_s: beginsS }: Fit): void => {
    placedTrace.set({ ...laid, shiftS: beginsS - table.zeroS });
    store.getState().actions.replaceScenario(scenario as JsonObject, null);
  };
  return (
    <>
      {state.stage !== 'done' && (
        <Button className={styles.act ?? ''} onPress={isRunning ? cancel : () => begin(search.name)}>
          {isRunning ? 'Cancel' : 'Find the network'}
        </Button>
      )}
      <Progress
        className={isRunning ? styles.row : styles.told}
        share={isRunning ? state.runs / MAX_RUNS : null}
        isRunning={isRunning}
        words={isRunning && isPlaying ? 'Waits while the run plays' : toldWords(state, tellsS)}
      />
      {state.stage === 'refused' && <Problem>{state.reason}</Problem>}
      {state.stage === 'running' && state.soFar !== null && (
        <p className={styles.found} data-part="so-far">
          {STAGES[state.soFar.stage]}.
          {state.soFar.near && ` Nearest so far: ${nearWords(state.soFar.near, nameOf)}.`}
        </p>
      )}
      {state.stage === 'done' && (
        <Answer
          fit={state.report}
          isFile={laid.file !== null}
          nameOf={nameOf}
          onOpen={() => open(state.report)}
        />
      )}
    </>
  );
}

/** How long it takes, how far it is, how it ended. */
function toldWords(state: FitState, tellsS: number | null): string {
  switch (state.stage) {
    case 'idle':
      return tellsS === null ? '' : `at most about ${durationWords(tellsS)}`;
    case 'running':
      return runningWords({ done: state.runs, total: MAX_RUNS, share: 0 }, state.leftS);
    case 'cancelled':
      return `Cancelled after ${formatNumber(state.runs, 9)} runs`;
    case 'done':
      return endWords(state.report);
    case 'refused':
      return '';
  }
}

function Answer({
  fit,
  isFile,
  nameOf,
  onOpen,
}: {
  fit: Fit;
  isFile: boolean;
  nameOf: (id: string) => string;
  onOpen: () => void;
}) {
  const isFit = fit.answer === 'fit';
  return (
    <div className={styles.found} data-fit={fit.answer}>
      <p>
        <span>
          {isFit
            ? lawWords(fit, nameOf)
            : `${whyNot(fit)} What comes nearest: ${nameOf(fit.laws[0]?.[0] ?? '')} on this path.`}
        </span>
        <Button className={(isFit ? buttons.primary : buttons.plain) ?? ''} onPress={onOpen}>
          Open {isFit ? 'it' : 'the nearest'} in the lab
        </Button>
        {isFile && <span>The file stays on this machine: a link has only the network.</span>}
      </p>
      <OverTime of={fit.over_time} />
      <dl>
        {parametersOf(fit).map(([name, value, range]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b> ({range})
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
