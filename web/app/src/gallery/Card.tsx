import { memo, useMemo } from 'react';
import { formatNumber, laneStyles, SweepPlot, TraceThumb } from '@ackscope/charts';
import type { GalleryEntry, GalleryKind, GalleryPanel } from '@ackscope/engine';
import { focusSeries, routeHref } from '@ackscope/model';
import { drawnPanels, figureOf, hasMeasurement, entryHref } from '@ackscope/model/gallery';
import { useLab } from '../lab/context.ts';
import { sweepFigure } from './sweepFigure.ts';
import type { Computed } from './computed.ts';
import { useComputed } from './useComputed.ts';
import { useInView } from './useInView.ts';
import styles from './Card.module.css';

const KIND_NAMES: Record<GalleryKind, string> = {
  single: 'one run',
  sweep: 'sweep',
  formula: 'formula',
  live: 'live measurement',
};

/** One figure: its picture, what it asks, what became of it. All of it is the link. */
export const Card = memo(function Card({ entry, themeKey }: { entry: GalleryEntry; themeKey: string }) {
  const [element, seen] = useInView<HTMLLIElement>();
  const place = routeHref('gallery', entry.id);
  const isMeasured = hasMeasurement(entry);
  const href = (entry.kind === 'single' || isMeasured ? entryHref(entry) : null) ?? place;
  const runs = entry.quick !== null;
  return (
    <li ref={element} className={styles.card} data-kind={entry.kind}>
      {runs && <div className={styles.picture}>{seen && <Picture entry={entry} themeKey={themeKey} />}</div>}
      {runs && entry.short !== null && <p className={styles.short}>Picture: {entry.short}</p>}
      <div className={styles.text}>
        <p className={styles.label}>
          <span>{entry.label}</span>
          <span className={styles.kind}>{KIND_NAMES[entry.kind]}</span>
        </p>
        <h3 className={styles.title}>
          <a href={href}>{entry.title}</a>
        </h3>
        <p className={styles.question}>{entry.question}</p>
        {isMeasured && (
          <p>
            <a className={styles.second} href={place}>
              Its numbers beside ours
            </a>
          </p>
        )}
        <Verdict entry={entry} />
      </div>
    </li>
  );
});

function Picture({ entry, themeKey }: { entry: GalleryEntry; themeKey: string }) {
  const panel = entry.axes.length > 0 ? drawnPanels(entry)[0] : undefined;
  return panel === undefined ? (
    <TracePicture entry={entry} themeKey={themeKey} />
  ) : (
    <SweepPicture entry={entry} panel={panel} />
  );
}

function TracePicture({ entry, themeKey }: { entry: GalleryEntry; themeKey: string }) {
  const computed = useComputed(entry, null, 'quick');
  const series = entry.plot.find((panel) => panel.kind === 'trace')?.y ?? 'cwnd';
  const lanes = useMemo(() => {
    const looks = laneStyles(computed.lanes.map((lane) => lane.info.algorithm));
    return computed.lanes.flatMap(({ trace }, at) => {
      const style = looks[at];
      return style === undefined ? [] : [{ style, columns: focusSeries(trace, series)[0] ?? null }];
    });
  }, [computed.lanes, series]);
  return (
    <>
      <TraceThumb
        lanes={lanes}
        durationS={computed.durationS}
        revision={computed.revision}
        label={`${series} over time: ${computed.lanes.map((lane) => lane.info.label).join(', ')}`}
        themeKey={themeKey}
      />
      <Progress computed={computed} />
    </>
  );
}

function SweepPicture({ entry, panel }: { entry: GalleryEntry; panel: GalleryPanel }) {
  const { catalogue } = useLab();
  const computed = useComputed(entry, panel, 'quick');
  const figure = useMemo(() => {
    const numbers = figureOf(entry, panel, computed.results, 'quick');
    return numbers === null ? null : sweepFigure(entry, panel, numbers, catalogue);
  }, [entry, panel, computed.results, catalogue]);
  return (
    <>
      {figure !== null && (
        <SweepPlot figure={figure} label={`${figure.y.label} over ${figure.x.label}`} small />
      )}
      <Progress computed={computed} />
    </>
  );
}

/** How far the picture is; nothing once it is whole. */
function Progress({ computed }: { computed: Computed }) {
  const { state, runs, finished } = computed;
  if (state === 'done') return null;
  const running = runs > 1 ? `${formatNumber(finished)} of ${formatNumber(runs)} runs` : 'computing…';
  return (
    <span className={styles.progress}>{{ waiting: 'queued', running, failed: 'not computed' }[state]}</span>
  );
}

/** How many of the paper's statements hold, as the last full run found. */
function Verdict({ entry }: { entry: GalleryEntry }) {
  const judged = entry.claims.filter((claim) => claim.holds !== null);
  if (judged.length === 0) return null;
  const holding = judged.filter((claim) => claim.holds === true).length;
  return (
    <p className={styles.verdict} data-open={holding < judged.length || undefined}>
      <strong>
        {formatNumber(holding)} of {formatNumber(judged.length)}
      </strong>{' '}
      {judged.length === 1 ? 'claim reproduced' : 'claims reproduced'}
      {entry.short !== null && ' in full form'}
    </p>
  );
}
