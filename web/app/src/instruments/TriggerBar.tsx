import { mainColumns, rowsById, scaleFor } from '@ackscope/charts';
import { shownRows, trafficBands } from '@ackscope/model';
import type { Trigger, TriggerEvent, TriggerMode } from '@ackscope/model';
import { Choice } from '../kit/Choice.tsx';
import { Segments } from '../kit/Segments.tsx';
import { Spoken } from '../kit/Spoken.tsx';
import { triggerInWords } from '../laneData/aligned.ts';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import { useAlignedView, useSingleShot } from './Aligned.tsx';
import { MAX_SEEDS } from '../seeds/follow.ts';
import type { Seeds } from '../seeds/follow.ts';
import { useSeeds } from '../seeds/lanes.ts';
import { NumberField } from './NumberField.tsx';
import { Dismiss } from './Dismiss.tsx';
import styles from './InstrumentBar.module.css';

const EVENTS: readonly { id: TriggerEvent; name: string; detail: string }[] = [
  { id: 'loss', name: 'Loss', detail: 'The sender detects a loss by duplicate ACKs, SACK or the timer' },
  { id: 'timeout', name: 'Timeout', detail: 'The retransmission timer expires' },
  {
    id: 'recovery',
    name: 'Recovery ends',
    detail: 'All data outstanding at the loss is acknowledged, or a timeout ends recovery',
  },
  {
    id: 'slow-start',
    name: 'Slow start ends',
    detail: 'The window reaches ssthresh, or a loss ends slow start',
  },
  { id: 'level', name: 'Level', detail: 'A row crosses a value' },
  { id: 'seeds', name: 'Seeds', detail: `The whole run, once for each of up to ${MAX_SEEDS} seeds` },
];

const MODES: readonly { id: TriggerMode; name: string }[] = [
  { id: 'single', name: 'Single' },
  { id: 'normal', name: 'Normal' },
  { id: 'all', name: 'All' },
];

const PLACES = [
  { id: 'any', name: 'at any time' },
  { id: 'traffic', name: 'in other traffic' },
  { id: 'quiet', name: 'without other traffic' },
] as const;

/** The number of seeds, and what is shown of them. */
function seedsInWords(seeds: Seeds | null): string {
  if (seeds === null) return 'Other seeds run when this run is finished and the future is not hidden.';
  const { runs, total } = seeds;
  const count = runs.length < total ? `${runs.length} of ${total} seeds so far.` : `${total} seeds.`;
  return `${count} Strong colour: many runs are here. Line: the median.`;
}

/** The trigger's event, and how its occurrences are shown. */
export function TriggerBar({ trigger }: { trigger: Trigger }) {
  const { store, laneViews } = useLab();
  const actions = useActions();
  const lanes = useLanes();
  const view = useAlignedView(trigger, false);
  useSingleShot(trigger, view);
  const rowIds = useLabState((state) => shownRows(state.view.rows, state.run.lanes));
  const info = lanes[0]?.run.trace?.info ?? null;
  const hasTraffic = info !== null && trafficBands(info).length > 0;
  const { level } = trigger;
  const row = rowsById(level === null ? [] : [level.row])[0];
  const { factor, unit } = scaleFor(level?.value ?? 1, row?.unit ?? '');
  const isSeeds = trigger.event === 'seeds';
  const seeds = useSeeds(isSeeds);
  // While more is found each second, nothing is spoken.
  const isGrowing =
    useLabState(({ clock, run }) => clock.playing || run.status !== 'done') ||
    (isSeeds && (seeds === null || seeds.runs.length < seeds.total));
  const change = (part: Partial<Trigger>): void => actions.setTrigger({ ...trigger, ...part });

  /** By default half of the row's peak: it is crossed often. */
  const levelOf = (id: string): NonNullable<Trigger['level']> => {
    const state = store.getState();
    const [definition] = rowsById([id]);
    const lane = laneViews(state)[state.view.lane];
    const columns =
      definition === undefined || lane === undefined ? null : mainColumns(definition, lane.data);
    return {
      row: id,
      value: Number(((columns?.peak ?? 2) / 2).toPrecision(2)),
      isRising: level?.isRising ?? true,
    };
  };

  return (
    <section className={`${styles.bar ?? ''} ${styles.choices ?? ''}`} aria-label="Trigger">
      <strong className={styles.name}>Trigger</strong>
      <Choice
        label="Event"
        className={styles.choice}
        value={trigger.event}
        options={EVENTS}
        onChange={(id) => {
          const event = EVENTS.find((item) => item.id === id)?.id ?? 'loss';
          // Another event occurs at other distances.
          change({
            event,
            span: null,
            ...(event === 'seeds' ? { mode: 'all', place: null } : {}),
            level: event === 'level' ? (level ?? levelOf(rowIds[0] ?? 'cwnd')) : null,
          });
        }}
      />
      {level !== null && row !== undefined && (
        <>
          <Choice
            label="Row of the level"
            className={styles.choice}
            value={level.row}
            options={rowsById(rowIds).map(({ id, short }) => ({ id, name: short }))}
            onChange={(id) => change({ level: levelOf(id), span: null })}
          />
          <Choice
            label="Direction"
            className={styles.narrow}
            value={level.isRising ? 'rise' : 'fall'}
            options={[
              { id: 'rise', name: 'rises above' },
              { id: 'fall', name: 'falls below' },
            ]}
            onChange={(id) => change({ level: { ...level, isRising: id === 'rise' } })}
          />
          <NumberField
            label={`Level, ${unit === '' ? row.short : unit}`}
            short={unit === 'packets' ? 'pkt' : unit}
            value={level.value / factor}
            step={Math.max(0.01, Number((level.value / factor / 20).toPrecision(1)))}
            onChange={(value) => change({ level: { ...level, value: value * factor } })}
          />
        </>
      )}
      {hasTraffic && !isSeeds && (
        <Choice
          label="When"
          className={styles.wide}
          value={trigger.place ?? 'any'}
          options={PLACES}
          onChange={(id) => change({ place: id === 'traffic' || id === 'quiet' ? id : null, span: null })}
        />
      )}
      {!isSeeds && (
        <>
          <Segments
            label="Mode"
            options={MODES}
            chosen={trigger.mode}
            className={styles.modes}
            itemClassName={styles.mode}
            onChoose={(mode) => change({ mode })}
          />
          <NumberField
            label="Shown before, seconds"
            short="−"
            value={-view.span[0]}
            min={0}
            step={view.span[1] / 20}
            onChange={(value) => change({ span: [-value, view.span[1]] })}
          />
        </>
      )}
      <NumberField
        label="Shown after, seconds"
        short="+"
        value={view.span[1]}
        min={0.001}
        step={view.span[1] / 20}
        onChange={(value) => change({ span: [view.span[0], value] })}
      />
      <p className={styles.note}>
        {isSeeds
          ? seedsInWords(seeds)
          : trigger.mode === 'all'
            ? 'Strong colour: many traces are here. Line: the median.'
            : trigger.mode === 'normal'
              ? 'Line: the latest event before the clock. Strong colour: many earlier events are here.'
              : 'Plays to the next event and stops there.'}
      </p>
      <Spoken text={isGrowing ? '' : triggerInWords(view, trigger)} />
      <Dismiss label="Close the trigger" shortcut="g" onPress={() => actions.setTrigger(null)} />
    </section>
  );
}
