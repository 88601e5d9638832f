import { useEffect, useRef } from 'react';
import { property, Surface } from '../draw/surface.ts';
import { useSignals } from '../signal.ts';
import type { LaneData, MarkColumns, Signal } from '../types.ts';
import { positionOf } from './scales.ts';
import { useSize } from './useSize.ts';
import styles from './LaneFrame.module.css';

interface MarkStripProps {
  lane: LaneData;
  marks: MarkColumns;
  timeDomain: readonly [number, number];
  clock: Signal<number>;
  themeKey: string;
}

/** Where a lane's window was cut (a short stroke) and where its timer ran out (a full one with a head). */
export function MarkStrip({ lane, marks, timeDomain, clock, themeKey }: MarkStripProps) {
  const [strip, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<Surface | null>(null);
  const future = useRef(0.26);
  const [fromS, toS] = timeDomain;

  useEffect(() => {
    const element = canvas.current;
    if (element === null || size === null) return;
    const target = (surface.current ??= new Surface(element));
    target.resize(size.width, size.height, window.devicePixelRatio || 1);
    future.current = Number(property('--future', themeKey)) || 0.26;
    const colour = property(`--series-${lane.colour}`, themeKey);
    const danger = property('--danger', themeKey);
    target.paint((context) =>
      paintMarks(context, marks, [fromS, toS], size.width, size.height, colour, danger),
    );
    target.show(positionOf(clock.get(), [fromS, toS], size.width), future.current);
  }, [lane.colour, lane.revision, marks, marks.count, size, fromS, toS, themeKey, clock]);

  useSignals([clock], () => {
    if (size !== null) surface.current?.show(positionOf(clock.get(), timeDomain, size.width), future.current);
  });

  return (
    <div className={styles.marks} ref={strip}>
      <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
    </div>
  );
}

export function paintMarks(
  context: CanvasRenderingContext2D,
  marks: MarkColumns,
  domain: readonly [number, number],
  width: number,
  height: number,
  colour: string,
  danger: string,
): void {
  const perSecond = width / (domain[1] - domain[0]);
  let lastCut = -Infinity;
  context.fillStyle = colour;
  for (let index = 0; index < marks.count; index += 1) {
    if (marks.kind[index] === 1) continue;
    const x = Math.round(((marks.timeS[index] ?? 0) - domain[0]) * perSecond);
    // Marks closer than two pixels would melt into a bar; one of them stands for both.
    if (x - lastCut < 2) continue;
    lastCut = x;
    context.fillRect(x - 0.5, height * 0.45, 1, height * 0.55);
  }
  context.fillStyle = danger;
  for (let index = 0; index < marks.count; index += 1) {
    if (marks.kind[index] !== 1) continue;
    const x = Math.round(((marks.timeS[index] ?? 0) - domain[0]) * perSecond);
    context.fillRect(x - 0.75, 2, 1.5, height - 2);
    context.beginPath();
    context.arc(x, 3, 2.5, 0, 2 * Math.PI);
    context.fill();
  }
}
