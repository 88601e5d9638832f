import { useEffect, useMemo, useRef } from 'react';
import { token } from '../draw/tokens.ts';
import { clockDecimals, formatFixed, formatNumber } from '../format.ts';
import { useSize } from '../frame/useSize.ts';
import type { SeriesColour } from '../palette.ts';
import { useSignals } from '../signal.ts';
import type { Signal } from '../types.ts';
import { fairSlope, loadLine } from './lines.ts';
import type { PhaseLink } from './lines.ts';
import { Trail } from './paintTrail.ts';
import { PhaseGrid } from './PhaseGrid.tsx';
import { nearestPoint, pointBefore, trajectory, cwndAt } from './trajectory.ts';
import type { PhaseFlow } from './trajectory.ts';
import styles from './PhasePlot.module.css';

export interface PhasePlotProps {
  /** What this picture shows, for a screen reader. */
  label: string;
  colour: SeriesColour;
  /** The first flow is on the horizontal axis, the second on the vertical one. */
  flows: readonly [PhaseFlow, PhaseFlow];
  /** The link that only these two use; null if others share it or it is unknown. */
  link: PhaseLink | null;
  /** The largest window on both axes. */
  top: number;
  timeDomain: readonly [number, number];
  clock: Signal<number>;
  /** Nothing after the clock is drawn. */
  hidesFuture?: boolean;
  hover: Signal<number | null>;
  /** Rises whenever columns grew. */
  revision: number;
  themeKey: string;
  onSeek: (timeS: number) => void;
  onHover: (timeS: number | null) => void;
}

/** In pixels, at the default letter size. */
const MARGIN = { left: 46, bottom: 38, top: 10, right: 12 };
/** The pointer must come this near to the trajectory, in pixels. */
const REACH = 22;
/** The strong last part of the trail, as a share of the shown time. */
const TAIL = 1 / 30;

/** The window of one flow against that of another over time. */
export function PhasePlot(props: PhasePlotProps) {
  const { label, flows, link, top, timeDomain, clock, hover, revision, themeKey } = props;
  const hidesFuture = props.hidesFuture === true;
  const [a, b] = flows;
  const [fromS, toS] = timeDomain;
  const [root, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const trail = useRef<Trail | null>(null);
  const ring = useRef<HTMLDivElement>(null);
  const now = useRef<HTMLSpanElement>(null);
  const scale = size?.scale ?? 1;
  const margin = useMemo(
    () => ({
      left: MARGIN.left * scale,
      bottom: MARGIN.bottom * scale,
      top: MARGIN.top * scale,
      right: MARGIN.right * scale,
    }),
    [scale],
  );
  const [across, down] = [margin.left + margin.right, margin.top + margin.bottom];
  const side = size === null ? 0 : Math.max(40, Math.min(size.width - across, size.height - down));
  const path = useMemo(
    () => trajectory(a, b, [fromS, toS]),
    // Columns grow in place: the revision shows it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [a, b, fromS, toS, revision],
  );
  const lines = useMemo(
    () =>
      link === null
        ? null
        : {
            pipe: loadLine(a, b, link.rateBps, 0),
            full: link.fullQueueS === null ? null : loadLine(a, b, link.rateBps, link.fullQueueS),
          },
    [a, b, link],
  );

  const show = (): void => {
    const timeS = clock.get();
    const until = pointBefore(path, timeS);
    const tail = until - pointBefore(path, timeS - (toS - fromS) * TAIL);
    trail.current?.show(until, tail);
  };
  useEffect(() => {
    const element = canvas.current;
    if (element === null || side === 0) return;
    const target = (trail.current ??= new Trail(element));
    target.set(path, side, top, window.devicePixelRatio || 1, {
      colour: token(`--series-${props.colour}`, themeKey),
      future: hidesFuture ? 0 : (Number(token('--future', themeKey)) || 0.26) * 0.8,
    });
  }, [path, side, top, themeKey, props.colour, hidesFuture]);
  useSignals([clock], show);
  useSignals([clock, hover], () => {
    const timeS = hover.get() ?? clock.get();
    const [x, y] = [cwndAt(a, timeS), cwndAt(b, timeS)];
    const text = `${formatFixed(timeS, clockDecimals(toS - fromS))} s: ${a.name} ${formatNumber(x)}, ${b.name} ${formatNumber(y)}`;
    if (now.current !== null && now.current.textContent !== text) now.current.textContent = text;
    const element = ring.current;
    if (element === null) return;
    element.hidden = hover.get() === null;
    element.style.transform = `translate(${(x / top) * side}px, ${side - (y / top) * side}px)`;
  });

  const timeUnder = (event: React.MouseEvent<HTMLDivElement>): number | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const perPixel = top / Math.max(1, box.width);
    const x = (event.clientX - box.left) * perPixel;
    const y = (box.bottom - event.clientY) * perPixel;
    const at = nearestPoint(path, x, y, REACH * perPixel);
    const timeS = at === null ? null : (path.timeS[at] ?? null);
    return timeS !== null && hidesFuture && timeS > clock.get() ? null : timeS;
  };

  return (
    <div className={styles.plot} role="img" aria-label={label}>
      <div className={styles.now}>
        <span ref={now} />
      </div>
      <div ref={root} className={styles.room}>
        {side > 0 && (
          <div className={styles.square} style={{ width: side + across, height: side + down }}>
            <PhaseGrid
              side={side}
              top={top}
              margin={margin}
              scale={scale}
              names={[a.name, b.name]}
              slope={fairSlope(a, b)}
              lines={lines}
            />
            <div
              className={styles.field}
              data-field
              data-plot="phase"
              style={{ left: margin.left, top: margin.top, width: side, height: side }}
              onPointerMove={(event) => {
                props.onHover(timeUnder(event));
              }}
              onPointerLeave={() => {
                props.onHover(null);
              }}
              onClick={(event) => {
                const timeS = timeUnder(event);
                if (timeS !== null) props.onSeek(timeS);
              }}
            >
              <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
              <div ref={ring} className={styles.ring} hidden />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
