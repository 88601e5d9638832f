import { useLayoutEffect, useRef, useState } from 'react';
import { COURSE, isDone, marksOfUnit, placeIn } from '../course/course.ts';
import type { CourseUnit } from '../course/course.ts';
import { linesOf, placeOf } from './courseMap.ts';
import type { Box, Edge } from './courseMap.ts';
import { lessonHref } from '../course/address.ts';
import { LessonThumb } from './LessonThumb.tsx';
import type { Progress } from '../course/progress.ts';
import styles from './CourseMap.module.css';

const EDGES: readonly Edge[] = COURSE.flatMap(({ number, after }) =>
  after.map((before) => ({ from: before, to: number })),
);

/** The units with what comes before each. On a phone it is a list without lines. */
export function CourseMap({
  done,
  next,
  themeKey,
}: {
  done: Progress;
  /** The unit where the learner goes on. */
  next: number | null;
  themeKey: string;
}) {
  const root = useRef<HTMLOListElement>(null);
  const [tiles, setTiles] = useState<ReadonlyMap<number, Box>>(new Map());
  useLayoutEffect(() => {
    const list = root.current;
    if (list === null) return;
    const observer = new ResizeObserver(() => {
      const found = [...list.querySelectorAll<HTMLElement>('[data-unit]')];
      setTiles(
        new Map(
          found.map((tile) => {
            const [left, top] = [tile.offsetLeft, tile.offsetTop];
            const box = { left, top, right: left + tile.offsetWidth, bottom: top + tile.offsetHeight };
            return [Number(tile.dataset.unit), box];
          }),
        ),
      );
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  const lines = linesOf(EDGES, tiles);
  return (
    <div className={styles.map}>
      <svg className={styles.edges} aria-hidden="true">
        <defs>
          <marker
            id="course-arrow"
            viewBox="0 0 8 8"
            refX="1"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8Z" fill="context-stroke" />
          </marker>
        </defs>
        {EDGES.map((edge, at) => {
          const before = COURSE.find(({ number }) => number === edge.from);
          return (
            <polyline
              key={`${edge.from} ${edge.to}`}
              data-edge={`${edge.from} ${edge.to}`}
              data-done={(before !== undefined && isDone(done, before)) || undefined}
              points={(lines[at] ?? []).map((point) => point.join(' ')).join(',')}
              markerEnd="url(#course-arrow)"
            />
          );
        })}
      </svg>
      <ol ref={root} className={styles.units}>
        {COURSE.map((unit) => (
          <Tile key={unit.id} unit={unit} done={done} isNext={unit.number === next} themeKey={themeKey} />
        ))}
      </ol>
    </div>
  );
}

function Tile({
  unit,
  done,
  isNext,
  themeKey,
}: {
  unit: CourseUnit;
  done: Progress;
  isNext: boolean;
  themeKey: string;
}) {
  const [column, row] = placeOf(unit.number);
  const marks = marksOfUnit(done, unit);
  const isWhole = isDone(done, unit);
  const place = placeIn(done, unit);
  if (place === null) return null;
  const isBegun = marks.some((mark) => mark !== null);
  const state = isWhole ? 'done' : isNext ? 'next' : 'open';
  return (
    <li
      className={styles.tile}
      data-unit={unit.number}
      data-state={state}
      style={{ gridColumn: column + 1, gridRow: row + 1 }}
    >
      <span className={styles.number} aria-hidden="true">
        {unit.number}
      </span>
      <div className={styles.words}>
        <h2>
          <a href={lessonHref(place.lesson.id, place.at)}>{unit.title}</a>
        </h2>
        <p className={styles.asks}>{unit.asks}</p>
      </div>
      <div className={styles.thumb}>
        <LessonThumb lesson={place.lesson} at={place.at} themeKey={themeKey} isWhole={isWhole} />
      </div>
      <p className={styles.foot}>
        <span className={styles.dots} aria-hidden="true">
          {marks.map((mark, at) => (
            <i key={at} data-answered={mark !== null || undefined} />
          ))}
        </span>
        <span className="visually-hidden">
          {`${marks.filter((mark) => mark !== null).length} of ${marks.length} steps answered,`}
        </span>
        <span className={styles.minutes}>{unit.minutes} min</span>
        <span className={styles.minutes}>
          {unit.after.length === 0 ? 'first' : `after ${unit.after.join(', ')}`}
        </span>
        <b className={styles.go}>{isWhole ? 'done' : isBegun ? 'Go on' : 'Begin'}</b>
      </p>
    </li>
  );
}
