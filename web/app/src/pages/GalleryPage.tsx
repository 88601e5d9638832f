import { useEffect, useMemo } from 'react';
import { GALLERY } from '@ackscope/model/gallery';
import { Card } from '../gallery/Card.tsx';
import { figuresOf } from '../gallery/computed.ts';
import { FigureView } from '../gallery/FigureView.tsx';
import { sections, shortName } from '../gallery/sections.ts';
import type { Paper } from '../gallery/sections.ts';
import { useLab } from '../lab/context.ts';
import { useTheme } from '../lab/useTheme.ts';
import { Page, PageIntro } from '../panels/Page.tsx';
import styles from './GalleryPage.module.css';

/** The papers, figure by figure: each card is computed as it comes into view. */
export function GalleryPage({ item }: { item: string | null }) {
  const { engine } = useLab();
  const { isDark, themeKey } = useTheme();
  const entry = item === null ? undefined : GALLERY.find(({ id }) => id === item);
  useEffect(() => {
    document.title = `${entry?.title ?? 'Gallery'} · Ackscope`;
  }, [entry]);
  useEffect(() => () => figuresOf(engine).rest(), [engine]);
  return (
    <Page here="gallery" isDark={isDark} className={styles.main} part={item}>
      {entry === undefined ? <Overview themeKey={themeKey} /> : <FigureView entry={entry} />}
    </Page>
  );
}

/** Of its section, for the buttons above: no spaces in it. */
function placeOf(paper: Paper): string {
  return paper.id.replaceAll(' ', '-');
}

function Overview({ themeKey }: { themeKey: string }) {
  const groups = useMemo(() => sections(GALLERY), []);
  return (
    <>
      <PageIntro
        title="The papers, figure by figure"
        about="This page simulates each picture when you scroll to it, in a short form of the experiment. Open one to see the whole experiment beside the published numbers, or to change it. At the end: the Internet of today."
      >
        <nav aria-label="Papers" className={styles.jump}>
          {groups.map(({ paper }) => (
            <button
              key={paper.id}
              type="button"
              onClick={() => document.getElementById(placeOf(paper))?.scrollIntoView()}
            >
              {shortName(paper)}
            </button>
          ))}
        </nav>
      </PageIntro>
      {groups.map(({ paper, figures, formulas }) => (
        <section key={paper.id} id={placeOf(paper)} className={styles.section} aria-label={shortName(paper)}>
          <h2>
            {paper.authors}
            {paper.year !== null && `, ${String(paper.year)}`}
          </h2>
          <p className={styles.paper}>{paper.title}</p>
          <ul className={styles.grid}>
            {figures.map((entry) => (
              <Card key={entry.id} entry={entry} themeKey={themeKey} />
            ))}
          </ul>
          {formulas.length > 0 && (
            <ul className={styles.grid} aria-label="Rules and formulas">
              {formulas.map((entry) => (
                <Card key={entry.id} entry={entry} themeKey={themeKey} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </>
  );
}
