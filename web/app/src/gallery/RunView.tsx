import { useState } from 'react';
import type { GalleryEntry } from '@ackscope/engine';
import { EMPTY_VIEW } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { LabProvider } from '../lab/context.ts';
import type { Lab } from '../lab/context.ts';
import { ownLink, useOwnLab } from '../lab/useOwnLab.ts';
import { useTheme } from '../lab/useTheme.ts';
import { Lanes } from '../panels/Lanes.tsx';
import styles from './FigureView.module.css';

/** A figure of a run over time, without a number per point: the run, with the clock at its end. */
export function RunView({ entry, engine }: { entry: GalleryEntry; engine: Lab['engine'] }) {
  const [link] = useState(() => ({
    ...ownLink(entry.quick as JsonObject),
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
  return <Lanes themeKey={themeKey} />;
}
