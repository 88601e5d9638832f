import { useEffect, useMemo, useState } from 'react';
import { formatNumber } from '@ackscope/charts';
import { GALLERY } from '@ackscope/model/gallery';
import { Card } from '../gallery/Card.tsx';
import { figuresOf } from '../gallery/computed.ts';
import { FigureView } from '../gallery/FigureView.tsx';
import { claimsOf, EVERYTHING, passes } from '../gallery/filter.ts';
import { FilterBar } from '../gallery/FilterBar.tsx';
import { MarkKeys } from '../gallery/MarkKeys.tsx';
import { inOrder } from '../gallery/sections.ts';
import { useLab } from '../lab/context.ts';
import { useTheme } from '../lab/useTheme.ts';
import { NoSuch } from '../panels/NoSuch.tsx';
import { Page } from '../panels/Page.tsx';
import styles from './GalleryPage.module.css';

/** The papers by figure: drawn from recorded results, each with its claims. */
export function GalleryPage({ item }: { item: string | null }) {
  const { engine } = useLab();
  const { isDark, themeKey } = useTheme();
  const entry = item === null ? undefined : GALLERY.find(({ id }) => id === item);
  useEffect(() => {
    document.title = `${entry?.title ?? 'Gallery'} · Ackscope`;
  }, [entry]);
  useEffect(() => () => figuresOf(engine).rest(), [engine]);
  return (
    <Page
      here="gallery"
      isDark={isDark}
      className={item === null ? styles.gallery : styles.figure}
      part={item}
    >
      {item === null ? (
        <Overview themeKey={themeKey} />
      ) : entry === undefined ? (
        <NoSuch what="figure" id={item} />
      ) : (
        <FigureView entry={entry} />
      )}
    </Page>
  );
}

const ORDERED = inOrder(GALLERY);
const VERSION = ORDERED.find(({ recorded }) => recorded !== null)?.recorded?.version ?? '';

/** The overview: all figures, drawn from recorded results. */
function Overview({ themeKey }: { themeKey: string }) {
  const [filter, setFilter] = useState(EVERYTHING);
  const shown = useMemo(() => ORDERED.filter((entry) => passes(entry, filter)), [filter]);
  const { holding, judged } = claimsOf(shown);
  return (
    <>
      <div className={styles.head}>
        <h1>The papers, redrawn and judged</h1>
        <p role="status">
          <strong>
            {formatNumber(holding)} of {formatNumber(judged)}
          </strong>{' '}
          claims hold in {formatNumber(shown.length)} of {formatNumber(ORDERED.length)} figures and formulas
        </p>
        <ul className={styles.marks} aria-label="Signs">
          <MarkKeys sources={['paper', 'ns2', 'kernel']} />
          <li>
            <svg width={22} height={12} aria-hidden="true">
              <rect x={0} y={2} width={22} height={8} className={styles.band} />
              <line x1={0} x2={22} y1={6} y2={6} stroke="currentColor" strokeWidth={1.75} />
            </svg>
            ours, 95 %
          </li>
        </ul>
      </div>
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
