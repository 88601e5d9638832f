import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import { laneStyles } from '@ackscope/charts';
import { compareList, entryAlgorithm, PRESETS, routeHref, setPath } from '@ackscope/model';
import type { Json } from '@ackscope/model';
import { MAX_AXES, MAX_SEEDS } from '@ackscope/model/sweep';
import type { SweepState, SweepStore, SweepSetup } from '@ackscope/model/sweep';
import type { SweptFigure } from '@ackscope/model/sweepFigure';
import { Choice } from '../kit/Choice.tsx';
import { LaneSign, PlusIcon } from '../kit/icons.tsx';
import { RemoveButton } from '../kit/RemoveButton.tsx';
import { useLab } from '../lab/context.ts';
import { AddAlgorithm } from '../settings/AddAlgorithm.tsx';
import { NumberRow } from '../kit/NumberRow.tsx';
import { AxisEditor } from './AxisEditor.tsx';
import { SweepProgress } from './Progress.tsx';
import { firstAxis, nameOf, readAxis, writeAxis } from './axis.ts';
import type { SweepPath } from './paths.ts';
import { Problem } from '../kit/Problem.tsx';
import styles from './Sweep.module.css';

interface SweepFormProps {
  sweep: SweepStore;
  state: SweepState;
  paths: readonly SweepPath[];
  figure: SweptFigure | null;
}

/** The form of a sweep: a scenario, one or two axes, algorithms, seeds. */
export function SweepForm({ sweep, state, paths, figure }: SweepFormProps) {
  const { setup } = state;
  const axes = useMemo(() => setup.axes.map(readAxis), [setup.axes]);
  const put = (at: number, text: string): void => {
    sweep.change({ axes: setup.axes.map((axis, index) => (index === at ? text : axis)) });
  };
  const unused = paths.find(({ path }) => axes.every((axis) => axis.path !== path));
  const swept = figure !== null && setup.figure === figure.key ? figure : null;
  const isUnderWay = state.status === 'planning' || state.status === 'running';
  return (
    <form
      className={styles.form}
      aria-label="Sweep"
      onSubmit={(event) => {
        event.preventDefault();
        sweep.start();
      }}
    >
      <ScenarioChoice sweep={sweep} setup={setup} />
      <Algorithms sweep={sweep} setup={setup} />
      {swept !== null && (
        <FigureAxis
          figure={swept}
          onLeave={() => sweep.change({ figure: null, number: null, axes: defaultAxes(paths) })}
        />
      )}
      {axes.map((axis, at) => (
        <AxisEditor
          key={at}
          title={axes.length > 1 ? (at === 0 ? 'Across' : 'Down') : 'Vary'}
          axis={axis}
          paths={paths}
          error={null}
          onChange={(changed) => put(at, writeAxis(changed))}
          onRemove={
            axes.length > 1
              ? () => sweep.change({ axes: setup.axes.filter((_, index) => index !== at) })
              : null
          }
        />
      ))}
      {swept === null && axes.length < MAX_AXES && unused !== undefined && (
        <Button
          className={styles.add ?? ''}
          onPress={() => sweep.change({ axes: [...setup.axes, writeAxis(firstAxis(unused))] })}
        >
          <PlusIcon /> {axes.length === 0 ? 'Add an axis' : 'Add a second axis'}
        </Button>
      )}
      <NumberRow
        label="Seeds"
        value={setup.seeds}
        min={1}
        onChange={(seeds) => sweep.change({ seeds: Math.min(MAX_SEEDS, Math.max(1, Math.round(seeds))) })}
      />
      <SweepProgress state={state} />
      {isUnderWay && (
        <Button className={styles.secondary ?? ''} onPress={() => sweep.cancel()}>
          Cancel
        </Button>
      )}
      {state.status === 'stopped' && (
        <Button type="submit" className={styles.primary ?? ''}>
          Run all
        </Button>
      )}
      <Problem>{state.error?.message ?? null}</Problem>
    </form>
  );
}

const defaultAxes = (paths: readonly SweepPath[]): string[] =>
  paths.slice(0, 1).map((path) => writeAxis(firstAxis(path)));

/** A figure's points belong to its own scenario. */
const elsewhere = ({ figure }: SweepSetup): Partial<SweepSetup> =>
  figure === null ? {} : { figure: null, number: null };

/** The points of a paper's figure, which cannot be edited. */
function FigureAxis({ figure, onLeave }: { figure: SweptFigure; onLeave: () => void }) {
  const { entry, panel, points, form } = figure;
  const [first, last] = [points[0]?.x, points[points.length - 1]?.x];
  return (
    <fieldset className={styles.axis}>
      <legend className={styles.legendTitle}>As in the paper</legend>
      <p>
        <a href={routeHref('gallery', entry.id)}>
          {entry.paper}, {panel.figure}
        </a>
        {form === 'quick' ? ', short form' : ', in full'}
      </p>
      <p className={styles.figurePoints}>
        {panel.x.replaceAll('_', ' ')}: {points.length} values, {nameOf(first)} to {nameOf(last)}
        {figure.unit === '' ? '' : ` ${figure.unit}`}
      </p>
      <Button className={styles.add ?? ''} onPress={onLeave}>
        Use an axis of my own
      </Button>
    </fieldset>
  );
}

const OWN = '~';

function ScenarioChoice({ sweep, setup }: { sweep: SweepStore; setup: SweepSetup }) {
  const { store } = useLab();
  const title = setup.scenario.title;
  const options = [
    { id: OWN, name: 'from the lab', detail: 'the scenario open in the lab, with its changes' },
    // One that only old links name stands here while it is chosen.
    ...PRESETS.filter(({ id, today }) => today === undefined || id === setup.preset).map(
      ({ id, title: name, source }) => ({ id, name, detail: source }),
    ),
  ];
  return (
    <div className={styles.field}>
      <span>Scenario</span>
      <Choice
        label="Scenario"
        value={setup.preset ?? OWN}
        options={options}
        onChange={(id) => {
          const preset = PRESETS.find((item) => item.id === id);
          const { wanted, preset: kept } = store.getState().scenario;
          sweep.change(
            preset === undefined
              ? { scenario: wanted, preset: kept, ...elsewhere(setup) }
              : { scenario: preset.scenario, preset: preset.id, ...elsewhere(setup) },
          );
        }}
      >
        <span className={styles.chosen}>
          {typeof title === 'string' && title !== '' ? title : 'from the lab'}
        </span>
      </Choice>
    </div>
  );
}

/** The lanes: any algorithm of the catalogue can be added. */
function Algorithms({ sweep, setup }: { sweep: SweepStore; setup: SweepSetup }) {
  const { catalogue } = useLab();
  const entries = compareList(setup.scenario);
  const ids = entries.map((entry) => entryAlgorithm(entry));
  const looks = laneStyles(ids);
  const put = (compare: readonly Json[]): void => {
    const scenario = setPath(setup.scenario, 'compare', [...compare]);
    if (scenario !== null) sweep.change({ scenario });
  };
  const labelOf = (entry: Json, id: string): string => {
    const label = typeof entry === 'object' && entry !== null && 'label' in entry ? entry.label : undefined;
    return typeof label === 'string'
      ? label
      : (catalogue.algorithms.find((item) => item.id === id)?.name ?? id);
  };
  return (
    <div className={styles.field}>
      <span>Algorithms</span>
      <ul className={styles.chips} aria-label="Algorithms">
        {entries.map((entry, at) => {
          const look = looks[at];
          const name = labelOf(entry, ids[at] ?? '');
          return (
            <li key={at} className={styles.chip}>
              {look && <LaneSign look={look} />}
              {name}
              {entries.length > 1 && (
                <RemoveButton name={name} onPress={() => put(entries.filter((_, index) => index !== at))} />
              )}
            </li>
          );
        })}
        <li>
          <AddAlgorithm
            label="Algorithms to add"
            taken={ids}
            className={styles.add}
            onAdd={(id) => put([...entries, id])}
          />
        </li>
      </ul>
    </div>
  );
}
