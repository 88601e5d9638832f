import type { Unit } from '../format.ts';
import { useWidth } from '../frame/useSize.ts';
import type { TraceColumns } from '../types.ts';
import { PaperChart, paperBox } from './PaperChart.tsx';
import type { PaperLine, PaperMark } from './PaperChart.tsx';
import styles from './PaperChart.module.css';

export interface LivePaperProps {
  label: string;
  title: string;
  unit: Unit;
  timeDomain: readonly [number, number];
  domain: readonly [number, number];
  /** In pixels at the default letter size; it grows with the letters. */
  height: number;
  /** The curve ends here. Later samples may be known already, but must not be shown yet. */
  untilS: number;
  /** Undefined while there is no data. */
  columns: TraceColumns | undefined;
  colour?: string;
  marks?: readonly PaperMark[];
  /** A level that is dragged anywhere on the chart. Keys must reach it by other means. */
  level?: { value: number; onDrag: (value: number) => void };
}

/** One curve up to the current time, as wide as its container. */
export function LivePaper(props: LivePaperProps) {
  const [box, size] = useWidth<HTMLDivElement>();
  const { columns, untilS, label, marks, colour, level, domain } = props;
  const scale = size?.scale ?? 1;
  const height = props.height * scale;
  const plot = paperBox(size?.width ?? 640, height, scale);
  const levelY = (value: number): number =>
    plot.height * (1 - Math.min(1, Math.max(0, (value - domain[0]) / (domain[1] - domain[0]))));
  const handlers = (onDrag: (value: number) => void) => {
    const drag = (event: React.PointerEvent<HTMLDivElement>): void => {
      const up = event.clientY - event.currentTarget.getBoundingClientRect().top - plot.top;
      const share = 1 - Math.min(1, Math.max(0, up / plot.height));
      onDrag(domain[0] + share * (domain[1] - domain[0]));
    };
    return {
      onPointerDown: (event: React.PointerEvent<HTMLDivElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      },
      onPointerMove: (event: React.PointerEvent<HTMLDivElement>) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event);
      },
    };
  };
  const lines: PaperLine[] =
    columns === undefined ? [] : [{ label, columns, untilS, ...(colour === undefined ? {} : { colour }) }];
  return (
    <div
      ref={box}
      {...(level === undefined ? {} : handlers(level.onDrag))}
      className={level === undefined ? undefined : styles.levelled}
    >
      <PaperChart
        label={label}
        title={props.title}
        unit={props.unit}
        timeDomain={props.timeDomain}
        domain={props.domain}
        width={size?.width ?? 640}
        height={height}
        scale={scale}
        lines={lines}
        {...(marks === undefined ? {} : { marks })}
      >
        {level !== undefined && (
          <path
            className={styles.level}
            data-level={level.value}
            d={`M0 ${levelY(level.value)}H${plot.width}`}
          />
        )}
      </PaperChart>
    </div>
  );
}
