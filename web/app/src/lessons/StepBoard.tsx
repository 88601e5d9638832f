import { useMemo } from 'react';
import { cssColour, DrawBoard, EMPTY_DRAWING, formatQuantity, rowsById } from '@ackscope/charts';
import type { Drawing, PaperLine, TraceColumns } from '@ackscope/charts';
import { getPath } from '@ackscope/model';
import { curveOf } from '@ackscope/model/lesson';
import type { Guess, Prediction } from '@ackscope/model/lesson';
import { useLab, useLabState } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { useLanes } from '../lab/useLanes.ts';
import { boardEvents } from './events.ts';
import styles from './Lesson.module.css';

type Draws = Extract<Prediction, { kind: 'draw' }>;

/** The board for the drawing; afterwards the run stands in the same axes, with the gap between. */
export function StepBoard({
  prediction,
  guess,
  isShown,
  isJudged,
  hasEvents = true,
  onDraw,
}: {
  prediction: Draws;
  guess: Guess | null;
  isShown: boolean;
  /** The run is done, so its curve is complete. */
  isJudged: boolean;
  /** Names events of the run. */
  hasEvents?: boolean;
  onDraw: ((values: Drawing) => void) | null;
}) {
  const lanes = useLanes();
  const { catalogue } = useLab();
  const lane = lanes.find(({ run }) => run.label === prediction.lane);
  const drawing = guess?.kind === 'draw' ? guess.values : EMPTY_DRAWING;
  const isKnown = isShown && isJudged && lane !== undefined;
  const isCompared = isKnown && guess !== null;
  // With a judged guess the series is there: a run without it judges nothing.
  const truth = useMemo(
    () =>
      isCompared
        ? curveOf(
            prediction,
            drawing.length,
            lanes.map(({ run }) => run),
          )
        : null,
    [isCompared, prediction, drawing.length, lanes],
  );
  const columns = isKnown ? columnsOf(lane.data.recorded(prediction.series), prediction) : undefined;
  const lines: PaperLine[] =
    isKnown && columns !== undefined
      ? [
          {
            label: lane.name,
            columns,
            untilS: lane.data.simulatedS,
            colour: cssColour(lane.style.colour),
          },
        ]
      : [];
  const events =
    isKnown && hasEvents && columns !== undefined && prediction.series === 'cwnd'
      ? boardEvents(lane, columns, [prediction.fromS, prediction.toS])
      : [];
  const known = lane === undefined ? null : (rowsById([prediction.series])[0]?.reference(lane.data) ?? null);
  const isDropTail = useLabState(({ scenario }) => getPath(scenario.wanted, KIND) === 'drop-tail');
  const full = lane === undefined || !isDropTail || prediction.series !== 'cwnd' ? null : heldBy(lane.data);
  const levels = [
    ...(known === null ? [] : [known]),
    ...(full === null ? [] : [{ value: full, label: 'path and buffer full' }]),
  ];
  const model = catalogue.algorithms.find(({ id }) => id === prediction.lane);
  // Before the first data of the run there is no lane.
  const name = lane?.name ?? model?.name ?? prediction.lane;
  return (
    <div className={styles.board}>
      <DrawBoard
        label={
          isShown
            ? `${prediction.series} of ${name}: your curve, dashed, and the run’s`
            : `Draw the ${prediction.series} of ${name}: twelve handles, or the pointer`
        }
        title={`${prediction.series} of ${name}`}
        unit={prediction.unit}
        timeDomain={[prediction.fromS, prediction.toS]}
        domain={[0, prediction.top]}
        drawing={drawing}
        lines={lines}
        truth={truth}
        onDraw={onDraw}
      >
        {(plot, y) => [
          ...levels
            .filter(({ value }) => value < prediction.top)
            .map(({ value, label }) => (
              <g key={label} aria-hidden="true">
                <path className={styles.knownLevel} d={`M0 ${y(value)}H${plot.width}`} />
                <text className={styles.knownName} x={plot.width - 4} y={y(value) + 14} textAnchor="end">
                  {label}: {formatQuantity(value, prediction.unit)}
                </text>
              </g>
            )),
          ...events.map((event, at) => {
            const x = ((event.timeS - prediction.fromS) / (prediction.toS - prediction.fromS)) * plot.width;
            const isRight = x > plot.width * 0.6;
            // High ones are named below the top, low ones above the floor.
            const isLow = ({ value }: { value: number }): boolean => y(value) >= plot.height / 2;
            const row = events.slice(0, at).filter((other) => isLow(other) === isLow(event)).length;
            const to = y(event.value) + (isLow(event) ? -28 - row * 16 : -4 + row * 16);
            return (
              <g key={event.timeS} data-callout>
                <path
                  className={styles.lead}
                  d={`M${x} ${y(event.value)}L${x + (isRight ? -14 : 14)} ${to}`}
                />
                <circle className={styles.event} cx={x} cy={y(event.value)} r={4} />
                <text
                  className={styles.callout}
                  x={x + (isRight ? -18 : 18)}
                  y={to}
                  dy="0.32em"
                  textAnchor={isRight ? 'end' : 'start'}
                >
                  {event.text}
                </text>
              </g>
            );
          }),
        ]}
      </DrawBoard>
      {isShown && (
        <ul className="visually-hidden" aria-label="Events of the run">
          {events.map((event) => (
            <li key={event.timeS}>{event.text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const KIND = 'hops.0.queue.kind';

/** What path and buffer hold together, in packets. */
function heldBy({ rateBps, rttS, packetBits, capacityPackets }: LaneView['data']): number | null {
  return rateBps == null || capacityPackets === null ? null : (rateBps * rttS) / packetBits + capacityPackets;
}

/** Of several such series the one that the question names. */
function columnsOf(series: readonly TraceColumns[], { which }: Draws): TraceColumns | undefined {
  return (
    series.find(({ info }) => which === undefined || (info.estimator ?? info.shown?.name) === which) ??
    series[0]
  );
}
