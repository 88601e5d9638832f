import { memo, useMemo, useRef } from 'react';
import { Button } from 'react-aria-components';
import { formatNumber } from '@ackscope/charts';
import { PlusIcon } from '../kit/icons.tsx';
import { RemoveButton } from '../kit/RemoveButton.tsx';
import { valueInWords } from '../scenario/changes.ts';
import { useActions, useLabState } from '../lab/context.ts';
import { readDurationS } from '../scenario/knobs.ts';
import {
  gapFor,
  gridOf,
  movedEnd,
  movedPeriod,
  periodsChange,
  rateStepsOf,
  snapped,
  stepsChange,
  tracksOf,
} from '../scenario/schedule.ts';
import type { RateSteps, Track } from '../scenario/schedule.ts';
import controls from '../kit/controls.module.css';
import styles from './Timeline.module.css';

/** When flows send and rates change during the run. Each end is a slider for pointer and keys. */
export function Timeline() {
  const wanted = useLabState((state) => state.scenario.wanted);
  const { flows } = wanted;
  const durationS = readDurationS(wanted);
  // A change of the path leaves the flows unchanged, and then their tracks too.
  const tracks = useMemo(() => tracksOf({ flows: flows ?? null }, durationS ?? 0), [flows, durationS]);
  if (durationS === null || durationS <= 0) return null;
  return (
    <div className={styles.timeline} role="group" aria-label="Schedule">
      {tracks.map((track) => (
        <FlowTrack key={track.path} track={track} durationS={durationS} />
      ))}
      {rateStepsOf(wanted).map((rate) => (
        <RateTrack key={rate.path} rate={rate} durationS={durationS} />
      ))}
    </div>
  );
}

const FlowTrack = memo(function FlowTrack({ track, durationS }: { track: Track; durationS: number }) {
  const actions = useActions();
  const gap = gapFor(track.periods, durationS);
  const put = (periods: Track['periods']): void => {
    actions.change(periodsChange(track, periods));
  };
  return (
    <div className={styles.row} data-compared={track.compared || undefined}>
      <span className={styles.name}>{track.name}</span>
      {gap !== null && (
        <Button
          className={controls.small ?? ''}
          aria-label={`Add a period of ${track.name}`}
          onPress={() => put([...track.periods, gap])}
        >
          <PlusIcon />
        </Button>
      )}
      <Rail>
        {track.periods.map((period, index) => (
          <Period
            key={index}
            name={`${track.name}, period ${index + 1}`}
            period={period}
            durationS={durationS}
            onEnd={(end, timeS) => put(movedEnd(track.periods, index, end, timeS, durationS))}
            onMove={(byS) => put(movedPeriod(track.periods, index, byS, durationS))}
            onRemove={() => put(track.periods.filter((_, at) => at !== index))}
          />
        ))}
      </Rail>
    </div>
  );
});

interface PeriodProps {
  name: string;
  period: Track['periods'][number];
  durationS: number;
  onEnd: (end: 0 | 1, timeS: number) => void;
  onMove: (byS: number) => void;
  onRemove: () => void;
}

function Period({ name, period, durationS, onEnd, onMove, onRemove }: PeriodProps) {
  const [fromS, toS] = period;
  const drag = useDrag(durationS, fromS, (targetS) => onMove(snapped(targetS, durationS) - fromS));
  return (
    <>
      <span className={styles.period} style={place(fromS, toS, durationS)} {...drag}>
        <RemoveButton name={name} className={styles.take} onPress={onRemove} />
      </span>
      <Handle
        name={`${name} starts`}
        timeS={fromS}
        durationS={durationS}
        onMove={(timeS) => onEnd(0, timeS)}
        onRemove={onRemove}
      />
      <Handle
        name={`${name} ends`}
        timeS={toS}
        durationS={durationS}
        onMove={(timeS) => onEnd(1, timeS)}
        onRemove={onRemove}
      />
    </>
  );
}

function RateTrack({ rate, durationS }: { rate: RateSteps; durationS: number }) {
  const actions = useActions();
  return (
    <div className={styles.row}>
      <span className={styles.name}>{rate.name}</span>
      <Rail>
        {rate.steps.map((step, index) => (
          <Handle
            key={index}
            name={`${valueInWords(step.rate)} from`}
            timeS={step.atS}
            durationS={durationS}
            text={valueInWords(step.rate)}
            // The first step is at the run's beginning.
            isFixed={index === 0}
            onMove={(timeS) => actions.change(stepsChange(rate, index, timeS, durationS))}
          />
        ))}
      </Rail>
    </div>
  );
}

function Rail({ children }: { children: React.ReactNode }) {
  return (
    <div className={styles.rail} data-rail>
      {children}
    </div>
  );
}

interface HandleProps {
  name: string;
  timeS: number;
  durationS: number;
  text?: string;
  isFixed?: boolean;
  onMove: (timeS: number) => void;
  onRemove?: () => void;
}

function Handle({ name, timeS, durationS, text, isFixed = false, onMove, onRemove }: HandleProps) {
  const drag = useDrag(durationS, timeS, (targetS) => onMove(snapped(targetS, durationS)));
  const grid = gridOf(durationS);
  return (
    <div
      className={styles.handle}
      style={{ left: `${(timeS / durationS) * 100}%` }}
      role="slider"
      tabIndex={isFixed ? -1 : 0}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={durationS}
      aria-valuenow={timeS}
      aria-valuetext={`${formatNumber(timeS, 6)} s`}
      aria-disabled={isFixed}
      {...(isFixed ? {} : drag)}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
        if (step !== undefined && !isFixed)
          onMove(snapped(timeS + step * grid * (event.shiftKey ? 10 : 1), durationS));
        else if (event.key === 'Delete' && onRemove) onRemove();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {text !== undefined && <span className={styles.text}>{text}</span>}
    </div>
  );
}

/** The new time of a dragged end: it moves as far as the pointer did. */
function useDrag(durationS: number, atS: number, onDrag: (targetS: number) => void) {
  const hold = useRef<{ pointerS: number; atS: number } | null>(null);
  const timeOf = (event: React.PointerEvent<HTMLElement>): number => {
    const rail = event.currentTarget.closest('[data-rail]')?.getBoundingClientRect();
    return rail === undefined || rail.width === 0
      ? 0
      : ((event.clientX - rail.left) / rail.width) * durationS;
  };
  return {
    onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button')) return;
      hold.current = { pointerS: timeOf(event), atS };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
      if (hold.current !== null) onDrag(hold.current.atS + timeOf(event) - hold.current.pointerS);
    },
    onLostPointerCapture: () => {
      hold.current = null;
    },
  };
}

function place(fromS: number, toS: number, durationS: number): React.CSSProperties {
  return { left: `${(fromS / durationS) * 100}%`, width: `${((toS - fromS) / durationS) * 100}%` };
}
