import { useMemo, useRef } from 'react';
import { columnsInk, heightShare, positionOf } from '@ackscope/charts';
import type { LaneData, RowDefinition } from '@ackscope/charts';
import { useLabState } from '../lab/context.ts';
import { useMeasured } from '../base/useMeasured.ts';
import { inRow } from './cell.ts';
import type { Note } from './cell.ts';
import { isCrossed, leaderBox, leaderFrom, placeNear } from './place.ts';
import type { Box, Ink } from './place.ts';
import styles from './Notes.module.css';

export interface LaneNotesProps {
  notes: readonly Note[];
  lane: LaneData;
  rows: readonly RowDefinition[];
  domains: readonly (readonly [number, number])[];
  timeDomain: readonly [number, number];
}

interface Placed {
  row: string;
  text: string;
  turn: number;
  box: Box;
  anchor: { x: number; y: number };
  /** `nameX`: where its text begins; it has none where curves are at both ends. */
  level: { from: number; to: number; y: number; text: string; nameX: number } | null;
  /** It stands over curves and covers them. */
  isOver?: boolean;
}

/** The plot of a note's row, and the room that its text takes, the long one first. */
interface Measured {
  plot: Box;
  texts: readonly { text: string; width: number; height: number }[];
}

/** The marks of evidence over a lane's curves. A text that has no free place is left out. */
export function LaneNotes(props: LaneNotesProps) {
  const { lane, rows, domains, timeDomain } = props;
  const notes = useMemo(() => props.notes.map((note) => inRow(note, rows)), [props.notes, rows]);
  const root = useRef<HTMLDivElement>(null);
  const timeS = useLabState((state) => state.clock.timeS);
  const key = JSON.stringify([rows.map(({ id }) => id), notes.map(({ row, text }) => [row, text])]);
  const measured = useMeasured<readonly (Measured | null)[]>(root, key, [], (element, curves) =>
    notes.map((note) => measure(note, element, curves)),
  );
  const placed = useMemo(
    () => placeAll(measured, { notes, lane, rows, domains, timeDomain }, timeS),
    [measured, notes, lane, rows, domains, timeDomain, timeS],
  );
  return (
    <div ref={root} className={styles.notes} data-part="evidence">
      <svg className={styles.leaders} aria-hidden="true">
        {placed.map(({ turn, box, anchor, level }, at) => {
          const from = leaderFrom(box, anchor);
          return (
            <g key={at} style={inTurn(turn)}>
              {level !== null && (
                <>
                  <line className={styles.level} x1={level.from} x2={level.to} y1={level.y} y2={level.y} />
                  <text x={level.nameX} y={level.y - 4}>
                    {level.text}
                  </text>
                </>
              )}
              <line x1={from.x} y1={from.y} x2={anchor.x} y2={anchor.y} />
              <circle cx={anchor.x} cy={anchor.y} r={4} />
            </g>
          );
        })}
      </svg>
      {placed.map(({ row, text, turn, box, isOver }, at) => (
        <p
          key={at}
          data-note={row}
          data-over={isOver}
          style={{ ...inTurn(turn), left: box.left, top: box.top, width: box.width, height: box.height }}
        >
          {text}
        </p>
      ))}
      <p className={styles.measure} aria-hidden="true" />
    </div>
  );
}

const inTurn = (turn: number): React.CSSProperties => ({ animationDelay: `${String(turn * TURN_S)}s` });

/** A mark is read before the next one comes. */
const TURN_S = 0.9;
/** A text is at most as wide as the first of these, or has more lines. */
const WIDTHS = [220, 176];
/** The short text, where nothing wider has room: a queue of the way back is low and dense. */
const NARROW = 104;
/** The eye follows a leader line of this length, in pixels; then one of that length, rather than no text. */
const NEAR = [180, 260];
/** A long line that names a grey curve would be taken for one. */
const NEAR_GREY = [40, 70];
/** The name of a level ends with its line. */
const LEVEL_PX = 90;
/** The first rows of pixels belong to the marks of losses. */
const STRIP = 14;

/** A level and its name, if it has one. */
function levelBox({ from, to, y, text }: NonNullable<Placed['level']>): Box {
  const above = text === '' ? 1 : 16;
  return { left: from, top: y - above, width: to - from, height: above + 1 };
}

/** The name of a level stands at its right end, or at its left one, where no curve is. */
function nameLevel(level: NonNullable<Placed['level']>, inks: readonly Ink[], { left, top }: Box): void {
  const place = [level.to - LEVEL_PX, level.from + 4].find((x) => {
    const box = { left: x - left, top: level.y - 16 - top, width: LEVEL_PX, height: 15 };
    return !isCrossed(box, inks);
  });
  if (place === undefined) level.text = '';
  else level.nameX = place;
}

function measure(note: Note, element: HTMLElement, curves: HTMLElement): Measured | null {
  const plot = curves.querySelector<HTMLElement>(`[data-plot="${note.row}"]`)?.getBoundingClientRect();
  const paper = element.querySelector<HTMLElement>(`.${styles.measure ?? ''}`);
  if (plot === undefined || paper === null) return null;
  const origin = element.getBoundingClientRect();
  const words = [note.text, ...(note.short === undefined ? [] : [note.short])];
  const forms = [
    ...words.flatMap((text) => WIDTHS.map((widest) => [text, widest] as const)),
    ...words.slice(1).map((text) => [text, NARROW] as const),
  ];
  const texts = forms.map(([text, widest]) => {
    paper.style.maxWidth = `${String(Math.min(widest, plot.width - 12))}px`;
    paper.textContent = text;
    const { width, height } = paper.getBoundingClientRect();
    return { text, width: Math.ceil(width) + 1, height: Math.ceil(height) };
  });
  paper.textContent = '';
  const { width, height } = plot;
  return { plot: { left: plot.left - origin.left, top: plot.top - origin.top, width, height }, texts };
}

function placeAll(
  measured: readonly (Measured | null)[],
  { notes, lane, rows, domains, timeDomain }: LaneNotesProps,
  clockS: number,
): Placed[] {
  const seen = notes.flatMap((note, of) => {
    const at = rows.findIndex(({ id }) => id === note.row);
    const [row, domain, found] = [rows[at], domains[at], measured[of]];
    if (row === undefined || domain === undefined || found == null) return [];
    const { plot, texts } = found;
    const { left, top } = plot;
    const x = (timeS: number): number => left + positionOf(timeS, timeDomain, plot.width);
    const y = (value: number): number =>
      top + plot.height * (1 - Math.min(1, Math.max(0, heightShare(value, domain, row.isLog === true))));
    const anchors = [note, ...(note.others ?? [])]
      .map(({ timeS, value }) => ({ x: x(timeS), y: y(value) }))
      .filter((at) => Number.isFinite(at.x + at.y) && at.x >= left && at.x <= left + plot.width);
    const level =
      note.level === undefined || note.level.value > domain[1]
        ? null
        : {
            from: x(note.level.fromS),
            to: x(note.level.toS),
            y: y(note.level.value),
            text: note.level.name,
            nameX: 0,
          };
    if (level !== null) nameLevel(level, columnsInk(row, lane, timeDomain, domain, plot, false), plot);
    return [{ note, row, domain, plot, texts, anchors, level }];
  });
  // What is drawn for one mark is in the way of every other.
  const drawn = seen.flatMap(({ level }) => (level === null ? [] : [levelBox(level)]));
  const taken: Box[] = [];
  // The name of a grey curve has few places: it goes first.
  const isAside = ({ note }: (typeof seen)[number]): boolean => note.isAside === true;
  const order = seen.toSorted((a, b) => Number(isAside(b)) - Number(isAside(a)));
  const placed = new Map(order.map((one) => [one, place(one)]));
  // They are read in the order of the story.
  return seen.flatMap((one) => placed.get(one) ?? []);

  function place(one: (typeof seen)[number]): Placed | null {
    const { note, row, domain, plot, texts, anchors, level } = one;
    const { left, top } = plot;
    // Beside the traces; else over the tint below a curve, never over the curve.
    const inks = [true, false].map((hasAreas): Ink[] =>
      columnsInk(row, lane, timeDomain, domain, plot, hasAreas).map((ink) => ({
        x: left + ink.x,
        top: top + ink.top,
        bottom: top + ink.bottom,
      })),
    );
    const limit = row.reference(lane)?.value ?? Infinity;
    const limitY = top + plot.height * (1 - heightShare(limit, domain, row.isLog === true));
    const line = { left, top: limitY - 1, width: plot.width, height: 2 };
    const clockX = left + positionOf(clockS, timeDomain, plot.width);
    // A text stays on its side of zero: leader lines do not cross.
    const zeroY = top + plot.height * (1 - Math.max(0, heightShare(0, domain, row.isLog === true)));
    const [from, to] = note.value < 0 ? [zeroY + 4, top + plot.height - 4] : [top + STRIP, zeroY - 4];
    const room = { left: left + 4, top: from, width: plot.width - 8, height: to - from };
    const clock = { left: clockX - 6, top, width: 12, height: plot.height };
    const others = [...taken, clock, ...drawn, ...(limit <= domain[1] ? [line] : [])];
    const written = [
      ...taken,
      ...seen.flatMap(({ level }) =>
        level === null || level.text === ''
          ? []
          : { left: level.nameX, top: level.y - 16, width: LEVEL_PX, height: 17 },
      ),
    ];
    // A short text near by before a long one far away.
    for (const farthest of note.isGrey === true ? NEAR_GREY : NEAR)
      for (const { text, ...size } of texts)
        for (const ink of inks)
          for (const anchor of anchors) {
            const box = placeNear(anchor, size, room, ink, others, written, farthest);
            if (box === null) continue;
            taken.push(box, leaderBox(box, anchor));
            return { row: note.row, text, turn: note.turn ?? 0, box, anchor, level };
          }
    const [first] = texts;
    const [anchor] = anchors;
    if (note.isKept !== true || first === undefined || anchor === undefined) return null;
    const { text, width, height } = first;
    // Beside its own point, on its own level.
    const end = left + plot.width - width - 4;
    const lowest = top + plot.height - height;
    const y = Math.min(lowest, Math.max(top, anchor.y - height / 2));
    const box = { left: Math.min(anchor.x + 8, end), top: y, width, height };
    taken.push(box);
    return { row: note.row, text, turn: note.turn ?? 0, box, anchor, level, isOver: true };
  }
}
