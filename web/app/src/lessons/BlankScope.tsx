import { cssColour, formatQuantity, scaleFor, ticksFor } from '@ackscope/charts';
import { compareList, getPath } from '@ackscope/model';
import type { DecodedLink } from '@ackscope/model';
import type { RowDefinition } from '@ackscope/charts';
import type { Guess, Prediction } from '@ackscope/model/lesson';
import { LaneSign } from '../kit/icons.tsx';
import { useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { rowsOnScreen, useRows } from '../lanes/rows.ts';
import { inUnit } from './lessonTexts.ts';
import { estimateScale, useLevel } from './levels.ts';
import styles from './BlankScope.module.css';

/** The numbers of a time axis that every width has room for. */
const TICKS = 3;
/** Of more lanes than this each has less room. */
const WIDE_LANES = 3;
/** Above this share of the height a level has its words below it. */
const BELOW = 0.8;

/**
 * The scope before the answer: the lanes, the rows, the time of the run, and what the scenario says of each row: its word, its
 * level and a scale around that. No value of the run is in it. If the answer is a level in a row, that has the scale of the slider.
 */
export function BlankScope({ link, ...asked }: { link: DecodedLink } & LevelProps) {
  const lanes = useLanes();
  const rows = useRows(useLabState((state) => rowsOnScreen(state, [], true)));
  const level = useLevel(asked.prediction);
  const durationS = useLabState(({ run }) => run.durationS);
  // Where lanes are swiped, that of the question is seen, or the first one.
  const shown = Math.max(
    0,
    lanes.findIndex(({ run }) => run.label === level?.lane),
  );
  const isDropTail = getPath(link.scenario, 'hops.0.queue.kind') === 'drop-tail';
  const range = link.view.zoom ?? [0, durationS];
  // Until the engine names the lanes there are as many as the scenario compares.
  const count = lanes.length === 0 ? Math.max(1, compareList(link.scenario).length) : lanes.length;
  const ticks = range[1] > range[0] ? ticksFor(range, [0, 100], count > WIDE_LANES ? 2 : TICKS) : [];
  return (
    <div
      className={styles.scope}
      aria-hidden="true"
      data-part="blank-scope"
      data-several={count > 1 || undefined}
    >
      {Array.from({ length: count }, (_, at) => (
        <div
          key={at}
          className={styles.lane}
          data-shown={at === shown || undefined}
          data-asked={(level !== null && at === shown) || undefined}
        >
          <p style={lanes[at] && { color: cssColour(lanes[at].style.colour) }}>
            {lanes[at] !== undefined && (
              <>
                <LaneSign look={lanes[at].style} /> {lanes[at].name}
              </>
            )}
          </p>
          {rows.map((row) => {
            const isAsked = level?.row === row.id;
            const top = isAsked ? highOf(asked.prediction) : topOf(row, lanes, isDropTail);
            const known = knownIn(row, lanes[at]);
            return (
              <div
                key={row.id}
                className={styles.row}
                data-asked={isAsked || undefined}
                style={{ flexGrow: row.weight }}
              >
                {/* Side by side the first one names the row for all. */}
                <p>
                  <b>{row.title}</b> {unitOf(row, top)}{' '}
                  <span className={styles.meaning} data-spare>
                    {meaningOf(row)}
                  </span>
                  <span className={styles.short} data-spare>
                    {SHORT[row.id]}
                  </span>
                </p>
                <div className={styles.plot}>
                  {ticks.map(({ position }) => (
                    <i key={position} style={{ left: `${position}%` }} />
                  ))}
                  {top !== null && <Scale top={top} row={row} />}
                  {top !== null && known !== null && known.value < top && (
                    <span
                      className={styles.known}
                      data-below={known.value > BELOW * top || undefined}
                      style={{ bottom: `${(100 * known.value) / top}%` }}
                    >
                      {known.text}
                    </span>
                  )}
                  {isAsked && level.lane === lanes[at]?.run.label && <Level {...asked} />}
                </div>
              </div>
            );
          })}
          <div className={styles.time}>
            {ticks.map(({ position, text }, tick) => (
              <span key={position} style={{ left: `${position}%` }}>
                {text}
                {tick === ticks.length - 1 && ' s'}
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** The unit of its axis; none where that hangs on the run. */
const unitOf = ({ unit }: RowDefinition, top: number | null): string =>
  top !== null ? scaleFor(top, unit).unit : unit === 'packets' || unit === 'segments' ? unit : '';

const highOf = (prediction: Prediction | null): number | null =>
  prediction?.kind === 'estimate' ? prediction.high : null;

/** A row’s words: the first sentence of its help. */
const meaningOf = ({ help }: RowDefinition): string => /^.*?(?=\.(?: |$))/.exec(help)?.[0] ?? '';

/** Fewer words, for the width of a phone. */
const SHORT: Readonly<Record<string, string>> = {
  cwnd: 'packets allowed on the way',
  flight: 'sent, not yet acknowledged',
  queue: 'packets that wait',
  goodput: 'new data per second',
  rtt: 'from sending to the ACK',
  bwe: 'from the ACKs',
};

/** Rows of what the sender has under way. */
const WINDOWS: readonly string[] = ['cwnd', 'flight'];

/**
 * A scale from the scenario alone: for windows a little more than path and buffer hold, for a queue a little more than its
 * buffer, for others twice their level. A queue that drops or marks before it is full is not told by its buffer.
 */
function topOf(row: RowDefinition, lanes: readonly LaneView[], isDropTail: boolean): number | null {
  const tops = lanes.flatMap(({ data }) => {
    const { rateBps, rttS, packetBits, capacityPackets } = data;
    if (WINDOWS.includes(row.id)) {
      const path = ((rateBps ?? 0) * rttS) / packetBits;
      return path === 0 ? [] : isDropTail ? 1.1 * (path + (capacityPackets ?? 0)) : 2 * path;
    }
    const level = row.reference(data)?.value;
    if (level === undefined || (row.id.startsWith('queue') && !isDropTail)) return [];
    return (row.unit === 's' || row.unit === 'bps' ? 2 : 1.1) * level;
  });
  return tops.length === 0 ? null : Math.max(...tops);
}

/** The level that the scenario gives to a row, in words. */
function knownIn(row: RowDefinition, lane: LaneView | undefined): { value: number; text: string } | null {
  const known = lane === undefined ? null : row.reference(lane.data);
  return known === null
    ? null
    : { value: known.value, text: `${known.label}: ${formatQuantity(known.value, row.unit, 4)}` };
}

/** The numbers of a row’s axis, each at its line. */
function Scale({ top, row }: { top: number; row: RowDefinition }) {
  const { factor } = scaleFor(top, row.unit);
  return ticksFor([0, top], [0, 100], 4, factor).map(({ value, position, text }, at) => (
    <span
      key={value}
      className={styles.tick}
      data-minor={at % 2 === 1 || undefined}
      style={{ bottom: `${position}%` }}
    >
      <span>{text}</span>
    </span>
  ));
}

interface LevelProps {
  prediction: Prediction | null;
  guess: Guess | null;
  onGuess: (guess: Guess) => void;
}

/** The guess as a level in the empty row, which the pointer moves; keys move the slider. */
function Level({ prediction, guess, onGuess }: LevelProps) {
  if (prediction?.kind !== 'estimate') return null;
  const { high, unit } = prediction;
  const shareOf = (value: number): string => `${100 * Math.min(1, value / high)}%`;
  const value = guess?.kind === 'estimate' ? guess.value : null;
  const moveTo = (event: React.PointerEvent<HTMLDivElement>): void => {
    const { bottom, height } = event.currentTarget.getBoundingClientRect();
    const scale = estimateScale(prediction);
    const position = scale.toPosition(((bottom - event.clientY) / height) * high);
    onGuess({ kind: 'estimate', value: scale.toValue(Math.min(1, Math.max(0, position))) });
  };
  return (
    <div
      className={styles.level}
      data-part="level"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        moveTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event);
      }}
    >
      {value === null ? (
        <span className={styles.hint}>press here, then drag</span>
      ) : (
        <b
          className={styles.guess}
          data-below={value > BELOW * high || undefined}
          style={{ bottom: shareOf(value) }}
        >
          you: {inUnit(value, unit)}
        </b>
      )}
    </div>
  );
}
