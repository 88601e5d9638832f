import { lossKey } from '../derive/lossKey.ts';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { layersOf, warningOf, paintRow, showsPackets } from '../draw/row.ts';
import { Surface } from '../draw/surface.ts';
import { token } from '../draw/tokens.ts';
import { inTurn, nextTurn, noTurn } from '../draw/turns.ts';
import { scaleFor } from '../format.ts';
import { useSignals } from '../signal.ts';
import type { BandSpan, LaneData, RowDefinition, Signal } from '../types.ts';
import { Grid } from './Grid.tsx';
import { LineLabels } from './LineLabels.tsx';
import { Readout } from './Readout.tsx';
import { edgeAt } from './scales.ts';
import { Spikes } from './Spikes.tsx';
import { useSize } from './useSize.ts';
import styles from './LaneFrame.module.css';

export interface RowViewProps {
  row: RowDefinition;
  /** One lane with all its layers, or several lanes over each other. */
  lanes: readonly LaneData[];
  domain: readonly [number, number];
  timeDomain: readonly [number, number];
  timeTicks: readonly number[];
  bands: readonly BandSpan[];
  clock: Signal<number>;
  hover: Signal<number | null>;
  themeKey: string;
  hidesFuture?: boolean;
  /** Whether what lies after the clock is faint. */
  hasFuture?: boolean;
  /** Whether values are shown beside the grid's lines. */
  hasScale: boolean;
  /** Whether the row's name is shown; lanes side by side share the first lane's. */
  hasName: boolean;
  /** Instead of the name in a later lane: what one of the row's words means. */
  meaning?: string | undefined;
  /** Whether there is room at the right of the plot for the names of lines. */
  hasLineNames: boolean;
  /** Drawn over the top of the plot. */
  children?: ReactNode;
}

/** In a plot narrower than this, a long name has no room beside the value. */
const TIGHT_PX = 200;
/** Lanes that share a chart have a value each. */
const VALUE_PX = 40;
const WARNING_PX = 210;
/** The same beside the numbers of the last segment and the last ACK. */
const TIGHT_PACKETS_PX = 360;
/** Cost of a curve that still receives data, in curves: so three rows are painted per frame. */
const ARRIVING = 2;

/** One row: grid and axis as SVG, traces on a canvas, values as text. */
export function RowView(props: RowViewProps) {
  const {
    row,
    lanes,
    domain,
    timeDomain,
    bands,
    clock,
    hover,
    themeKey,
    hidesFuture,
    hasFuture = true,
  } = props;
  const [plot, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<Surface | null>(null);
  const future = useRef(0.26);
  /** Whether what was painted last was finished, or had no data yet. */
  const wasStill = useRef(false);
  const parts = useMemo(() => layersOf(row, lanes), [row, lanes]);
  const [first] = lanes;
  const reference = first === undefined ? null : row.reference(first);
  const scale = scaleFor(reference?.value ?? domain[1], row.unit);
  const unit = row.unit === 'packets' || row.unit === 'segments' ? row.unit : scale.unit;
  const [low, high] = domain;
  const [fromS, toS] = timeDomain;
  const isAlone = first !== undefined && lanes.length === 1;
  // The losses of a hidden future are not told.
  const key = isAlone && row.losses === true && hidesFuture !== true ? lossKey(first) : '';
  const remark = `${isAlone ? (row.remark?.(first) ?? '') : ''} ${key}`.trim();
  const hasRemark = remark !== '';
  const warning = warningOf(row, lanes);
  const packets = showsPackets(row, lanes);
  const wordsPx = (packets ? TIGHT_PACKETS_PX : TIGHT_PX) + (warning === '' ? 0 : WARNING_PX);
  const neededPx = wordsPx + VALUE_PX * (lanes.length - 1);
  const isTight = size !== null && size.width < neededPx;
  const title = isTight ? (row.tight ?? row.title) : row.title;
  const isLadder = row.packetStyle === 'ladder';
  // Before the first data of a run, it is unknown which series are absent.
  const isBlank = lanes.every((lane) => lane.durationS === 0);
  const isEmpty = !packets && parts.every(({ lane, layers }) => lane.durationS > 0 && layers.length === 0);

  // Nothing is painted anew for it: the picture is shown after each render.
  useLayoutEffect(() => {
    const faint = hidesFuture === true ? 0 : Number(token('--future', themeKey)) || 0.26;
    future.current = hasFuture ? faint : 1;
  }, [hidesFuture, hasFuture, themeKey]);

  // A layout effect: grid and traces must appear in the same frame.
  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null || size === null) return;
    const isFirst = surface.current === null;
    const target = (surface.current ??= new Surface(element));
    target.resize(size.width, size.height, window.devicePixelRatio || 1);
    const { width, height, scale: letters } = size;
    const time: [number, number] = [fromS, toS];
    const paint = (): void => {
      const isPartial = target.paint(letters, (context) =>
        paintRow(context, {
          row,
          parts,
          bands,
          width: width / letters,
          height: height / letters,
          domain: [low, high],
          timeDomain: time,
          themeKey,
        }),
      );
      target.show(edgeAt(clock.get(), time, size, future.current), future.current);
      if (isPartial === true) nextTurn(target, parts.length, paint);
    };
    const isDense = parts.some(({ layers }) => layers.some(({ occurrences }) => occurrences !== undefined));
    // At first and while a run arrives, more than curves has to change. Such paintings take turns,
    // so that no input waits for all of them. What begins is painted at once: the reader sees the
    // effect of a knob, and the first curve does not wait for more data, which the next frame brings.
    const isWhole = parts.every(({ lane }) => lane.durationS > 0 && lane.simulatedS >= lane.durationS);
    const begins = wasStill.current && !isWhole;
    wasStill.current = isWhole || isBlank;
    const cost = ARRIVING * parts.length;
    if (isDense) inTurn(target, parts.length, paint);
    else if (begins) inTurn(target, cost, paint);
    else if (isFirst || !isWhole) nextTurn(target, cost, paint);
    else {
      noTurn(target);
      paint();
    }
  }, [row, parts, bands, size, low, high, fromS, toS, themeKey, clock, isBlank]);

  useEffect(() => () => noTurn(surface.current ?? {}), []);

  useSignals([clock], () => {
    if (size === null) return;
    surface.current?.show(edgeAt(clock.get(), timeDomain, size, future.current), future.current);
  });

  return (
    <div className={styles.row} data-row={row.id} data-packets={packets || undefined}>
      <div className={styles.rowHead}>
        <span className={props.hasName ? styles.rowTitle : 'visually-hidden'} data-spare>
          {packets && !isLadder ? (isTight ? 'segments' : 'segments and ACKs') : title}
          {!packets && parts.some((part) => part.layers.some((layer) => layer.style === 'step-dashed')) && (
            <span className={styles.dashed}>ssthresh</span>
          )}
          {!packets && reference?.isKey === true && reference.value <= high && (
            <span className={styles.dotted}>{reference.label}</span>
          )}
          {(!packets || isLadder) && <span className={styles.unit}>{unit}</span>}
          {packets && isLadder ? (
            <span className={styles.remark}>shallow in the queue: it waits</span>
          ) : packets ? (
            <PacketKey marks={(first?.recorded('marks').length ?? 0) > 0} />
          ) : (
            hasRemark && row.remarksEach !== true && <span className={styles.remark}>{remark}</span>
          )}
        </span>
        {!props.hasName && !packets && props.meaning !== undefined && (
          <span className={styles.meaning} data-part="meaning" data-spare>
            {props.meaning.split(' · ').map((part) => (
              <span key={part}>{part}</span>
            ))}
          </span>
        )}
        {hasRemark && row.remarksEach === true && !packets && (
          <span className={styles.remark} data-part="remark">
            {remark}
          </span>
        )}
        {warning !== '' && (
          <span className={styles.warning} role="note">
            {warning}
          </span>
        )}
        <Readout parts={parts} factor={scale.factor} clock={clock} hover={hover} />
      </div>
      <div className={styles.plotLine} style={{ flexGrow: row.weight }}>
        <div className={styles.plot} ref={plot} data-plot={row.id}>
          {size && (
            <Grid
              width={size.width}
              height={size.height}
              low={low}
              high={high}
              factor={scale.factor}
              isLog={row.isLog === true}
              isBlank={isBlank || isLadder}
              fromS={fromS}
              toS={toS}
              timeTicks={props.timeTicks}
              bands={bands}
              reference={reference?.value ?? null}
              isAside={reference?.isAside === true}
              below={first === undefined ? null : (row.below?.(first)?.value ?? null)}
              hasScale={props.hasScale}
            />
          )}
          <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
          {size !== null && props.hasLineNames && lanes.length > 1 && hidesFuture !== true && (
            <LineLabels
              parts={parts}
              size={size}
              domain={domain}
              isLog={row.isLog === true}
              timeDomain={timeDomain}
            />
          )}
          {size !== null && !packets && row.follows !== true && hidesFuture !== true && (
            <Spikes
              parts={parts}
              size={size}
              top={high}
              factor={scale.factor}
              timeDomain={timeDomain}
              revision={lanes.reduce((sum, lane) => sum + lane.revision, 0)}
            />
          )}
          {props.children}
          {isEmpty && row.absent !== undefined && <p className={styles.absent}>{row.absent}</p>}
        </div>
      </div>
    </div>
  );
}

/** The key to the marks of the time-sequence diagram. */
function PacketKey({ marks }: { marks: boolean }) {
  return (
    <span className={styles.packetKey}>
      <i data-mark="sent" /> sent <i data-mark="waits" /> in the queue <i data-mark="arrived" /> arrived{' '}
      <i data-mark="ack" /> ACK <i data-mark="lost" /> lost
      {marks && (
        <>
          {' '}
          <i data-mark="marked" /> marked
        </>
      )}
    </span>
  );
}
