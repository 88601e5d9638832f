import { useEffect, useRef } from 'react';
import { outlineOf } from '../draw/outline.ts';
import { paintLayer } from '../draw/paint.ts';
import { token } from '../draw/tokens.ts';
import { domainTo } from '../frame/scales.ts';
import { useSize } from '../frame/useSize.ts';
import type { SeriesStyle } from '../palette.ts';
import type { TraceColumns } from '../types.ts';
import styles from './TraceThumb.module.css';

export interface ThumbLane {
  style: SeriesStyle;
  columns: TraceColumns | null;
}

export interface TraceThumbProps {
  lanes: readonly ThumbLane[];
  durationS: number;
  /** Rises as the columns grow. */
  revision: number;
  label: string;
  themeKey: string;
}

/** One series of every lane, over one another: a run at a glance. */
export function TraceThumb({ lanes, durationS, revision, label, themeKey }: TraceThumbProps) {
  const [root, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || size === null) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.round(size.width * ratio);
    element.height = Math.round(size.height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const top = Math.max(0, ...lanes.map((lane) => lane.columns?.peak ?? 0));
    for (const { columns, style } of lanes) {
      if (columns === null) continue;
      const ink = {
        colour: token(`--series-${style.colour}`, themeKey),
        lineWidth: 1.25,
        dash: [],
        fill: 0,
      };
      const box = { width: size.width, height: size.height, domain: domainTo(top), reach: size.width };
      paintLayer(context, outlineOf(columns, [0, durationS], size.width), box, 'line', ink);
    }
  }, [lanes, durationS, revision, size, themeKey]);
  return (
    <div ref={root} className={styles.thumb} role="img" aria-label={label}>
      <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
    </div>
  );
}
