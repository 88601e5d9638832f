import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { cssColour, formatNumber, formatQuantity, knownUnit, SweepPlot } from '@ackscope/charts';
import type { SweepFigure } from '@ackscope/charts';
import type { GalleryEntry, GalleryPanel } from '@ackscope/engine';
import { routeHref } from '@ackscope/model';
import { drawnPanels, figureOf, entryHref, runsOf } from '@ackscope/model/gallery';
import type { GalleryForm } from '@ackscope/model/gallery';
import { figureHref } from '@ackscope/model/sweepFigure';
import { LaneSign } from '../controls/icons.tsx';
import { useLab } from '../lab/context.ts';
import { MarkKeys } from './MarkKeys.tsx';
import { RunView } from './RunView.tsx';
import { isOwn } from './sections.ts';
import { sweepFigure } from './sweepFigure.ts';
import { useComputed } from './useComputed.ts';
import styles from './FigureView.module.css';

/** One figure of a paper: panels with the paper's and ns-2's numbers, claims, a link to the lab. */
export function FigureView({ entry }: { entry: GalleryEntry }) {
  const { engine } = useLab();
  const panels = drawnPanels(entry);
  const href = entryHref(entry);
  return (
    <article className={styles.figure}>
      <p className={styles.back}>
        <a href={routeHref('gallery')}>Gallery</a>
        <span aria-hidden="true"> / </span>
        {entry.label.startsWith(entry.paper) ? entry.label : `${entry.paper}, ${entry.label}`}
      </p>
      <div className={styles.head}>
        <div>
          <h1>{entry.title}</h1>
          <p className={styles.question}>{entry.question}</p>
        </div>
        {href !== null && (
          <a className={styles.open} href={href}>
            Open {entry.axes.length > 0 ? 'a run' : 'it'} in the lab
          </a>
        )}
      </div>
      {panels.length === 0 && entry.kind !== 'formula' && <RunView entry={entry} engine={engine} />}
      {panels.map((panel, at) => (
        <PanelView key={at} entry={entry} panel={panel} />
      ))}
      <Claims entry={entry} />
    </article>
  );
}

function PanelView({ entry, panel }: { entry: GalleryEntry; panel: GalleryPanel }) {
  const [form, setForm] = useState<GalleryForm>('quick');
  const { catalogue } = useLab();
  const computed = useComputed(entry, panel, form);
  const figure = useMemo(() => {
    const numbers = figureOf(entry, panel, computed.results, form);
    return numbers === null ? null : sweepFigure(entry, panel, numbers, catalogue);
  }, [entry, panel, computed.results, form, catalogue]);
  const fullRuns = useMemo(() => runsOf(entry, panel, 'full').length, [entry, panel]);
  if (figure === null) return null;
  const seeds = entry.seeds[form === 'quick' ? 1 : 0];
  const sweep = figureHref(entry, panel, form);
  const isShort = form === 'quick' && entry.short !== null;
  return (
    <section className={styles.panel} aria-label={panel.figure}>
      <div className={styles.panelHead}>
        <h2>{panel.figure}</h2>
        <Legend figure={figure} />
      </div>
      <div className={styles.plot}>
        <SweepPlot
          figure={figure}
          label={`${figure.y.label} over ${figure.x.label}; the numbers are in the table`}
        />
      </div>
      <p className={styles.state} role="status">
        {computed.state === 'done'
          ? `${isShort ? `Short form (${entry.short ?? ''})` : 'Full form'}: ${formatNumber(computed.runs)} ${computed.runs === 1 ? 'run' : 'runs'}, ${formatNumber(seeds)} ${seeds === 1 ? 'repetition' : 'repetitions'} of each point.`
          : computed.state === 'failed'
            ? 'This figure could not be computed.'
            : `Run ${formatNumber(computed.finished + 1)} of ${formatNumber(Math.max(1, computed.runs))}…`}
        {isShort && computed.state === 'done' && (
          <Button className={styles.full ?? ''} onPress={() => setForm('full')}>
            Run the full form ({formatNumber(fullRuns)} runs)
          </Button>
        )}
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
    <ul className={styles.legend}>
      {figure.lines.map((line) => (
        <li key={line.id}>
          <LaneSign colour={cssColour(line.style.colour)} dash={line.style.dash} mark={line.style.mark} />
          {line.name === '' ? 'Ackscope' : line.name}
        </li>
      ))}
      <MarkKeys marks={figure.marks} />
    </ul>
  );
}

interface NumbersProps {
  entry: GalleryEntry;
  panel: GalleryPanel;
  figure: SweepFigure;
  form: GalleryForm;
}

/** The same as a table: for those who do not see the plot, and for those who want the digits. */
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
        <table>
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

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const HOLDS = { true: 'reproduced', false: 'not reproduced', null: 'no number decides this' } as const;

function Claims({ entry }: { entry: GalleryEntry }) {
  if (entry.claims.length === 0) return null;
  const heading = isOwn(entry) ? 'What is claimed' : 'What the paper says';
  return (
    <section className={styles.claims} aria-label={heading}>
      <h2>{heading}</h2>
      {entry.short !== null && (
        <p className={styles.judged}>
          The full form decides these claims. The figures above show the short form until you run the full
          form.
        </p>
      )}
      <ul>
        {entry.claims.map((claim) => (
          <li key={claim.id} data-holds={String(claim.holds)}>
            <p>
              {claim.text} <span className={styles.at}>{claim.at}</span>
            </p>
            {claim.numbers !== null && <p className={styles.decided}>{capital(claim.numbers)}</p>}
            <p className={styles.holds}>
              {claim.holds === null && claim.judged
                ? 'not measured since the settings changed'
                : HOLDS[String(claim.holds) as keyof typeof HOLDS]}
              {claim.why !== null && claim.why !== '' && `: ${claim.why}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
