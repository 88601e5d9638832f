import { memo, useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import {
  clockDecimals,
  cssColour,
  formatFixed,
  formatNumber,
  formatSwing,
  rangeAt,
  scaleFor,
} from '@ackscope/charts';
import type { Unit } from '@ackscope/charts';
import {
  bottleneck,
  decisionBefore,
  EXPLAINED_KINDS,
  explanationsAt,
  focusSeries,
  isOfQueue,
  leftOut,
  presetById,
  referencesApply,
  routeHref,
} from '@ackscope/model';
import type { EventRef, Json, JsonObject, LabState } from '@ackscope/model';
import { LaneSign } from '../kit/icons.tsx';
import { useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { Formula, Terms, useFormulas, useWords } from './Formula.tsx';
import { Verdict } from './Verdict.tsx';
import styles from './Inspector.module.css';
import { Later } from '../kit/Later.tsx';
import { StoryButton } from '../story/late.ts';

export interface InspectorProps {
  /** Opens the glossary at a term; without it the terms are plain text. */
  onWord?: ((term: string) => void) | undefined;
}

/** What happened and why: the selected event, or the last decision of the focus lane. */
export const Inspector = memo(function Inspector({ onWord }: InspectorProps) {
  return (
    <Later>
      <Content onWord={onWord} />
    </Later>
  );
});

function Content({ onWord }: InspectorProps) {
  useFormulas();
  const lanes = useLanes();
  const focus = useLabState((state) => state.view.lane);
  const event = useShownEvent();
  const lane = event === null ? lanes[focus] : lanes[event.lane];
  return (
    <div className={styles.inspector}>
      {lane !== undefined && event !== null ? <Explained event={event} lane={lane} /> : <Nothing />}
      {lane !== undefined && <OnlyCounted lane={lane} />}
      <StateTable lanes={lanes} onWord={onWord} />
      <Paper />
    </div>
  );
}

/** Text that changes every frame is unreadable: while it plays, it refreshes twice a second. */
const REFRESH_MS = 450;

function useShownEvent(): EventRef | null {
  const { store, rules } = useLab();
  const [shown, setShown] = useState<EventRef | null>(null);
  useEffect(() => {
    let timer: number | null = null;
    let lastMs = 0;
    const read = (): void => {
      timer = null;
      lastMs = performance.now();
      const { run, view, clock } = store.getState();
      const trace = run.lanes[view.lane]?.trace ?? null;
      const next = view.picked ?? decisionBefore(view.lane, trace, rules, clock.timeS);
      setShown((before) =>
        before !== null &&
        next !== null &&
        before.trace === next.trace &&
        before.index === next.index &&
        before.timeS === next.timeS
          ? before
          : next,
      );
    };
    const later = (): void => {
      if (timer !== null) return;
      const { clock, run } = store.getState();
      const moves = clock.playing || run.status === 'running';
      const wait = moves ? Math.max(0, REFRESH_MS - (performance.now() - lastMs)) : 0;
      timer = window.setTimeout(read, wait);
    };
    read();
    const unsubscribe = store.subscribe((state, before) => {
      if (state.clock !== before.clock || state.run !== before.run || state.view !== before.view) later();
    });
    return () => {
      unsubscribe();
      if (timer !== null) clearTimeout(timer);
    };
  }, [store, rules]);
  return shown;
}

function Nothing() {
  return (
    <section className={`${styles.block ?? ''} ${styles.event ?? ''}`}>
      <p className={styles.when}>No decision yet</p>
      <h2 className={styles.title}>The window grows</h2>
      <p className={styles.text}>
        Each mark above a lane is a window reduction. A mark with a head is a timeout. In the rows of the
        queue, triangles are dropped packets. Select one of them to read what happened and which rule applied.
      </p>
    </section>
  );
}

function Explained({ event, lane }: { event: EventRef; lane: LaneView }) {
  const durationS = useLabState((state) => state.run.durationS);
  const { rules } = useLab();
  const events = explanationsAt(rules, event);
  const isQueues = isOfQueue(event);
  return (
    <section className={`${styles.block ?? ''} ${styles.event ?? ''}`} aria-label="Event">
      <p className={styles.when}>
        At {formatFixed(event.timeS, Math.max(2, clockDecimals(durationS)))} s
        <span className={styles.lane} style={{ color: cssColour(lane.style.colour) }}>
          {lane.name}
        </span>
      </p>
      {/* Keyed by place: while the run plays, a link stays under the pointer although the event
          changes. */}
      {events.slice(0, 1).map((item) => (
        <Rule key="first" item={item} isFirst />
      ))}
      {isQueues ? <QueueOf event={event} /> : <Verdict event={event} lane={lane} />}
      {events.slice(1).map((item, place) => (
        <Rule key={place} item={item} isFirst={false} />
      ))}
      <Later>
        <StoryButton timeS={event.timeS} />
      </Later>
    </section>
  );
}

/** Which queue it was and whose packet: a queue's event may concern any flow that crosses it. */
function QueueOf({ event: { trace, index, rule } }: { event: EventRef }) {
  const hop = bottleneck(trace.info, trace.focus);
  const term = rule.terms.findIndex(({ name }) => name === 'flow');
  const flow = trace.info.flows.find((item) => item.index === trace.events.termsOf(index)[term]);
  if (hop === null) return null;
  return (
    <p className={styles.text}>
      At the bottleneck{flow === undefined ? '' : `, a packet of ${flow.name}`}. Queue: {hop.queue_kind}.
    </p>
  );
}

/** A run keeps a limited number of events per rule: later events exist, but are not stored. */
function OnlyCounted({ lane }: { lane: LaneView }) {
  const { rules } = useLab();
  const { trace } = lane.run;
  const left = trace === null ? null : leftOut(trace, rules, EXPLAINED_KINDS);
  const isBeyond = useLabState((state) => left !== null && state.clock.timeS > left.fromS);
  const durationS = useLabState((state) => state.run.durationS);
  if (left === null || !isBeyond) return null;
  return (
    <p className={styles.counted}>
      {lane.name} takes more decisions than a run stores. After{' '}
      {formatFixed(left.fromS, clockDecimals(durationS))} s, {formatNumber(left.count, 6)} decisions are
      counted but not stored.
    </p>
  );
}

function Rule({ item, isFirst }: { item: EventRef; isFirst: boolean }) {
  const { rule, trace, index } = item;
  // The same numbers must be the same object, so that a formula is rendered and fitted only once.
  const terms = useMemo(() => trace.events.termsOf(index), [trace, index]);
  const [title, ...rest] = rule.title.replace(/\.$/, '').split('. ');
  return (
    <div className={styles.rule}>
      <h2 className={isFirst ? styles.title : styles.subtitle}>{title}</h2>
      {rest.length > 0 && <p className={styles.text}>{rest.join('. ')}.</p>}
      <Formula rule={rule} terms={terms} />
      {isFirst && <Terms rule={rule} terms={terms} />}
      <Source rule={rule} />
    </div>
  );
}

/** The source of a rule: a paper, or the line of the script that applied it. */
function Source({ rule }: { rule: EventRef['rule'] }) {
  const { source } = useWords(rule);
  const scripts = useLabState((state) => state.run.scenario?.scripts);
  const line = Number(/^line (\d+)$/.exec(source)?.[1] ?? 0);
  const script = isScripts(scripts) ? scripts[rule.algorithm ?? ''] : undefined;
  if (line === 0 || typeof script !== 'string') {
    return source === '' ? null : <p className={styles.source}>{source}</p>;
  }
  return (
    <>
      <pre className={styles.line} tabIndex={0}>
        {script.split('\n')[line - 1]?.trim()}
      </pre>
      <p className={styles.source}>
        <a href={`${routeHref('write', rule.algorithm)}?line=${line}`}>Line {line} of the script</a>
      </p>
    </>
  );
}

const isScripts = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `term` is the row's word in docs/glossary.md. */
const STATE_ROWS: readonly { series: string; name: string; term: string; unit: Unit }[] = [
  { series: 'cwnd', name: 'cwnd', term: 'cwnd', unit: 'packets' },
  { series: 'ssthresh', name: 'ssthresh', term: 'ssthresh', unit: 'packets' },
  { series: 'flight', name: 'in flight', term: 'flight', unit: 'packets' },
  { series: 'queue', name: 'queue', term: 'queue', unit: 'packets' },
  { series: 'bwe', name: 'BWE', term: 'BWE', unit: 'bps' },
  { series: 'rtt', name: 'RTT', term: 'RTT', unit: 's' },
];

/** The same quantities of all lanes at the clock, side by side. */
function StateTable({ lanes, onWord }: InspectorProps & { lanes: readonly LaneView[] }) {
  const durationS = useLabState((state) => state.run.durationS);
  const timeS = useReadingTime();
  const shown = lanes.slice(0, 4);
  return (
    <section className={styles.block} aria-label="State">
      <h3 className={styles.heading}>State at {formatFixed(timeS, clockDecimals(durationS))} s</h3>
      <table className={styles.state}>
        <colgroup>
          <col />
          <col span={Math.max(1, shown.length)} />
        </colgroup>
        <thead>
          <tr>
            <td />
            {shown.map((lane, index) => (
              <th key={index} scope="col" title={lane.name}>
                <LaneSign look={lane.style} />
                <span className="visually-hidden">{lane.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {STATE_ROWS.map((row) => {
            const values = shown.map((lane) => stateAt(lane, row.series, timeS));
            const highest = values.map(([, high]) => (Number.isFinite(high) ? high : 0));
            const scale = scaleFor(Math.max(...highest), row.unit);
            return (
              <tr key={row.series}>
                <th scope="row">
                  {onWord === undefined ? (
                    row.name
                  ) : (
                    <Button
                      className={styles.word ?? ''}
                      aria-label={`${row.name}: definition`}
                      onPress={() => onWord(row.term)}
                    >
                      {row.name}
                    </Button>
                  )}
                  {scale.unit !== '' && <span className={styles.unit}> {scale.unit}</span>}
                </th>
                {values.map(([low, high], index) => (
                  <td key={index}>{formatSwing(low, high, scale.factor)}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The value of a series at a time. A queue changes faster than its bins, so it gives a range. */
function stateAt(lane: LaneView, name: string, timeS: number): readonly [number, number] {
  const { trace } = lane.run;
  const series = trace === null ? undefined : focusSeries(trace, name)[0];
  if (series === undefined) return [NaN, NaN];
  const value = series.at(timeS);
  return name === 'queue' ? rangeAt(series, timeS) : [value, value];
}

/** The time under the pointer, else the clock, updated at a readable pace. */
function useReadingTime(): number {
  const { store } = useLab();
  const [timeS, setTimeS] = useState(() => readingTime(store.getState()));
  useEffect(() => {
    let timer: number | null = null;
    const later = (): void => {
      timer ??= window.setTimeout(
        () => {
          timer = null;
          setTimeS(readingTime(store.getState()));
        },
        store.getState().clock.playing ? 150 : 30,
      );
    };
    // The clock may have moved since this was rendered.
    later();
    const unsubscribe = store.subscribe((state, before) => {
      if (readingTime(state) !== readingTime(before)) later();
    });
    return () => {
      unsubscribe();
      if (timer !== null) clearTimeout(timer);
    };
  }, [store]);
  return timeS;
}

function readingTime(state: LabState): number {
  return state.view.hoverS ?? state.clock.timeS;
}

function Paper() {
  const presetId = useLabState((state) => state.scenario.preset);
  const scenario = useLabState((state) => state.run.scenario);
  const preset = presetId === null ? null : presetById(presetId);
  // What a paper concludes is what the run will show.
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  if (hidesFuture || preset?.says == null || scenario === null || !referencesApply(preset, scenario))
    return null;
  return (
    <section className={styles.block}>
      <h3 className={styles.heading}>What the paper says</h3>
      <p className={styles.text}>{preset.says}</p>
      <p className={styles.source}>{preset.references[0]?.source}</p>
    </section>
  );
}
