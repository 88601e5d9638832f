import type { Unit } from '../format.ts';
import { useSize } from '../frame/useSize.ts';
import type { TraceColumns } from '../types.ts';
import { PaperChart } from './PaperChart.tsx';
import type { PaperLine, PaperMark } from './PaperChart.tsx';

export interface LivePaperProps {
  label: string;
  title: string;
  unit: Unit;
  timeDomain: readonly [number, number];
  domain: readonly [number, number];
  height: number;
  /** Up to here it is shown: what is known of the time after is nobody's business yet. */
  untilS: number;
  /** Nothing yet, if undefined. */
  columns: TraceColumns | undefined;
  colour?: string;
  marks?: readonly PaperMark[];
}

/** One curve up to now, as wide as its place. */
export function LivePaper(props: LivePaperProps) {
  const [box, size] = useSize<HTMLDivElement>();
  const { columns, untilS, label, marks, colour } = props;
  const lines: PaperLine[] =
    columns === undefined ? [] : [{ label, columns, untilS, ...(colour === undefined ? {} : { colour }) }];
  return (
    <div ref={box}>
      <PaperChart
        label={label}
        title={props.title}
        unit={props.unit}
        timeDomain={props.timeDomain}
        domain={props.domain}
        width={size?.width ?? 640}
        height={props.height}
        lines={lines}
        {...(marks === undefined ? {} : { marks })}
      />
    </div>
  );
}
