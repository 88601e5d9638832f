import { useEffect, useId, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { formatNumber } from '@ackscope/charts';
import type { BreakReport, BreakRequest, Engine, FindReport, SoFar } from '@ackscope/engine';
import { capitalized } from '@ackscope/model';
import type { PageProps } from '../definePage.ts';
import { replaceAddress } from '../base/backStep.ts';
import { saveText } from '../base/save.ts';
import { useLab, useLabState } from '../lab/context.ts';
import { useSearch } from '../jobs/useSearch.ts';
import type { SearchOf, SearchState } from '../jobs/useSearch.ts';
import { Band } from '../kit/Band.tsx';
import { Choice } from '../kit/Choice.tsx';
import { NumberRow } from '../kit/NumberRow.tsx';
import { AddressProblems, Problem } from '../kit/Problem.tsx';
import { Progress } from '../kit/Progress.tsx';
import { Segments } from '../kit/Segments.tsx';
import { scriptsOf } from '../scenario/ownScripts.ts';
import { Page } from '../site/Page.tsx';
import { durationWords, runningWords } from '../sweep/sweepTexts.ts';
import { sourceOf, startOf } from '../write/library.ts';
import buttons from '../kit/buttons.module.css';
import { breakHref, BUDGETS, OBJECTIVES, readBreak, requestOf } from './setup.ts';
import type { BreakSetup } from './setup.ts';
import { byCause, factorWords, headline, testCase, withNames } from './breakTexts.ts';
import { FindRow } from './FindRow.tsx';
import { Published } from './Published.tsx';
import styles from './Break.module.css';

const ALL = 'all';
const NONE = { id: 'none', name: 'Any other algorithm' };
const AIMS = [
  { id: ALL, name: 'In any way' },
  ...Object.entries(OBJECTIVES).map(([id, { about }]) => ({ id, name: id, detail: about })),
];
const RUNS = BUDGETS.map((runs) => ({ id: String(runs), name: `${formatNumber(runs, 9)} runs` }));

/** The texts of scripts as they were when they were searched last. */
const SEARCHED = new Map<string, string>();

type BreakState = SearchState<BreakReport, SoFar>;

const searchOf = (engine: Engine, request: BreakRequest): SearchOf<BreakReport> => ({
  name: `break ${JSON.stringify(request)}`,
  pace: `${request.algorithm} ${JSON.stringify(request.scripts)}`,
  maxRuns: request.max_runs,
  run: (options) => engine.search(request, options),
});

/** When does an algorithm fail? Small networks on which it does and another one does not. */
export function BreakPage({ item, query }: PageProps) {
  return <Break key={`${item ?? ''}?${query}`} item={item} query={query} />;
}

function Break({ item, query }: PageProps) {
  const { engine, catalogue, store } = useLab();
  const own = useLabState((state) => state.scenario.wanted);
  const builtIn = useMemo(
    () => catalogue.algorithms.map(({ id }) => id).filter((id) => id !== 'manual'),
    [catalogue],
  );
  const [{ setup, problems }, change] = useState(() =>
    readBreak(item, query, store.getState().scenario.wanted, builtIn),
  );
  const set = (changed: Partial<BreakSetup>): void =>
    change({ setup: { ...setup, ...changed }, problems: [] });
  useEffect(() => {
    replaceAddress(breakHref(setup));
  }, [setup]);
  const scripts: Readonly<Record<string, string>> = useMemo(
    () => ({ ...Object.fromEntries(scriptsOf(own)), ...setup.scripts }),
    [own, setup],
  );
  const choose = (algorithm: string, other: string | null, texts = scripts): void => {
    const ids = [algorithm, ...(other === null || other === algorithm ? [] : [other])];
    const own = ids.flatMap((id) => (builtIn.includes(id) ? [] : [[id, texts[id] ?? ''] as const]));
    set({ algorithm, other: ids[1] ?? null, scripts: Object.fromEntries(own) });
  };
  const nameOf = (id: string): string => catalogue.algorithms.find((one) => one.id === id)?.name ?? id;
  const name = nameOf(setup.algorithm);
  const request = JSON.stringify(requestOf(setup));
  const search = useMemo(() => searchOf(engine, JSON.parse(request) as BreakRequest), [engine, request]);
  const { state, tellsS, begin, cancel } = useSearch<BreakReport, SoFar>(engine, store, search);
  const isRunning = state.stage === 'running';
  const finds = findsOf(state);
  const save = (find: FindReport): void => {
    const origin = state.stage === 'done' ? state.report : setup;
    const file = `${setup.algorithm}-${find.objective}-${find.cause}.json`;
    saveText(file, JSON.stringify(testCase(origin, find), null, 1), 'application/json');
  };
  return (
    <Page className={styles.main} marks={{ 'data-break': state.stage }}>
      <Band
        title={titleOf(state, name, nameOf)}
        acts={
          isRunning ? (
            <Button className={buttons.plain ?? ''} onPress={cancel}>
              Cancel
            </Button>
          ) : (
            <Button
              className={buttons.primary ?? ''}
              onPress={() => {
                const next = state.stage === 'done' ? { ...setup, seed: setup.seed + 1 } : setup;
                if (next !== setup) set(next);
                for (const [id, text] of Object.entries(next.scripts)) SEARCHED.set(id, text);
                begin(searchOf(engine, requestOf(next)).name);
              }}
            >
              {state.stage === 'done' ? 'Run another seed' : 'Run the search'}
            </Button>
          )
        }
      >
        Small networks on which {name} fails and another algorithm does well
      </Band>
      <AddressProblems problems={problems} />
      <div className={styles.asked} role="group" aria-label="What is looked for">
        <Labelled label="Algorithm">
          {(label) => (
            <Choice
              label={label}
              value={setup.algorithm}
              options={[
                ...Object.keys(scripts).map((id) => ({ id, name: id, detail: 'a script' })),
                ...builtIn.map((id) => ({ id, name: nameOf(id) })),
              ]}
              onChange={(algorithm) => choose(algorithm, setup.other)}
            />
          )}
        </Labelled>
        <Other setup={setup} scripts={scripts} builtIn={builtIn} nameOf={nameOf} onChoose={choose} />
        <Labelled label="Fails">
          {(label) => (
            <Choice
              label={label}
              value={setup.objective ?? ALL}
              options={AIMS}
              onChange={(id) => set({ objective: id === ALL ? null : id })}
            />
          )}
        </Labelled>
        <Segments
          label="Budget"
          options={RUNS}
          chosen={String(setup.runs)}
          onChoose={(runs) => set({ runs: Number(runs) })}
        />
        <NumberRow
          label="Seed"
          value={setup.seed}
          min={1}
          onChange={(seed) => set({ seed: Math.min(2 ** 32, Math.max(1, Math.round(seed))) })}
        />
        <Told state={state} tellsS={tellsS} runs={setup.runs} />
      </div>
      {state.stage === 'refused' && <Problem isOfPage>{state.reason}</Problem>}
      <SoFarLine state={state} nameOf={nameOf} />
      {finds.length > 0 && (
        <ol className={styles.causes} aria-label={`What breaks ${name}`}>
          {byCause(finds).map(([cause, same]) => (
            <li key={cause}>
              <h2>{capitalized(same[0]?.cause_name ?? cause)}</h2>
              <ol>
                {same.map((find) => (
                  <FindRow
                    key={`${find.objective} ${find.network}`}
                    find={find}
                    algorithm={setup.algorithm}
                    other={setup.other}
                    nameOf={nameOf}
                    onSave={() => save(find)}
                  />
                ))}
              </ol>
            </li>
          ))}
        </ol>
      )}
      <Note state={state} name={name} setup={setup} />
      {state.stage === 'idle' && <Published nameOf={nameOf} />}
    </Page>
  );
}

/** A second algorithm: another version of a script is what it began from, or its text at the search before. */
function Other({
  setup: { algorithm, other },
  scripts,
  builtIn,
  nameOf,
  onChoose,
}: {
  setup: BreakSetup;
  scripts: Readonly<Record<string, string>>;
  builtIn: readonly string[];
  nameOf: (id: string) => string;
  onChoose: (algorithm: string, other: string | null, texts?: Readonly<Record<string, string>>) => void;
}) {
  const text = builtIn.includes(algorithm) ? undefined : scripts[algorithm];
  const [before, from] = [SEARCHED.get(algorithm), startOf(algorithm)];
  const start = builtIn.includes(from) ? from : `${algorithm}-start`;
  const versions = new Map(Object.keys(scripts).map((id) => [id, 'a script']));
  if (text !== undefined) versions.set(start, 'where the script began');
  const earlier = `${algorithm}-before`;
  if (text !== undefined && before !== undefined && before !== text)
    versions.set(earlier, 'the script at the search before');
  for (const id of builtIn) versions.set(id, versions.get(id) ?? '');
  versions.delete(algorithm);
  const choose = async (id: string): Promise<void> => {
    const told = id === earlier ? before : id === start && id !== from ? await sourceOf(from) : undefined;
    onChoose(
      algorithm,
      id === NONE.id ? null : id,
      told === undefined ? scripts : { ...scripts, [id]: told },
    );
  };
  return (
    <>
      <Labelled label="Compared with">
        {(label) => (
          <Choice
            label={label}
            value={other ?? NONE.id}
            options={[NONE, ...[...versions].map(([id, detail]) => ({ id, name: nameOf(id), detail }))]}
            onChange={(id) => void choose(id)}
          />
        )}
      </Labelled>
      {other !== null && (
        <Button className={buttons.quiet ?? ''} onPress={() => onChoose(other, algorithm)}>
          Compare the other way
        </Button>
      )}
    </>
  );
}

function Labelled({ label, children }: { label: string; children: (label: string) => React.ReactNode }) {
  const id = useId();
  return (
    <div className={styles.labelled}>
      <span id={id}>{label}</span>
      {children(label)}
    </div>
  );
}

function findsOf(state: BreakState): readonly FindReport[] {
  if (state.stage === 'done') return state.report.finds;
  return state.stage === 'running' || state.stage === 'cancelled' ? (state.soFar?.finds ?? []) : [];
}

function titleOf(state: BreakState, name: string, nameOf: (id: string) => string): string {
  if (state.stage === 'done') return headline(state.report, name, nameOf);
  return state.stage === 'running' ? `Looking for what breaks ${name}` : `What breaks ${name}?`;
}

/** How long it takes, how far it is, how it ended. */
function Told({ state, tellsS, runs }: { state: BreakState; tellsS: number | null; runs: number }) {
  const isRunning = state.stage === 'running';
  const count = (n: number): string => formatNumber(n, 9);
  const words = (): string => {
    switch (state.stage) {
      case 'idle':
        return tellsS === null ? '' : `At most about ${durationWords(tellsS)} on this machine`;
      case 'running':
        return runningWords({ done: state.runs, total: runs, share: 0 }, state.leftS);
      case 'cancelled':
        return `Cancelled after ${count(state.runs)} runs`;
      case 'done': {
        const { finds, runs: done, is_complete: isComplete } = state.report;
        const causes = byCause(finds).length;
        const found = `${count(causes)} ${causes === 1 ? 'cause' : 'causes'} in ${count(done)} runs`;
        return isComplete ? found : `${found}. The budget ended before all finds were confirmed`;
      }
      case 'refused':
        return 'The search cannot run.';
    }
  };
  return (
    <Progress
      className={styles.told}
      share={isRunning ? state.runs / runs : null}
      isRunning={isRunning}
      words={words()}
    />
  );
}

const STAGES: Readonly<Record<string, string>> = {
  explore: 'Looking for networks',
  shrink: 'Making each network as small as possible, and running it with five seeds',
  name: 'Looking for the cause of each',
};

/** The best so far, before it is confirmed. */
function SoFarLine({ state, nameOf }: { state: BreakState; nameOf: (id: string) => string }) {
  if (state.stage !== 'running' && state.stage !== 'cancelled') return null;
  const { soFar, stage } = state;
  const best = soFar?.best;
  return (
    <div className={styles.soFar} data-part="so-far">
      {stage === 'running' && <p>{STAGES[soFar?.stage ?? 'explore']}.</p>}
      {best != null && (
        <p>
          Strongest seen, not confirmed: <b>{factorWords(best.factor)}</b> {OBJECTIVES[best.objective]?.worse}{' '}
          {nameOf(best.witness)} with {withNames(best.network, nameOf)}.
        </p>
      )}
    </div>
  );
}

/** What the page says where there is nothing to show yet, and how the same is done elsewhere. */
function Note({ state, name, setup }: { state: BreakState; name: string; setup: BreakSetup }) {
  const isNothing = state.stage === 'done' && state.report.finds.length === 0;
  const flag = setup.objective === null ? '' : ` --objective ${setup.objective}`;
  const algorithms = [setup.algorithm, setup.other ?? []].flat();
  const files = algorithms.map((id) => (id in setup.scripts ? `${id}.ack` : id)).join(' ');
  return (
    <div className={styles.note}>
      {isNothing && (
        <p>
          No network with at most three changes broke {name} in these runs. That is no proof that there is
          none: another seed or a larger budget looks elsewhere.
        </p>
      )}
      {(state.stage === 'idle' || state.stage === 'cancelled') && (
        <p>
          The search begins with 5 Mbit/s, an RTT of 60 ms and a buffer of one bandwidth-delay product. It
          changes up to three things at a time: rate, RTT, buffer, losses, jitter, an outage, the way back,
          neighbours, pauses and more. A failure is 1.5 times worse than another algorithm that does well
          there (2 times for waiting times, repeats and stalls), in all of five runs with other seeds. It is
          made as small as possible and gets its cause.
        </p>
      )}
      <p>
        The same seed finds the same on every machine. On the command line:{' '}
        <code>
          ackscope break {files}
          {flag} --seed {setup.seed} --max-runs {setup.runs}
        </code>
      </p>
    </div>
  );
}
