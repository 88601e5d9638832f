/** The names of the bands, on the time axis: "ten flows in reverse", "losses on the link". */
import { useRef } from 'react';
import { positionOf } from '@ackscope/charts';
import type { LaneInfo } from '@ackscope/engine';
import { trafficBands } from '@ackscope/model';
import type { BandSpan } from '@ackscope/charts';
import { countInWords } from '../base/countInWords.ts';
import { useMeasured } from '../base/useMeasured.ts';
import styles from './Notes.module.css';

/** The width of a letter, and the room at each end of a band for the axis's own numbers. */
const LETTER_PX = 6;
const TICK_PX = 20;

interface BandName {
  fromS: number;
  toS: number;
  /** Long, and where that has no room short. */
  texts: readonly string[];
  isTraffic: boolean;
}

/** What a band is called. */
export function namesOf(info: LaneInfo, bands: readonly BandSpan[]): BandName[] {
  const losses = bands
    .filter(({ kind }) => kind === 'bad')
    .map(({ fromS, toS }) => ({ fromS, toS, texts: ['losses on the link', 'losses'], isTraffic: false }));
  const traffic = trafficBands(info).map(({ fromS, toS, direction }) => {
    const isOn = ([from, to]: readonly [number, number]): boolean => from < toS && to > fromS;
    const on = info.flows.filter(
      (flow) => !flow.compared && flow.direction === direction && flow.active.some(isOn),
    );
    const where = direction === 'backward' ? 'in reverse' : 'beside it';
    const count = countInWords(on.length);
    return {
      fromS,
      toS,
      texts: [`${count} ${on.length === 1 ? 'flow' : 'flows'} ${where}`, `${count} ${where}`],
      isTraffic: true,
    };
  });
  return [...traffic, ...losses];
}

/** Of the gaps between places on the axis the widest one. */
function widest(places: readonly number[]): readonly [from: number, to: number] {
  let best: readonly [number, number] = [0, 0];
  for (const [at, to] of places.entries()) {
    const from = places[at - 1] ?? to;
    if (to - from > best[1] - best[0]) best = [from, to];
  }
  return best;
}

interface BandNamesProps {
  info: LaneInfo;
  bands: readonly BandSpan[];
  timeDomain: readonly [number, number];
  /** The times that the axis names. */
  ticks: readonly number[];
}

export function BandNames({ info, bands, timeDomain, ticks }: BandNamesProps) {
  const root = useRef<HTMLDivElement>(null);
  const plot = useMeasured(root, '', { left: 0, width: 0, letter: 1 }, (element, curves) => {
    const box = curves.querySelector('[data-plot]')?.getBoundingClientRect();
    const letter = parseFloat(getComputedStyle(element).fontSize) / 11;
    const { left = 0, width = 0 } = box ?? {};
    return { left: left - element.getBoundingClientRect().left, width, letter };
  });
  const inside = (left: number, right: number): number[] =>
    ticks
      .map((timeS) => positionOf(timeS, timeDomain, plot.width))
      .filter((x) => x > left + TICK_PX && x < right - TICK_PX);
  return (
    <div ref={root} className={styles.bands} data-part="bands">
      {namesOf(info, bands).map(({ fromS, toS, texts, isTraffic }) => {
        const [left = 0, right = 0] = [fromS, toS].map((timeS) =>
          Math.min(plot.width, Math.max(0, positionOf(timeS, timeDomain, plot.width))),
        );
        const [from, to] = widest([left, ...inside(left, right), right]);
        const room = (to - from - 2 * TICK_PX) / plot.letter;
        const text = texts.find((one) => one.length * LETTER_PX <= room);
        return text === undefined ? null : (
          <span
            key={`${fromS} ${text}`}
            data-traffic={isTraffic || undefined}
            style={{ left: plot.left + (from + to) / 2 }}
          >
            {text}
          </span>
        );
      })}
    </div>
  );
}
