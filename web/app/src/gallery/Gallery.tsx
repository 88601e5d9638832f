import { useEffect, useMemo, useState } from 'react';
import { formatNumber } from '@ackscope/charts';
import type { MarkSource } from '@ackscope/charts';
import type { GalleryEntry } from '@ackscope/engine';
import { entryById, GALLERY, recordedFigure, recordedPanels } from '@ackscope/model/gallery';
import { Band } from '../kit/Band.tsx';
import { UnknownId } from '../kit/UnknownId.tsx';
import { Card } from './Card.tsx';
import { leaveFigures } from './computed.ts';
import { FigureView } from './FigureView.tsx';
import { claimsOf, EVERYTHING, passes } from './filter.ts';
import { FilterBar } from './FilterBar.tsx';
import { MarkKeys } from './MarkKeys.tsx';
import { inOrder } from './sections.ts';
import keys from './keys.module.css';
import styles from './Gallery.module.css';

/** The papers by figure, or one figure: drawn from recorded results, each with its claims. */
export function Gallery({ item, themeKey }: { item: string | null; themeKey: string }) {
  const entry = item === null ? undefined : entryById(item);
  useEffect(() => leaveFigures, []);
  if (item === null) return <Overview themeKey={themeKey} />;
  return entry === undefined ? (
    <UnknownId what="figure" id={item} known={GALLERY} />
  ) : (
    <FigureView entry={entry} />
  );
}

const ORDERED = inOrder(GALLERY);
const VERSION = ORDERED.find(({ recorded }) => recorded !== null)?.recorded?.version ?? '';

/** Where the published values in the cards’ pictures are from: a sign that no picture has is not explained. */
const sourcesOf = (entries: readonly GalleryEntry[]): MarkSource[] =>
  entries.flatMap((entry) => {
    const panel = recordedPanels(entry)[0];
    const figure = panel === undefined ? null : recordedFigure(entry, panel);
    return figure === null ? [] : figure.marks.map(({ source }) => source);
  });

/** The overview: all figures, drawn from recorded results. */
function Overview({ themeKey }: { themeKey: string }) {
  const [filter, setFilter] = useState(EVERYTHING);
  const shown = useMemo(() => ORDERED.filter((entry) => passes(entry, filter)), [filter]);
  const { holding, judged } = claimsOf(shown);
  const sources = useMemo(() => sourcesOf(shown), [shown]);
  return (
    <>
      <Band
        title="The papers, redrawn and judged"
        acts={
          <ul className={`${keys.keys ?? ''} ${styles.marks ?? ''}`} aria-label="Signs">
            <MarkKeys sources={sources} />
            <li>
              <svg width={22} height={12} aria-hidden="true">
                <rect x={0} y={2} width={22} height={8} className={styles.band} />
                <line x1={0} x2={22} y1={6} y2={6} stroke="currentColor" strokeWidth={1.75} />
              </svg>
              ours, 95 %
            </li>
          </ul>
        }
      >
        <span role="status">
          <strong>
            {formatNumber(holding)} of {formatNumber(judged)}
          </strong>{' '}
          claims hold{judged > holding && `, ${formatNumber(judged - holding)} fail`}, in{' '}
          {shown.length < ORDERED.length && `${formatNumber(shown.length)} of `}
          {formatNumber(ORDERED.length)} figures and formulas. The verdicts are recorded, with version{' '}
          {VERSION}.
        </span>
      </Band>
      <FilterBar entries={ORDERED} filter={filter} onChange={setFilter} />
      {shown.length === 0 ? (
        <p className={styles.none}>
          No figure matches. <button onClick={() => setFilter(EVERYTHING)}>Show all</button>
        </p>
      ) : (
        <ul className={styles.wall} aria-label="Figures">
          {shown.map((entry) => (
            <Card key={entry.id} entry={entry} themeKey={themeKey} />
          ))}
        </ul>
      )}
      <p className={styles.foot}>
        Sweeps and tables are drawn from the results recorded with version {VERSION}. Curves over time are
        computed here, in a short form. The page of a figure computes it again.
      </p>
    </>
  );
}
