import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatFixed, LADDER_QUEUE, paintPackets, ticksFor, token, useSize } from '@ackscope/charts';
import type { LaneWay } from '@ackscope/charts';
import { useActions, useLab } from '../lab/context.ts';
import { useSignal } from '../base/useSignal.ts';
import { leaderFrom } from '../notes/place.ts';
import type { Box } from '../notes/place.ts';
import { linesOf, placeLabels, pointOf, rangeOf } from './shape.ts';
import type { Frame, Point } from './shape.ts';
import { StoryWindow } from './StoryWindow.tsx';
import type { Source, Story } from './types.ts';
import styles from './Story.module.css';

/** In a narrower plot the steps stand below it. */
const NARROW_PX = 640;

interface PlotProps {
  story: Story;
  source: Source;
  way: LaneWay;
  colour: string;
  themeKey: string;
}

interface Drawn {
  story: Story;
  way: LaneWay;
  frame: Frame;
}

export function StoryPlot({ story, source, way, colour, themeKey }: PlotProps) {
  const [box, size] = useSize<HTMLDivElement>();
  const isNarrow = size !== null && size.width < NARROW_PX;
  const frame = useMemo<Frame | null>(
    () =>
      size === null
        ? null
        : { width: size.width, height: size.height, range: rangeOf(story, size.width, isNarrow) },
    [size, story, isNarrow],
  );
  return (
    <>
      <p className={styles.caption}>
        <b>On the way</b> each line is a packet; flat in the queue is waiting; thin lines upwards are ACKs
      </p>
      <div className={styles.ladder} data-narrow={isNarrow || undefined}>
        <Levels />
        <div ref={box} className={styles.plot} data-plot="story">
          {frame !== null && (
            <>
              <Background {...{ story, source, way, frame, colour, themeKey }} />
              <Thick {...{ story, way, frame }} />
              <Clock frame={frame} />
            </>
          )}
        </div>
        {frame !== null && <Steps {...{ story, way, frame, isNarrow }} />}
      </div>
      {frame !== null && (
        <>
          <p className={styles.caption}>
            <b style={{ color: colour }}>Window</b> and what is <b>sent and not acknowledged</b>, packets
          </p>
          <div className={styles.below}>
            <StoryWindow source={source} range={frame.range} colour={colour} />
          </div>
          <Axis frame={frame} />
        </>
      )}
    </>
  );
}

/** The names of the places, beside the plot. */
function Levels() {
  return (
    <div className={styles.levels} aria-hidden="true">
      <span style={{ top: '0%' }}>sender</span>
      <span style={{ top: `${50 * (LADDER_QUEUE[0] + LADDER_QUEUE[1])}%` }}>queue</span>
      <span style={{ top: '100%' }}>receiver</span>
    </div>
  );
}

/** All other packets, faint. */
function Background({ story, source, way, frame, colour, themeKey }: PlotProps & { frame: Frame }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null || context === null) return;
    const ratio = window.devicePixelRatio;
    element.width = Math.round(frame.width * ratio);
    element.height = Math.round(frame.height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const probe = getComputedStyle(element);
    const ink = probe.color;
    const { width, height, range } = frame;
    paintPackets(context, story.log, source.trace.focus, way, { width, height }, range, {
      segment: ink,
      resent: ink,
      ack: token('--ink-3', themeKey),
      lost: token('--danger', themeKey),
      line: token('--line-strong', themeKey),
    });
  }, [story, source, way, frame, themeKey]);
  return <canvas ref={canvas} className={styles.others} style={{ color: colour }} aria-hidden="true" />;
}

/** The packets of the story. */
function Thick({ story, way, frame }: Drawn) {
  const { width, height } = frame;
  return (
    <svg className={styles.thick} width={width} height={height} aria-hidden="true">
      {[0, ...LADDER_QUEUE, 1].map((share) => (
        <line
          key={share}
          className={styles.level}
          x1={0}
          x2={width}
          y1={1 + share * (height - 2)}
          y2={1 + share * (height - 2)}
        />
      ))}
      {story.lines.map((thick, at) => {
        const { lines, cross } = linesOf(story, thick, way, frame);
        return (
          <g key={at} data-thick={thick.tone}>
            {lines.map(([a, b], line) => (
              <line key={line} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
            ))}
            {cross !== null && (
              <path d={`M${String(cross.x - 6)} ${String(cross.y - 6)}l12 12m0 -12l-12 12`} />
            )}
          </g>
        );
      })}
    </svg>
  );
}

const NO_PLACES: readonly (Box | null)[] = [];

/** The places of the labels, once their sizes are known. */
function usePlaces(
  list: React.RefObject<HTMLOListElement | null>,
  points: readonly Point[],
  { story, way, frame, isNarrow }: Drawn & { isNarrow: boolean },
): readonly (Box | null)[] {
  const [places, setPlaces] = useState<readonly (Box | null)[]>([]);
  useLayoutEffect(() => {
    const element = list.current;
    if (isNarrow || element === null) return undefined;
    const place = (): void => {
      const sizes = [...element.children].map((item) => {
        const { width, height } = item.getBoundingClientRect();
        return { width: Math.ceil(width) + 1, height: Math.ceil(height) };
      });
      const lines = story.lines.flatMap((thick) => linesOf(story, thick, way, frame).lines);
      setPlaces(placeLabels(points, sizes, lines, frame));
    };
    const observer = new ResizeObserver(place);
    for (const item of element.children) observer.observe(item);
    place();
    return () => observer.disconnect();
  }, [list, story, way, frame, points, isNarrow]);
  return isNarrow ? NO_PLACES : places;
}

/** The numbered steps: beside their points, or as a list below a narrow plot. A press moves the clock there. */
function Steps(props: Drawn & { isNarrow: boolean }) {
  const { story, way, frame, isNarrow } = props;
  const actions = useActions();
  const list = useRef<HTMLOListElement>(null);
  const points = useMemo(
    () => story.steps.map((step) => pointOf(story, step, way, frame)),
    [story, way, frame],
  );
  const places = usePlaces(list, points, props);
  return (
    <>
      <svg className={styles.dots} width={frame.width} height={frame.height} aria-hidden="true">
        {points.map((point, at) => {
          const box = places[at];
          const from = box == null ? null : leaderFrom(box, point);
          return (
            <g key={at}>
              {from !== null && <line x1={from.x} y1={from.y} x2={point.x} y2={point.y} />}
              {/* Without a label beside it the point has its number. */}
              <circle cx={point.x} cy={point.y} r={box == null ? 8 : 5} />
              {box == null && (
                <text x={point.x} y={point.y}>
                  {at + 1}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <ol ref={list} className={styles.steps} aria-label="Steps" data-narrow={isNarrow || undefined}>
        {story.steps.map((step, at) => {
          const place = places[at];
          return (
            <li
              key={at}
              data-step={at + 1}
              data-placed={place == null ? undefined : true}
              style={place == null ? undefined : { left: place.left, top: place.top }}
            >
              <button type="button" onClick={() => actions.seek(step.timeS)}>
                <span className={styles.badge} aria-hidden="true">
                  {at + 1}
                </span>
                <b>{step.title}</b>
                {step.detail !== '' && <small>{step.detail}</small>}
                <span className="visually-hidden">, at {formatFixed(step.timeS, 3)} s</span>
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Clock({ frame: { width, range } }: { frame: Frame }) {
  const timeS = useSignal(useLab().signals.clock);
  const share = (timeS - range[0]) / (range[1] - range[0]);
  if (!(share >= 0 && share <= 1)) return null;
  return <div className={styles.clock} style={{ left: share * width }} aria-hidden="true" />;
}

function Axis({ frame: { width, range } }: { frame: Frame }) {
  return (
    <div className={styles.axis} aria-hidden="true">
      {ticksFor(range, [0, width], Math.max(2, Math.floor(width / 160))).map(({ value, position, text }) => (
        <span key={value} style={{ left: position }}>
          {text}
        </span>
      ))}
      <span className={styles.unit}>s</span>
    </div>
  );
}
