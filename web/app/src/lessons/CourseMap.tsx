import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { cssColour } from '@ackscope/charts';
import { algorithmsOf, COURSE, isDone, marksOfUnit, placeIn } from '../course/course.ts';
import type { CourseUnit } from '../course/course.ts';
import { LINE_NAMES, lineOf, linesOf, stopOf } from './courseMap.ts';
import type { Edge, Point } from './courseMap.ts';
import { lessonHref } from '../course/address.ts';
import type { Progress } from '../course/progress.ts';
import { useLab } from '../lab/context.ts';
import styles from './CourseMap.module.css';

const EDGES: readonly Edge[] = COURSE.flatMap(({ number, after }) =>
  after.map((before) => ({ from: before, to: number })),
);

/** The units as stops, each after those that help it. On a phone they are a list along one line. */
export function CourseMap({
  done,
  next,
}: {
  done: Progress;
  /** The unit where the learner goes on. */
  next: number | null;
}) {
  const root = useRef<HTMLOListElement>(null);
  const [stops, setStops] = useState<ReadonlyMap<number, Point>>(new Map());
  useLayoutEffect(() => {
    const list = root.current;
    if (list === null) return;
    const observer = new ResizeObserver(() => {
      const from = list.getBoundingClientRect();
      const found = [...list.querySelectorAll<HTMLElement>('[data-stop]')];
      setStops(
        new Map(
          found.map((stop) => {
            const { left, top, width, height } = stop.getBoundingClientRect();
            return [
              Number(stop.dataset.stop),
              { x: left - from.left + width / 2, y: top - from.top + height / 2 },
            ];
          }),
        ),
      );
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  const lines = linesOf(EDGES, stops);
  const isBehind = (number: number): boolean => {
    const unit = COURSE.find((one) => one.number === number);
    return unit !== undefined && isDone(done, unit);
  };
  return (
    <div className={styles.map} data-plot="map">
      <svg className={styles.lines} aria-hidden="true">
        {EDGES.map((edge, at) => (
          <path
            key={`${edge.from} ${edge.to}`}
            data-edge={`${edge.from} ${edge.to}`}
            data-done={isBehind(edge.from) || undefined}
            stroke={cssColour(lineOf(edge))}
            d={lines[at]}
          />
        ))}
      </svg>
      <p className={styles.key}>
        A line means: do this first. What each teaches is below: skip what you can.
        {LINE_NAMES.map(([colour, name]) => (
          <b key={colour} style={{ color: cssColour(colour) }}>
            {name}
          </b>
        ))}
      </p>
      <ol ref={root} className={styles.units}>
        {COURSE.map((unit) => (
          <Stop key={unit.id} unit={unit} done={done} isNext={unit.number === next} />
        ))}
      </ol>
    </div>
  );
}

function Stop({ unit, done, isNext }: { unit: CourseUnit; done: Progress; isNext: boolean }) {
  const { column, row, sign } = stopOf(unit.number);
  const marks = marksOfUnit(done, unit);
  const answered = marks.filter((mark) => mark !== null).length;
  const place = placeIn(done, unit);
  const names = useNames(unit);
  if (place === null) return null;
  return (
    <li
      className={styles.stop}
      data-unit={unit.number}
      data-state={answered === marks.length ? 'done' : isNext ? 'next' : 'open'}
      style={{ gridColumn: column + 1, gridRow: row + 1 }}
    >
      <svg className={styles.sign} viewBox="0 0 96 42" aria-hidden="true">
        <path d={sign} />
      </svg>
      <span className={styles.number} data-stop={unit.number} aria-hidden="true">
        {unit.number}
      </span>
      <h2>
        <a href={lessonHref(place.lesson.id, place.at)}>{unit.title}</a>
      </h2>
      <p className={styles.asks}>{unit.asks}</p>
      <p>
        {unit.minutes} min{names !== '' && ` · ${names}`}
        {answered > 0 && `, ${String(answered)} of ${String(marks.length)} answered`}
      </p>
    </li>
  );
}

/** As many names fit below a stop. */
const MOST_NAMES = 2;

/** The algorithms of its runs, as many as there is room for: “New Reno, Vegas and 2 more”. */
function useNames(unit: CourseUnit): string {
  const { catalogue } = useLab();
  return useMemo(() => {
    const names = algorithmsOf(unit).flatMap(
      (id) => catalogue.algorithms.find((algorithm) => algorithm.id === id && id !== 'manual')?.name ?? [],
    );
    const more = names.length - MOST_NAMES;
    return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${String(more)} more` : '');
  }, [unit, catalogue]);
}
