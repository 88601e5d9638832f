import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { formatNumber, formatPercent, formatQuantity, knownUnit, SweepPlot } from '@ackscope/charts';
import type { SweepFigure } from '@ackscope/charts';
import type { GalleryEntry, GalleryPanel } from '@ackscope/engine';
import { routeHref } from '@ackscope/model';
import {
  differences,
  drawnPanels,
  entryHref,
  figureOf,
  GALLERY,
  recordedFigure,
  recordedPanels,
  runsOf,
} from '@ackscope/model/gallery';
import type { Figure, GalleryForm } from '@ackscope/model/gallery';
import { figureHref } from '@ackscope/model/sweepFigure';
import { LaneSign } from '../kit/icons.tsx';
import { useLab } from '../lab/context.ts';
import { Claims } from './Claims.tsx';
import { MarkKeys } from './MarkKeys.tsx';
import { RunView } from './RunView.tsx';
import { briefName, inOrder, isOwn, paperOf } from './sections.ts';
import { sweepFigure } from './sweepFigure.ts';
import { useComputed } from './useComputed.ts';
import keys from './keys.module.css';
import table from '../kit/table.module.css';
import styles from './FigureView.module.css';

const ORDERED = inOrder(GALLERY);

/** One figure of a paper: panels with the paper's and ns-2's numbers, claims, a link to the lab. */
export function FigureView({ entry }: { entry: GalleryEntry }) {
  const { engine } = useLab();
  const recorded = recordedPanels(entry);
  const drawn = drawnPanels(entry);
  const panels = entry.plot.filter((panel) => recorded.includes(panel) || drawn.includes(panel));
  const href = entryHref(entry);
  // A figure that only old links name stands where the one is that is offered instead.
  const at = ORDERED.findIndex(({ id }) => id === (entry.today ?? entry.id));
  const judged = entry.claims.filter(({ holds }) => holds !== null);
  const holding = judged.filter(({ holds }) => holds === true).length;
  return (
    <article className={styles.figure} data-claimed={entry.claims.length > 0}>
      <div className={styles.head}>
        <h1>{entry.title}</h1>
        <p className={styles.place}>
          <a href={routeHref('gallery')}>Gallery</a>
          <span aria-hidden="true"> / </span>
          {placeOf(entry)}.{' '}
          {judged.length > 0 && (
            <>
              <strong>
                {formatNumber(holding)} of {formatNumber(judged.length)}
              </strong>{' '}
              {judged.length === 1 ? 'claim holds' : 'claims hold'}.
            </>
          )}
        </p>
        <nav className={styles.steps} aria-label="Figures">
          <Step to={ORDERED[at - 1]} name="The figure before" path="M10 3 5 8l5 5" />
          <span>
            {formatNumber(at + 1)} of {formatNumber(ORDERED.length)}
          </span>
          <Step to={ORDERED[at + 1]} name="The next figure" path="M6 3l5 5-5 5" />
        </nav>
        {href !== null && (
          <a className={styles.open} href={href}>
            Open {entry.axes.length > 0 ? 'a run' : 'it'} in the lab
          </a>
        )}
      </div>
      <div className={styles.panels}>
        <p className={styles.question}>
          {entry.question}
          {entry.today !== undefined && (
            <>
              {' '}
              In this older form not every sender counts segments. The gallery offers{' '}
              <a href={routeHref('gallery', entry.today)}>the form with senders of today</a>.
            </>
          )}
        </p>
        {panels.length === 0 && entry.kind !== 'formula' && <RunView entry={entry} engine={engine} />}
        {panels.map((panel, at) => (
          <PanelView key={at} entry={entry} panel={panel} />
        ))}
      </div>
      <Claims entry={entry} />
    </article>
  );
}

/** A step to a neighbour; at an end it is not there, and its place stays. */
function Step({ to, name, path }: { to: GalleryEntry | undefined; name: string; path: string }) {
  const sign = (
    <svg width={16} height={16} aria-hidden="true" focusable="false">
      <path d={path} fill="none" stroke="currentColor" strokeWidth={1.75} />
    </svg>
  );
  return to === undefined ? (
    <i>{sign}</i>
  ) : (
    <a href={routeHref('gallery', to.id)} aria-label={`${name}: ${to.title}`}>
      {sign}
    </a>
  );
}

/** The recorded panel, if there is one; else one computed in the page. */
function PanelView({ entry, panel }: { entry: GalleryEntry; panel: GalleryPanel }) {
  const recorded = useMemo(() => recordedFigure(entry, panel), [entry, panel]);
  const [live, setLive] = useState<GalleryForm | null>(recorded === null ? 'quick' : null);
  return live === null && recorded !== null ? (
    <RecordedPanel entry={entry} panel={panel} recorded={recorded} onRun={setLive} />
  ) : (
    <ComputedPanel entry={entry} panel={panel} form={live ?? 'quick'} onRun={setLive} />
  );
}

interface PanelProps {
  entry: GalleryEntry;
  panel: GalleryPanel;
  onRun: (form: GalleryForm) => void;
}

function RecordedPanel({ entry, panel, recorded, onRun }: PanelProps & { recorded: Figure }) {
  const { catalogue } = useLab();
  const figure = useMemo(
    () => sweepFigure(entry, panel, recorded, catalogue),
    [entry, panel, recorded, catalogue],
  );
  const canRun = drawnPanels(entry).includes(panel);
  const { version = '', seeds = 1 } = entry.recorded ?? {};
  return (
    <PanelFrame entry={entry} panel={panel} figure={figure} form="full">
      Recorded with version {version}, {repetitions(seeds)}.{' '}
      {canRun && entry.short === null && <Rerun entry={entry} panel={panel} recorded={recorded} />}
      {canRun && entry.short !== null && (
        <>
          <RunButton entry={entry} panel={panel} form="quick" onRun={onRun} />
          <RunButton entry={entry} panel={panel} form="full" onRun={onRun} />
        </>
      )}
    </PanelFrame>
  );
}

/** Repeats a panel that takes no longer than a picture, and says whether the result is the same. */
function Rerun({ entry, panel, recorded }: { entry: GalleryEntry; panel: GalleryPanel; recorded: Figure }) {
  const computed = useComputed(entry, panel, 'full');
  if (computed.state === 'failed') return 'This figure cannot run here.';
  if (computed.state !== 'done')
    return `Running again here: ${formatNumber(computed.finished)} of ${formatNumber(Math.max(1, computed.runs))} runs.`;
  const { differing, of, most } = differences(recorded, figureOf(entry, panel, computed.results, 'full'));
  return differing === 0
    ? `Run again here: all ${formatNumber(of)} numbers equal the recorded ones.`
    : `Run again here: ${formatNumber(differing)} of ${formatNumber(of)} numbers differ, by ${formatPercent(most, 1)} at most.`;
}

function ComputedPanel({ entry, panel, form, onRun }: PanelProps & { form: GalleryForm }) {
  const { catalogue } = useLab();
  const computed = useComputed(entry, panel, form);
  const figure = useMemo(() => {
    const numbers = figureOf(entry, panel, computed.results, form);
    return numbers === null ? null : sweepFigure(entry, panel, numbers, catalogue);
  }, [entry, panel, computed.results, form, catalogue]);
  if (figure === null) return null;
  const seeds = entry.seeds[form === 'quick' ? 1 : 0];
  const isShort = form === 'quick' && entry.short !== null;
  return (
    <PanelFrame entry={entry} panel={panel} figure={figure} form={form}>
      {computed.state === 'done'
        ? `${isShort ? `Short form (${entry.short ?? ''})` : 'Full form'}, run here: ${formatNumber(computed.runs)} ${computed.runs === 1 ? 'run' : 'runs'}, ${repetitions(seeds)}.`
        : computed.state === 'failed'
          ? 'This figure could not be computed.'
          : `Run ${formatNumber(computed.finished + 1)} of ${formatNumber(Math.max(1, computed.runs))}…`}
      {isShort && computed.state === 'done' && (
        <RunButton entry={entry} panel={panel} form="full" onRun={onRun} />
      )}
    </PanelFrame>
  );
}

const repetitions = (seeds: number): string =>
  `${formatNumber(seeds)} ${seeds === 1 ? 'repetition' : 'repetitions'} of each point`;

function RunButton({ entry, panel, form, onRun }: PanelProps & { form: GalleryForm }) {
  const runs = useMemo(() => runsOf(entry, panel, form).length, [entry, panel, form]);
  return (
    <Button className={styles.full ?? ''} onPress={() => onRun(form)}>
      Run the {form === 'quick' ? 'short' : 'full'} form ({formatNumber(runs)} {runs === 1 ? 'run' : 'runs'})
    </Button>
  );
}

/** Name, key, plot, state and numbers of a panel. */
function PanelFrame({
  entry,
  panel,
  figure,
  form,
  children,
}: {
  entry: GalleryEntry;
  panel: GalleryPanel;
  figure: SweepFigure;
  form: GalleryForm;
  /** The origin of the numbers, and buttons for runs. */
  children: ReactNode;
}) {
  // The drawn figure may take an hour to run: a sweep starts with the short form.
  const sweep = figureHref(entry, panel, form === 'full' && entry.short !== null ? 'quick' : form);
  return (
    <section className={styles.panel} aria-label={panel.figure}>
      <div className={styles.panelHead}>
        <h2>{panel.figure}</h2>
        <Legend figure={figure} />
      </div>
      <div className={styles.plot} data-plot="">
        <SweepPlot
          figure={figure}
          label={`${figure.y.label} over ${figure.x.label}; the numbers are in the table`}
        />
      </div>
      <p className={styles.state} role="status">
        {children}
        {sweep !== null && (
          <a className={styles.full} href={sweep}>
            Open as a sweep
          </a>
        )}
      </p>
      <Numbers entry={entry} panel={panel} figure={figure} form={form} />
    </section>
  );
}

function Legend({ figure }: { figure: SweepFigure }) {
  return (
    <ul className={keys.keys}>
      {figure.lines.map((line) => (
        <li key={line.id}>
          <LaneSign look={line.style} />
          {line.name === '' ? 'Ackscope' : line.name}
        </li>
      ))}
      <MarkKeys sources={figure.marks.map(({ source }) => source)} />
    </ul>
  );
}

interface NumbersProps {
  entry: GalleryEntry;
  panel: GalleryPanel;
  figure: SweepFigure;
  form: GalleryForm;
}

/** The numbers as a table, for readers who do not see the plot or who want the digits. */
function Numbers({ entry, panel, figure, form }: NumbersProps) {
  const places = [
    ...new Set(
      figure.lines
        .flatMap((line) => line.points.map((point) => point.x))
        .concat(figure.marks.map((mark) => mark.x)),
    ),
  ];
  const axis = entry.axes.find((item) => item.name === panel.x);
  const runs = useMemo(() => runsOf(entry, panel, form), [entry, panel, form]);
  const text = (value: number | undefined): string => formatQuantity(value, figure.y.unit);
  return (
    <details className={styles.numbers}>
      <summary>Numbers</summary>
      <div className={styles.scroller} tabIndex={0} role="region" aria-label="Numbers of the figure">
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{figure.x.label}</th>
              {figure.lines.map((line) => (
                <th key={line.id} scope="col">
                  {line.name === '' ? 'Ackscope' : line.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map((x) => {
              const run = axis === undefined ? undefined : runs.find((item) => item.at.get(axis.name) === x);
              const name = typeof x === 'number' ? formatQuantity(x, knownUnit(axis?.unit ?? '')) : x;
              const href = run === undefined ? null : entryHref(entry, run);
              return (
                <tr key={String(x)}>
                  <th scope="row">{href === null ? name : <a href={href}>{name}</a>}</th>
                  {figure.lines.map((line) => {
                    const paper = figure.marks.find(
                      (mark) => mark.source === 'paper' && mark.line === line.id && mark.x === x,
                    );
                    return (
                      <td key={line.id}>
                        {text(line.points.find((point) => point.x === x)?.mean)}
                        {paper !== undefined && <span className={styles.theirs}> paper {text(paper.y)}</span>}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
/** A figure's place in its paper, as the gallery writes it: “Grieco 2004, Table I”. */
function placeOf(entry: GalleryEntry): string {
  const paper = paperOf(entry);
  const name = paper === undefined || isOwn(entry) ? entry.paper : briefName(paper);
  return entry.label.startsWith(entry.paper) ? entry.label : `${name}, ${entry.label}`;
}
