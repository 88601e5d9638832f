import { useCallback, useEffect, useRef, useState } from 'react';
import { columnsInk, heightShare, valueAt } from '@ackscope/charts';
import type { ColumnInk, RowDefinition } from '@ackscope/charts';
import { useLab, useLabState } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { KNOB_SPECS } from '../scenario/firstKnobs.ts';
import { useMeasured } from '../base/useMeasured.ts';
import { useSignal } from '../base/useSignal.ts';
import { nextValue } from '../kit/Slider.tsx';
import type { SliderScale } from '../kit/Slider.tsx';
import { dragState } from '../lab/dragState.ts';
import { knobValue, lineOf, LINES, tagOf } from './grab.ts';
import type { Line } from './grab.ts';
import { useHold } from './useHold.ts';
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

const NO_PLOTS: ReadonlyMap<string, PlotBox> = new Map();

/** The grips of a lane's lines, at their right ends. */
export function Grips({ lane, rows, domains, timeDomain }: GripsProps) {
  const root = useRef<HTMLDivElement>(null);
  const scenario = useLabState((state) => state.scenario.wanted);
  // A run begins some time after its change.
  const isRunning = useLabState(
    ({ run, scenario: { wanted } }) => run.status !== 'done' || run.scenario !== wanted,
  );
  const isHidden = useLabState((state) => state.view.hidesFuture) || isRunning;
  const [focused, setFocused] = useState<string | null>(null);
  const grabbed = useSignal(dragState(useLab()));
  const names = rows.map(({ id }) => id).join();
  const plots = useMeasured<ReadonlyMap<string, PlotBox>>(root, names, NO_PLOTS, (element, curves) => {
    const origin = element.getBoundingClientRect();
    const boxes = [...curves.querySelectorAll<HTMLElement>('[data-plot]')].map((plot) => {
      const { top, height, right, left } = plot.getBoundingClientRect();
      const box = { top: top - origin.top, height, right: right - origin.left, left: left - origin.left };
      return [plot.dataset.plot ?? '', box] as const;
    });
    return new Map(boxes);
  });
  const lines = isHidden && grabbed === null ? [] : rows.map(({ id }) => lineOf(id, scenario, lane));
  // A line in the hand, or moved by keys, stays there while its run is computed.
  const stays = (row: string): boolean => grabbed?.row === row || (isRunning && focused === row);
  return (
    <div ref={root} className={styles.grips} data-part="grips">
      {rows.map((row, at) => {
        const [line, plot, domain] = [
          lines[at] ?? (stays(row.id) ? LINES.find((one) => one.row === row.id) : null),
          plots.get(row.id),
          domains[at],
        ];
        const value = line == null ? null : KNOB_SPECS[line.knob].read(scenario);
        if (line == null || value === null || plot === undefined || domain === undefined) return null;
        const span = { width: plot.right - plot.left, height: plot.height };
        // A grip in the hand stands at the right end.
        const inks = grabbed?.row === row.id ? [] : columnsInk(row, lane.data, timeDomain, domain, span);
        return (
          <Grip
            key={row.id}
            {...{ line, value, plot, domain, rows, domains, inks }}
            isLog={row.isLog === true}
            onFocus={setFocused}
          />
        );
      })}
    </div>
  );
}

interface GripProps {
  line: Line;
  /** What its knob has now. */
  value: number;
  plot: PlotBox;
  domain: readonly [number, number];
  isLog: boolean;
  /** What the traces cover. */
  inks: readonly ColumnInk[];
  rows: readonly RowDefinition[];
  domains: readonly (readonly [number, number])[];
  /** With its row; null when it loses the focus. */
  onFocus: (row: string | null) => void;
}

/** One line in the hand: by pointer, and as a slider by keys. */
function Grip({ line, value, plot, domain, isLog, inks, rows, domains, onFocus }: GripProps) {
  const lab = useLab();
  const shown = dragState(lab);
  const grabbed = useSignal(shown);
  /** The move that the next frame makes. */
  const pending = useRef<{ frame: number; move: () => void } | null>(null);
  // The scales move again.
  const freeScales = useCallback(() => shown.set(null), [shown]);
  /** In this grip's hand. The same line in another lane looks held, too. */
  const hold = useHold(freeScales);
  useEffect(
    () => () => {
      if (pending.current !== null) cancelAnimationFrame(pending.current.frame);
    },
    [],
  );
  const { read, change, unit } = KNOB_SPECS[line.knob];
  const scale = useLabState((state) => KNOB_SPECS[line.knob].scale(state.scenario.wanted));
  const isHeld = grabbed?.row === line.row;
  const held = isHeld ? (grabbed.domains.get(line.row) ?? domain) : domain;
  const share = heightShare(value / line.factor, held, isLog);
  if (share > 1 && !isHeld) return null;
  const y = plot.top + plot.height * (1 - Math.min(1, Math.max(0, share)));

  const x = isHeld ? plot.right - plot.left - WIDE - 4 : freeX(inks, y - plot.top, plot.right - plot.left);

  const set = (next: number): void => {
    const { wanted } = lab.store.getState().scenario;
    if (next === read(wanted)) return;
    hold.change(change(wanted, next));
  };
  const take = (): void => {
    hold.onHold(true);
    shown.set({
      row: line.row,
      knob: line.knob,
      was: value,
      domains: new Map(rows.map(({ id }, at) => [id, domains[at] ?? [0, 1]])),
    });
  };
  const flush = (): void => {
    if (pending.current === null) return;
    const { frame, move } = pending.current;
    pending.current = null;
    cancelAnimationFrame(frame);
    move();
  };
  const release = (): void => {
    if (!hold.isHeld()) return;
    flush();
    hold.onHold(false);
  };
  const follow = (clientY: number, area: DOMRect): void => {
    if (pending.current !== null) cancelAnimationFrame(pending.current.frame);
    const move = (): void => {
      const at = 1 - (clientY - (area.top + plot.top)) / plot.height;
      set(knobValue(line, valueAt(Math.min(1, Math.max(0, at)), held, isLog), scale));
    };
    pending.current = { frame: requestAnimationFrame(flush), move };
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
        onFocus={() => onFocus(line.row)}
        onBlur={() => onFocus(null)}
        onPointerDown={(event) => {
          if (event.button !== 0 || grabbed !== null) return;
          event.preventDefault();
          event.currentTarget.focus();
          event.currentTarget.setPointerCapture(event.pointerId);
          take();
        }}
        onPointerMove={(event) => {
          const area = event.currentTarget.parentElement?.getBoundingClientRect();
          if (hold.isHeld() && area !== undefined) follow(event.clientY, area);
        }}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={(event) => {
          const next = byKey(event.key, scale, value);
          if (next === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          if (next !== null) set(next);
        }}
      />
    </>
  );
}

/** The value after a key: undefined for a key that moves nothing, null at the end of the scale. */
function byKey(key: string, scale: SliderScale, value: number): number | null | undefined {
  if (key === 'Home') return scale.toValue(0);
  if (key === 'End') return scale.toValue(1);
  const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 5, PageDown: -5 }[key];
  return steps === undefined ? undefined : nextValue(scale, value, steps / 50);
}
