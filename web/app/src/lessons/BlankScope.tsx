import { cssColour, scaleFor, ticksFor } from '@ackscope/charts';
import { compareList } from '@ackscope/model';
import type { DecodedLink } from '@ackscope/model';
import type { RowDefinition } from '@ackscope/charts';
import type { Guess, Prediction } from '@ackscope/model/lesson';
import { LaneSign } from '../kit/icons.tsx';
import { useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { rowsOnScreen, useRows } from '../lanes/rows.ts';
import { inUnit } from './lessonTexts.ts';
import { estimateScale, levelOf } from './levels.ts';
import styles from './BlankScope.module.css';

/** The numbers of a time axis that every width has room for. */
const TICKS = 3;

/**
 * The scope before the answer: the lanes, the rows and the time of the run, and no value. Its scales would tell the
 * answer, so it has none, unless the answer is a level in a row: there it has that of the slider.
 */
export function BlankScope({ link, ...asked }: { link: DecodedLink } & Omit<LevelProps, 'row' | 'lane'>) {
  const level = levelOf(asked.prediction);
  const lanes = useLanes();
  const rows = useRows(useLabState((state) => rowsOnScreen(state, [], true)));
  const durationS = useLabState(({ run }) => run.durationS);
  const range = link.view.zoom ?? [0, durationS];
  const ticks = range[1] > range[0] ? ticksFor(range, [0, 100], TICKS) : [];
  // Until the engine names the lanes there are as many as the scenario compares.
  const count = lanes.length === 0 ? Math.max(1, compareList(link.scenario).length) : lanes.length;
  return (
    <div className={styles.scope} aria-hidden="true" data-part="blank-scope">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles.lane}>
          <p style={lanes[at] && { color: cssColour(lanes[at].style.colour) }}>
            {lanes[at] !== undefined && (
              <>
                <LaneSign look={lanes[at].style} /> {lanes[at].name}
              </>
            )}
          </p>
          {rows.map((row) => (
            <div key={row.id} className={styles.row} style={{ flexGrow: row.weight }}>
              <p>
                <b>{row.title}</b> {unitOf(row, lanes[at])}
              </p>
              <div className={styles.plot}>
                {ticks.map(({ position }) => (
                  <i key={position} style={{ left: `${position}%` }} />
                ))}
                {level?.row === row.id && row.isLog !== true && level.lane === lanes[at]?.run.label && (
                  <Level {...asked} row={row} lane={lanes[at]} />
                )}
              </div>
            </div>
          ))}
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

/** The unit that an axis will have; none where that hangs on the run. */
function unitOf({ unit }: RowDefinition, lane: LaneView | undefined): string {
  if (unit === 'bps') return lane?.data.rateBps == null ? '' : scaleFor(lane.data.rateBps, unit).unit;
  return unit === 'packets' || unit === 'segments' ? unit : '';
}

interface LevelProps {
  prediction: Prediction | null;
  guess: Guess | null;
  onGuess: (guess: Guess) => void;
  row: RowDefinition;
  lane: LaneView;
}

/** The guess as a level in the empty row, which the pointer moves; keys move the slider. What is known stands beside it. */
function Level({ prediction, guess, onGuess, row, lane }: LevelProps) {
  if (prediction?.kind !== 'estimate') return null;
  const { high, unit } = prediction;
  const shareOf = (value: number): string => `${100 * Math.min(1, value / high)}%`;
  const value = guess?.kind === 'estimate' ? guess.value : null;
  const known = row.reference(lane.data);
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
      {known !== null && known.value < high && (
        <span className={styles.known} style={{ bottom: shareOf(known.value) }}>
          {known.label}: {inUnit(known.value, unit)}
        </span>
      )}
      {value === null ? (
        <span className={styles.hint}>draw the level here</span>
      ) : (
        <b className={styles.guess} style={{ bottom: shareOf(value) }}>
          you: {inUnit(value, unit)}
        </b>
      )}
    </div>
  );
}
