import { useEffect, useMemo, useRef } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { formatNumber, timeAt, token, trafficMarks, useSignals, useSize } from '@ackscope/charts';
import { isQuestionOpen, trafficBands } from '@ackscope/model';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import styles from './Transport.module.css';

/** What a drag moves: a new range from a time on, the whole range, or one of its edges. */
type Held = { kind: 'new'; fromS: number } | { kind: 'range'; lastS: number } | { kind: 'edge'; at: 0 | 1 };

/** A press takes an edge within this distance, inside the range and outside at the grips. */
const INSIDE_PX = 7;
const OUTSIDE_PX = 24;

/**
 * Every lane's marks on its own line, over the periods of other traffic. The edges of the visible
 * range can be dragged to zoom; a drag elsewhere selects a new range.
 */
export function Overview({ domainS, themeKey }: { domainS: number; themeKey: string }) {
  const { store } = useLab();
  const lanes = useLanes();
  const [box, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const actions = useActions();
  const held = useRef<Held | null>(null);
  const timeOf = (event: PointerEvent<HTMLDivElement>): number => {
    const edges = event.currentTarget.getBoundingClientRect();
    return timeAt(event.clientX - edges.left, [0, domainS], edges.width);
  };
  const rangeOf = (): readonly [number, number] => store.getState().view.timeRange ?? [0, domainS];
  const taken = (event: PointerEvent<HTMLDivElement>): Held => {
    const timeS = timeOf(event);
    const [fromS, toS] = rangeOf();
    const perPx = domainS / Math.max(1, event.currentTarget.getBoundingClientRect().width);
    const [insideS, outsideS] = [INSIDE_PX * perPx, OUTSIDE_PX * perPx];
    // A narrow range can only be moved from inside.
    const isNarrow = toS - fromS < 3 * insideS;
    const reachS = isNarrow ? 0 : insideS;
    if (timeS >= fromS - outsideS && timeS <= fromS + reachS && timeS < toS) return { kind: 'edge', at: 0 };
    if (timeS <= toS + outsideS && timeS >= toS - reachS) return { kind: 'edge', at: 1 };
    const isInside = timeS >= fromS && timeS <= toS;
    const isPart = store.getState().view.timeRange !== null;
    return isPart && isInside ? { kind: 'range', lastS: timeS } : { kind: 'new', fromS: timeS };
  };
  const move = (now: Held, timeS: number): void => {
    const [fromS, toS] = rangeOf();
    if (now.kind === 'edge') {
      const other = now.at === 0 ? toS : fromS;
      // An edge cannot pass the other one.
      if (now.at === 0 ? timeS < other : timeS > other) actions.setTimeRange([timeS, other]);
    } else if (now.kind === 'range') {
      const byS = Math.max(-fromS, Math.min(domainS - toS, timeS - now.lastS));
      actions.setTimeRange([fromS + byS, toS + byS]);
      held.current = { kind: 'range', lastS: timeS };
    } else if (Math.abs(timeS - now.fromS) >= domainS / 150) actions.setTimeRange([now.fromS, timeS]);
  };
  const info = lanes[0]?.run.trace?.info ?? null;
  const hasEnds = lanes.some((lane) => lane.recordedLeftOut !== null);
  const bands = useMemo(() => (info === null ? [] : trafficBands(info)), [info]);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || size === null) return;
    const ratio = globalThis.devicePixelRatio || 1;
    element.width = Math.max(1, Math.round(size.width * ratio));
    element.height = Math.max(1, Math.round(size.height * ratio));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    trafficMarks(
      context,
      size,
      [0, domainS],
      bands,
      lanes.map((lane) => ({
        marks: lane.recordedMarks,
        queueMarks: lane.data.recorded('marks')[0] ?? null,
        endS: lane.recordedLeftOut?.fromS ?? null,
        colour: token(`--series-${lane.style.colour}`, themeKey),
      })),
      {
        band: token('--band', themeKey),
        danger: token('--danger', themeKey),
        mark: token('--phase-recovery', themeKey),
      },
    );
  }, [lanes, bands, size, domainS, themeKey]);

  return (
    <div
      ref={box}
      className={styles.ticks}
      title={`Drag to select a range; drag its edges to zoom, its middle to move it; double-click to show the whole run${hasEnds ? '. Dots: more events than are stored' : ''}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        held.current = taken(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (held.current !== null) move(held.current, timeOf(event));
      }}
      onLostPointerCapture={() => {
        held.current = null;
      }}
      onDoubleClick={() => {
        actions.setTimeRange(null);
      }}
    >
      <Veil domainS={domainS}>
        <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
      </Veil>
      <Shown domainS={domainS} />
    </div>
  );
}

/** Clips its content at the clock while the future is hidden. */
function Veil({ domainS, children }: { domainS: number; children: ReactNode }) {
  const { signals } = useLab();
  const box = useRef<HTMLDivElement>(null);
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  useSignals([signals.clock], () => {
    const rest = hidesFuture ? 100 * (1 - signals.clock.get() / domainS) : 0;
    if (box.current !== null) box.current.style.clipPath = `inset(0 ${rest}% 0 0)`;
  });
  return (
    <div ref={box} className={styles.canvas}>
      {children}
    </div>
  );
}

const EDGES = ['Range start', 'Range end'] as const;

/** The visible part of the run; arrow keys move its edges. */
function Shown({ domainS }: { domainS: number }) {
  const actions = useActions();
  const timeRange = useLabState((state) => state.view.timeRange);
  // Before an answer there is one thing to do.
  const isAsked = useLabState(isQuestionOpen);
  const [fromS, toS] = timeRange ?? [0, domainS];
  if (isAsked) return null;
  return (
    <div
      className={styles.window}
      data-whole={timeRange === null || undefined}
      style={{ left: `${(fromS / domainS) * 100}%`, width: `${((toS - fromS) / domainS) * 100}%` }}
    >
      {EDGES.map((name, at) => {
        const timeS = at === 0 ? fromS : toS;
        return (
          <div
            key={name}
            className={styles.edge}
            data-edge={at === 0 ? 'from' : 'to'}
            role="slider"
            tabIndex={0}
            aria-label={name}
            aria-valuemin={0}
            aria-valuemax={domainS}
            aria-valuenow={timeS}
            aria-valuetext={`${formatNumber(timeS, 5)} s`}
            onKeyDown={(event) => {
              const step = ((toS - fromS) / 50) * (event.shiftKey ? 5 : 1);
              const by = { ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step }[event.key];
              if (by === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              const moved = Math.min(domainS, Math.max(0, timeS + by));
              const next: [number, number] = at === 0 ? [moved, toS] : [fromS, moved];
              if (next[1] > next[0]) actions.setTimeRange(next);
            }}
          />
        );
      })}
    </div>
  );
}
