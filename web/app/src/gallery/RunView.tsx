import { useState } from 'react';
import type { GalleryEntry } from '@ackscope/engine';
import { EMPTY_VIEW } from '@ackscope/model';
import { formScenario } from '@ackscope/model/gallery';
import { LabProvider } from '../lab/context.ts';
import type { Lab } from '../lab/context.ts';
import { ownLink, useOwnLab } from '../lab/useOwnLab.ts';
import { useTheme } from '../site/useTheme.ts';
import { PageLanes } from '../lanes/PageLanes.tsx';
import styles from './FigureView.module.css';

/** A figure over time, without a number per point: shown as its run, with the clock at the end. */
export function RunView({ entry, engine }: { entry: GalleryEntry; engine: Lab['engine'] }) {
  const [link] = useState(() => ({
    ...ownLink(formScenario(entry, 'quick') ?? {}),
    view: { ...EMPTY_VIEW, timeS: Number.MAX_SAFE_INTEGER, rows: ['cwnd', 'queue'] },
  }));
  const lab = useOwnLab(engine, link);
  return (
    <section className={styles.panel} aria-label="The run over time">
      <div className={styles.run}>
        {lab !== null && (
          <LabProvider value={lab}>
            <Drawn />
          </LabProvider>
        )}
      </div>
    </section>
  );
}

function Drawn() {
  const { themeKey } = useTheme();
  return <PageLanes themeKey={themeKey} />;
}
