import { memo, useMemo } from 'react';
import {
  cssColour,
  formatNumber,
  laneStyles,
  rowsById,
  scaleFor,
  SweepPlot,
  TraceThumb,
} from '@ackscope/charts';
import type { SeriesStyle, SweepFigure, Unit } from '@ackscope/charts';
import type { GalleryEntry, GalleryPanel } from '@ackscope/engine';
import { capitalized, routeHref } from '@ackscope/model';
import {
  drawnPanels,
  entryHref,
  figureOf,
  hasMeasurement,
  recordedFigure,
  recordedPanels,
} from '@ackscope/model/gallery';
import type { Figure } from '@ackscope/model/gallery';
import { useLab } from '../lab/context.ts';
import { sweepFigure, words } from './sweepFigure.ts';
import { drawnSeries } from './computed.ts';
import type { Computed } from './computed.ts';
import { briefLabel, briefName, isOwn, paperOf } from './sections.ts';
import { useComputed } from './useComputed.ts';
import { useInView } from './useInView.ts';
import styles from './Card.module.css';

/** One figure: picture, axes, key, and how many claims hold. The whole card is a link. */
export const Card = memo(function Card({ entry, themeKey }: { entry: GalleryEntry; themeKey: string }) {
  const [element, seen] = useInView<HTMLLIElement>();
  const place = routeHref('gallery', entry.id);
  const isMeasured = hasMeasurement(entry);
  const href = (entry.kind === 'single' || isMeasured ? entryHref(entry) : null) ?? place;
  const paper = paperOf(entry);
  return (
    <li ref={element} className={styles.card} data-kind={entry.kind}>
      <p className={styles.label}>
        {/* Our own collections have no figure numbers: their settings are shown instead. */}
        {!isOwn(entry) && <strong>{briefLabel(entry.label)}</strong>}
        <span className={styles.paper}>
          {isOwn(entry) ? entry.label : paper === undefined ? '' : briefName(paper)}
        </span>
        <Claims entry={entry} />
      </p>
      <h2 className={styles.title}>
        <a href={href} title={entry.title}>
          {entry.title}
        </a>
      </h2>
      <Fails entry={entry} />
      {entry.scenario === null ? (
        <p className={styles.question}>{entry.question}</p>
      ) : (
        <Picture entry={entry} themeKey={themeKey} seen={seen} />
      )}
      {isMeasured && (
        <p>
          <a className={styles.second} href={place}>
            Compare its numbers with ours
          </a>
        </p>
      )}
    </li>
  );
});

interface PictureProps {
  entry: GalleryEntry;
  themeKey: string;
  /** Nothing runs for a card that is out of view. */
  seen: boolean;
}

function Picture({ entry, themeKey, seen }: PictureProps) {
  const recorded = recordedPanels(entry)[0];
  const figure = useMemo(
    () => (recorded === undefined ? null : recordedFigure(entry, recorded)),
    [entry, recorded],
  );
  if (recorded !== undefined && figure !== null)
    return <SweepPicture entry={entry} panel={recorded} figure={figure} />;
  const panel = entry.axes.length > 0 ? drawnPanels(entry)[0] : undefined;
  if (!seen) return <Frame what={panel === undefined ? 'over time' : caption(panel, '', words(panel.x))} />;
  return panel === undefined ? (
    <TracePicture entry={entry} themeKey={themeKey} />
  ) : (
    <RunPicture entry={entry} panel={panel} />
  );
}

/** The name of the picture, the drawing, and the key of its lines. */
function Frame({
  what,
  keys = [],
  children,
}: {
  what: string;
  keys?: readonly { name: string; style: SeriesStyle }[];
  children?: React.ReactNode;
}) {
  return (
    <>
      <p className={styles.what}>{what}</p>
      <div className={styles.picture}>{children}</div>
      <ul className={styles.keys} aria-label="Lines">
        {keys.map(({ name, style }) => (
          <li key={name} style={{ color: cssColour(style.colour) }}>
            {name}
          </li>
        ))}
      </ul>
    </>
  );
}

const caption = (panel: GalleryPanel, unit: string, along: string): string =>
  capitalized(`${words(panel.y)}${unit === '' ? '' : `, ${unit}`}, over ${along}`);

function SweepPicture({
  entry,
  panel,
  figure,
  children,
}: {
  entry: GalleryEntry;
  panel: GalleryPanel;
  figure: Figure;
  children?: React.ReactNode;
}) {
  const { catalogue } = useLab();
  const drawn = useMemo(
    () => sweepFigure(entry, panel, figure, catalogue),
    [entry, panel, figure, catalogue],
  );
  return (
    <Frame
      what={caption(panel, tickUnit(highestOf(drawn), drawn.y.unit), alongOf(drawn))}
      keys={drawn.lines.filter(({ name }) => name !== '')}
    >
      <SweepPlot figure={drawn} label={`${drawn.y.label} over ${drawn.x.label}`} small />
      {children}
    </Frame>
  );
}

/** The unit of the ticks of a picture whose highest value is `highest`. */
const tickUnit = (highest: number, unit: Unit): string => scaleFor(highest, unit).unit;

function highestOf({ lines, marks }: SweepFigure): number {
  const ours = lines.flatMap(({ points }) => points.map(({ mean, interval }) => interval?.[1] ?? mean));
  return Math.max(0, ...[...ours, ...marks.map(({ y }) => y)].filter(Number.isFinite));
}

/** The words of the horizontal axis, with the unit of its ticks. */
function alongOf({ x, lines }: SweepFigure): string {
  const places = lines.flatMap(({ points }) => points.map((point) => Number(point.x)));
  return x.unit === '' ? x.label : `${x.label}, ${tickUnit(Math.max(...places), x.unit)}`;
}

/** No numbers are recorded: the short form is run. */
function RunPicture({ entry, panel }: { entry: GalleryEntry; panel: GalleryPanel }) {
  const computed = useComputed(entry, panel, 'quick');
  const figure = useMemo(
    () => figureOf(entry, panel, computed.results, 'quick'),
    [entry, panel, computed.results],
  );
  if (figure === null) return null;
  return (
    <SweepPicture entry={entry} panel={panel} figure={figure}>
      <Progress entry={entry} computed={computed} />
    </SweepPicture>
  );
}

/** Curves over time are not recorded: such a run takes less than a second. */
function TracePicture({ entry, themeKey }: { entry: GalleryEntry; themeKey: string }) {
  const { catalogue } = useLab();
  const computed = useComputed(entry, null, 'quick');
  const series = drawnSeries(entry);
  const lanes = useMemo(() => {
    const looks = laneStyles(computed.lanes.map((lane) => lane.info.algorithm));
    return computed.lanes.flatMap(({ info, columns }, at) => {
      const style = looks[at];
      const name = catalogue.algorithms.find(({ id }) => id === info.algorithm)?.name ?? info.label;
      return style === undefined ? [] : [{ name, style, columns }];
    });
  }, [computed.lanes, catalogue]);
  // A series without a row of its own counts segments.
  const { short, unit } = rowsById([series])[0] ?? { short: words(series), unit: 'segments' };
  const highest = Math.max(0, ...lanes.map(({ columns }) => columns?.peak ?? 0));
  const ticks = highest > 0 ? tickUnit(highest, unit) : '';
  return (
    <Frame what={capitalized(`${short}${ticks === '' ? '' : `, ${ticks}`}, over time`)} keys={lanes}>
      <TraceThumb
        lanes={lanes}
        durationS={computed.durationS}
        revision={computed.revision}
        label={`${series} over time: ${computed.lanes.map((lane) => lane.info.label).join(', ')}`}
        themeKey={themeKey}
        unit={unit}
        isGrowing={computed.state === 'running'}
      />
      <Progress entry={entry} computed={computed} />
    </Frame>
  );
}

/** The progress of the picture; once it is complete, what its short form leaves out. */
function Progress({ entry, computed }: { entry: GalleryEntry; computed: Computed }) {
  const { state, runs, finished } = computed;
  const running = runs > 1 ? `${formatNumber(finished)} of ${formatNumber(runs)} runs` : 'computing…';
  const text = { waiting: 'queued', running, failed: 'not computed', done: entry.short ?? '' }[state];
  return text === '' ? null : <span className={styles.progress}>{text}</span>;
}

/** What the paper says and ours does not: the first claim that fails, and how many more do. */
function Fails({ entry }: { entry: GalleryEntry }) {
  const [first, ...more] = entry.claims.filter((claim) => claim.holds === false);
  if (first === undefined) return null;
  const count = more.length === 0 ? '' : ` And ${formatNumber(more.length)} more.`;
  return (
    <p className={styles.fails} title={first.text}>
      <b>{isOwn(entry) ? 'Fails' : 'Not reproduced'}:</b> {first.text}
      {count}
    </p>
  );
}

/** How many of the paper's claims hold in the last full run. */
function Claims({ entry }: { entry: GalleryEntry }) {
  const judged = entry.claims.filter((claim) => claim.holds !== null);
  if (judged.length === 0) return null;
  const holding = judged.filter((claim) => claim.holds === true).length;
  const count = `${formatNumber(holding)} of ${formatNumber(judged.length)}`;
  return (
    <span className={styles.claims} data-open={holding < judged.length || undefined}>
      <span>
        {count}
        <span className="visually-hidden"> claims hold</span>
      </span>
      <span className={styles.pips} aria-hidden="true">
        {judged.map((claim) => (
          <i key={claim.id} data-holds={claim.holds} />
        ))}
      </span>
    </span>
  );
}
