import { useLayoutEffect, useRef, useState } from 'react';
import { columnsInk, heightShare, valueAt } from '@ackscope/charts';
import type { ColumnInk, RowDefinition } from '@ackscope/charts';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import type { LaneView } from '../lab/laneData.ts';
import { KNOB_SPECS } from '../lab/firstKnobs.ts';
import { useSignal } from '../lab/useSignal.ts';
import { grabbedOf } from '../lab/grabbed.ts';
import { knobValue, lineOf, LINES, tagOf } from './grab.ts';
import type { Line } from './grab.ts';
import styles from './Grips.module.css';

interface GripsProps {
  lane: LaneView;
  rows: readonly RowDefinition[];
  domains: readonly (readonly [number, number])[];
  timeDomain: readonly [number, number];
}

/** Half the height and the width of a grip, and how far from the right end it may stand. */
const [HALF, WIDE, FAR] = [8, 18, 0.5];

/** Where no trace is under the grip: as far right as there is room, else at the end of its line. */
function freeX(inks: readonly ColumnInk[], y: number, width: number): number {
  const near = inks.filter(({ top, bottom }) => top < y + HALF && bottom > y - HALF);
  for (let x = width - WIDE - 4; x > width * FAR; x -= 3)
    if (!near.some((ink) => ink.x > x - 2 && ink.x < x + WIDE + 2)) return x;
  return width - WIDE - 4;
}

interface PlotBox {
  top: number;
  height: number;
  right: number;
  left: number;
}

/** The grips of a lane's lines, at their right ends. */
export function Grips({ lane, rows, domains, timeDomain }: GripsProps) {
  const root = useRef<HTMLDivElement>(null);
  const [plots, setPlots] = useState<ReadonlyMap<string, PlotBox>>(new Map());
  const scenario = useLabState((state) => state.scenario.wanted);
  const isHidden = useLabState((state) => state.view.hidesFuture || state.run.status !== 'done');
  const grabbed = useSignal(grabbedOf(useLab()));
  const names = rows.map(({ id }) => id).join();
  useLayoutEffect(() => {
    const element = root.current;
    const curves = element?.parentElement;
    if (element === null || curves == null) return undefined;
    const measure = (): void => {
      const origin = element.getBoundingClientRect();
      const boxes = [...curves.querySelectorAll<HTMLElement>('[data-plot]')].map((plot) => {
        const { top, height, right, left } = plot.getBoundingClientRect();
        const box = { top: top - origin.top, height, right: right - origin.left, left: left - origin.left };
        return [plot.dataset.plot ?? '', box] as const;
      });
      setPlots(new Map(boxes));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(curves);
    measure();
    return () => observer.disconnect();
  }, [names]);
  // A line in the hand stays there while its run is computed.
  const lines = isHidden && grabbed === null ? [] : rows.map(({ id }) => lineOf(id, scenario, lane));
  return (
    <div ref={root} className={styles.grips}>
      {rows.map((row, at) => {
        const [line, plot, domain] = [
          lines[at] ?? (grabbed?.row === row.id ? LINES.find((one) => one.row === row.id) : null),
          plots.get(row.id),
          domains[at],
        ];
        if (line == null || plot === undefined || domain === undefined) return null;
        const span = { width: plot.right - plot.left, height: plot.height };
        const inks = columnsInk(row, lane.data, timeDomain, domain, span);
        return (
          <Grip key={row.id} {...{ line, plot, domain, rows, domains, inks }} isLog={row.isLog === true} />
        );
      })}
    </div>
  );
}

interface GripProps {
  line: Line;
  plot: PlotBox;
  domain: readonly [number, number];
  isLog: boolean;
  /** What the traces cover. */
  inks: readonly ColumnInk[];
  rows: readonly RowDefinition[];
  domains: readonly (readonly [number, number])[];
}

/** One line in the hand: by pointer, and as a slider by keys. */
function Grip({ line, plot, domain, isLog, inks, rows, domains }: GripProps) {
  const lab = useLab();
  const actions = useActions();
  const scenario = useLabState((state) => state.scenario.wanted);
  const shown = grabbedOf(lab);
  const grabbed = useSignal(shown);
  const frame = useRef<number | null>(null);
  const { read, change, scale, unit } = KNOB_SPECS[line.knob];
  const value = read(scenario);
  if (value === null) return null;
  const isHeld = grabbed?.row === line.row;
  const held = isHeld ? (grabbed.domains.get(line.row) ?? domain) : domain;
  const share = heightShare(value / line.factor, held, isLog);
  if (share > 1 && !isHeld) return null;
  const y = plot.top + plot.height * (1 - Math.min(1, Math.max(0, share)));

  const x = isHeld ? plot.right - plot.left - WIDE - 4 : freeX(inks, y - plot.top, plot.right - plot.left);

  const take = (): void => {
    const { reference } = lab.store.getState();
    // The run before stays in grey for as long as the line is in the hand.
    if (reference.link === null) actions.keepReference();
    shown.set({
      row: line.row,
      knob: line.knob,
      was: value,
      domains: new Map(rows.map(({ id }, at) => [id, domains[at] ?? [0, 1]])),
    });
  };
  const release = (): void => {
    shown.set(null);
    const { run } = lab.store.getState().reference;
    actions.setReference(run, null);
  };
  const set = (next: number): void => {
    if (next !== read(lab.store.getState().scenario.wanted)) actions.change(change(scenario, next));
  };
  const follow = (clientY: number, area: DOMRect): void => {
    if (frame.current !== null) cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      frame.current = null;
      const at = 1 - (clientY - (area.top + plot.top)) / plot.height;
      set(knobValue(line, valueAt(Math.min(1, Math.max(0, at)), held, isLog)));
    });
  };
  return (
    <>
      {isHeld && (
        <>
          <div className={styles.line} style={{ top: y, left: plot.left, width: plot.right - plot.left }} />
          <output className={styles.tag} style={{ top: y, left: plot.right - 36 }}>
            {tagOf(grabbed, value)}
          </output>
        </>
      )}
      <div
        className={styles.grip}
        role="slider"
        tabIndex={0}
        aria-label={`${line.name}: drag the line`}
        aria-orientation="vertical"
        aria-valuemin={scale.toValue(0)}
        aria-valuemax={scale.toValue(1)}
        aria-valuenow={value}
        aria-valuetext={`${String(value)} ${unit}`}
        data-grip={line.row}
        data-held={isHeld || undefined}
        style={{ top: y, left: plot.left + x - 3 }}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.focus();
          event.currentTarget.setPointerCapture(event.pointerId);
          take();
        }}
        onPointerMove={(event) => {
          const area = event.currentTarget.parentElement?.getBoundingClientRect();
          if (isHeld && area !== undefined) follow(event.clientY, area);
        }}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={(event) => {
          const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 5, PageDown: -5 }[
            event.key
          ];
          if (step === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          const next = scale.toValue(Math.min(1, Math.max(0, scale.toPosition(value) + step / 50)));
          set(knobValue(line, next / line.factor));
        }}
      />
    </>
  );
}
