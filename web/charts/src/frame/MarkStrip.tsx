import { lastAtOrBefore, MARK_KIND } from '@ackscope/engine';
import { useLayoutEffect, useRef } from 'react';
import { paintPhases } from '../draw/shades.ts';
import { Surface } from '../draw/surface.ts';
import { token } from '../draw/tokens.ts';
import { useSignals } from '../signal.ts';
import type { LaneData, MarkColumns, Signal } from '../types.ts';
import { edgeAt } from './scales.ts';
import { useSize } from './useSize.ts';
import styles from './LaneFrame.module.css';

/** Height of the line of phases, with the gap below it. */
const PHASE_HEIGHT = 4;

interface MarkStripProps {
  lanes: readonly LaneData[];
  marks: readonly MarkColumns[];
  timeDomain: readonly [number, number];
  clock: Signal<number>;
  themeKey: string;
  hidesFuture?: boolean;
}

/**
 * Marks of the sender: a window cut (short stroke), a fast retransmit (stroke with a hook), a
 * timeout (full stroke with a head). Above them is the sender's phase. The strip covers the top
 * tenth of the first row, which traces leave free. Lanes that share a chart have a line each.
 */
export function MarkStrip(props: MarkStripProps) {
  const { lanes, marks, timeDomain, clock, themeKey, hidesFuture } = props;
  const [strip, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<Surface | null>(null);
  const future = useRef(0.26);
  const [fromS, toS] = timeDomain;

  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null || size === null) return;
    const target = (surface.current ??= new Surface(element));
    target.resize(size.width, size.height, window.devicePixelRatio || 1);
    future.current = hidesFuture === true ? 0 : Number(token('--future', themeKey)) || 0.26;
    const domain: [number, number] = [fromS, toS];
    const danger = token('--danger', themeKey);
    const width = size.width / size.scale;
    const pitch = size.height / size.scale / Math.max(1, lanes.length);
    target.paint(size.scale, (context) => {
      lanes.forEach((lane, line) => {
        const colour = token(`--series-${lane.colour}`, themeKey);
        const own = marks[line];
        context.save();
        context.translate(0, line * pitch);
        const isOnly = lanes.length === 1;
        const phase = isOnly ? PHASE_HEIGHT : 0;
        if (isOnly) {
          const plot = { width, height: phase - 1, domain };
          paintPhases(context, lane.phases, plot, lane.simulatedS, [
            'transparent',
            token('--phase-start', themeKey),
            token('--phase-avoidance', themeKey),
            token('--phase-recovery', themeKey),
          ]);
          context.translate(0, phase);
        }
        if (own !== undefined) paintMarks(context, own, domain, width, pitch - phase, colour, danger, isOnly);
        context.restore();
      });
    });
    target.show(edgeAt(clock.get(), [fromS, toS], size, future.current), future.current);
  }, [lanes, marks, size, fromS, toS, themeKey, clock, hidesFuture]);

  useSignals([clock], () => {
    if (size === null) return;
    surface.current?.show(edgeAt(clock.get(), timeDomain, size, future.current), future.current);
  });

  return (
    <div className={styles.marks} ref={strip}>
      <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
    </div>
  );
}

function paintMarks(
  context: CanvasRenderingContext2D,
  marks: MarkColumns,
  domain: readonly [number, number],
  width: number,
  height: number,
  colour: string,
  danger: string,
  heads = true,
): void {
  const perSecond = width / (domain[1] - domain[0]);
  const begin = lastAtOrBefore(marks.timeS, marks.count, domain[0] - (domain[1] - domain[0]) * 0.01) + 1;
  let lastCut = -Infinity;
  context.fillStyle = colour;
  for (let index = begin; index < marks.count; index += 1) {
    if (marks.kind[index] === MARK_KIND.timeout) continue;
    const timeS = marks.timeS[index] ?? 0;
    if (timeS > domain[1]) break;
    const x = Math.round((timeS - domain[0]) * perSecond);
    // Marks closer than two pixels would look like a bar; only one of them is drawn.
    if (x - lastCut < 2) continue;
    const hook = heads && marks.kind[index] === MARK_KIND.fastRetransmit && x - lastCut >= 5;
    lastCut = x;
    context.fillRect(x - 0.5, height * 0.4, 1, height * 0.6);
    if (hook) context.fillRect(x - 0.5, height * 0.4, 3, 1);
  }
  context.fillStyle = danger;
  for (let index = begin; index < marks.count; index += 1) {
    if (marks.kind[index] !== MARK_KIND.timeout) continue;
    const timeS = marks.timeS[index] ?? 0;
    if (timeS > domain[1]) break;
    const x = Math.round((timeS - domain[0]) * perSecond);
    context.fillRect(x - 0.75, heads ? 2 : 0, 1.5, height - 2);
    if (!heads) continue;
    context.beginPath();
    context.arc(x, 3, 2.5, 0, 2 * Math.PI);
    context.fill();
  }
}
