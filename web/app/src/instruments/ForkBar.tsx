import { useState } from 'react';
import { Button } from 'react-aria-components';
import { formatNumber } from '@ackscope/charts';
import { addFork, applyChanges, forksOf } from '@ackscope/model';
import { Choice } from '../kit/Choice.tsx';
import { LaneSign } from '../kit/icons.tsx';
import { RemoveButton } from '../kit/RemoveButton.tsx';
import { Spoken } from '../kit/Spoken.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import { KNOB_SPECS } from '../scenario/firstKnobs.ts';
import { scriptsOf } from '../scenario/ownScripts.ts';
import { NumberField } from './NumberField.tsx';
import { Dismiss } from './Dismiss.tsx';
import styles from './InstrumentBar.module.css';

const SAME = '';

/** The link parameters that a fork can change: the step of an arrow, and the largest value. */
const KNOBS = [
  { id: 'rate', step: 0.5, max: 1e5 },
  { id: 'buffer', step: 5, max: 1e6 },
  { id: 'loss', step: 0.1, max: 100 },
] as const;

/** Forks the run at the clock: with another algorithm, another link, or both, as a new lane. */
export function ForkBar() {
  const { catalogue, runner, store } = useLab();
  const actions = useActions();
  const lanes = useLanes();
  const scenario = useLabState((state) => state.scenario.wanted);
  const focus = useLabState((state) => state.view.lane);
  // Shown to a tenth of a second; the fork itself uses the exact clock.
  const shownS = useLabState((state) => Math.round(state.clock.timeS * 10) / 10);
  const [algorithm, setAlgorithm] = useState(SAME);
  const [knobId, setKnobId] = useState(SAME);
  const [value, setValue] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isChecking, setIsChecking] = useState(false);

  const forks = forksOf(scenario);
  const origins = lanes.flatMap((lane, index) => (forks[index] == null ? [{ lane, index }] : []));
  const from = origins.find(({ index }) => index === focus) ?? origins[0];
  const knob = KNOBS.find(({ id }) => id === knobId);
  const way = knob && KNOB_SPECS[knob.id];
  const changesNothing = (algorithm === SAME || algorithm === from?.lane.run.algorithm) && !knob;

  const goOn = async (): Promise<void> => {
    if (from === undefined) return;
    const turned = way?.change(scenario, value) ?? [];
    const set = Object.fromEntries(turned.map(({ path, value: to }) => [path, to ?? null]));
    const changes = addFork(scenario, from.index, store.getState().clock.timeS, {
      ...(algorithm === SAME ? {} : { algorithm }),
      ...(way === undefined ? {} : { set }),
    });
    const wanted = applyChanges(scenario, changes);
    if (wanted === null) return;
    setIsChecking(true);
    const check = await runner.check(wanted).finally(() => setIsChecking(false));
    // If a knob was turned meanwhile, these changes would reset it.
    const isCurrent = store.getState().scenario.wanted === scenario;
    if (!isCurrent) setRefusal('The scenario changed. Press Go on again.');
    else setRefusal(check.ok ? null : check.error.message);
    if (isCurrent && check.ok) actions.change(changes);
  };

  const forked = lanes.flatMap(({ name }, index) => (forks[index] == null ? [] : [name]));

  return (
    <section
      className={`${styles.bar ?? ''} ${styles.strip ?? ''} ${styles.expressions ?? ''}`}
      aria-label="Fork"
    >
      <strong className={styles.name}>Fork</strong>
      <span className={styles.expression}>
        From {formatNumber(shownS, 6)} s
        <Choice
          label="Lane that forks"
          className={styles.narrow}
          value={String(from?.index ?? 0)}
          options={origins.map(({ lane, index }) => ({ id: String(index), name: lane.name }))}
          onChange={(id) => actions.focusLane(Number(id))}
        />
        goes on with
        <Choice
          label="Algorithm after the fork"
          className={styles.wide}
          value={algorithm}
          options={[
            { id: SAME, name: 'the same algorithm' },
            ...[...scriptsOf(scenario).keys()].map((id) => ({ id, name: id })),
            ...catalogue.algorithms.map(({ id, name }) => ({ id, name })),
          ]}
          onChange={setAlgorithm}
        />
        and
        <Choice
          label="Link after the fork"
          className={styles.wide}
          value={knobId}
          options={[
            { id: SAME, name: 'the same link' },
            ...KNOBS.map(({ id }) => ({ id, name: KNOB_SPECS[id].name })),
          ]}
          onChange={(id) => {
            setKnobId(id);
            const chosen = KNOBS.find((item) => item.id === id);
            setValue((chosen && KNOB_SPECS[chosen.id].read(scenario)) ?? 0);
          }}
        />
        {knob !== undefined && way !== undefined && (
          <NumberField
            label={`${way.name} after the fork, in ${way.unit}`}
            short={way.unit}
            value={value}
            step={knob.step}
            min={0}
            max={knob.max}
            onChange={setValue}
          />
        )}
        <Button
          className={styles.act ?? ''}
          isDisabled={changesNothing || shownS <= 0}
          isPending={isChecking}
          onPress={() => void goOn()}
        >
          Go on
        </Button>
      </span>
      <span role="status" className={refusal === null ? styles.minor : styles.wrong}>
        {refusal ?? (shownS <= 0 ? 'Move the clock to the moment of the fork.' : '')}
      </span>
      <Spoken text={forked.length === 0 ? '' : `Forks: ${forked.join(', ')}.`} />
      <ul className={styles.forks} aria-label="Forks">
        {lanes.map(({ name, style, run }, index) =>
          forks[index] == null ? null : (
            <li key={run.label} className={styles.fork} data-fork={run.label}>
              <LaneSign look={style} />
              {name}
              <RemoveButton name={name} onPress={() => actions.removeLane(index)} />
            </li>
          ),
        )}
      </ul>
      <Dismiss label="Close the panel; forks stay" shortcut="f" onPress={() => actions.openForks(false)} />
    </section>
  );
}
