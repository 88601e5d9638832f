import { Fragment, useMemo } from 'react';
import { Button } from 'react-aria-components';
import { cssColour, formatNumber, formatQuantity, MarkSign, scaleFor, SweepPlot } from '@ackscope/charts';
import type { Formula, FormulaParameter } from '@ackscope/engine';
import { counterpart, defaultsOf, theoryHref } from '@ackscope/model/theory';
import type { TheoryPlot } from '@ackscope/model/theory';
import { Band } from '../kit/Band.tsx';
import { Choice } from '../kit/Choice.tsx';
import { Knob } from '../kit/Knob.tsx';
import { linear, logarithmic } from '../kit/Slider.tsx';
import { useLab } from '../lab/context.ts';
import buttons from '../kit/buttons.module.css';
import { withAuthors } from '../gallery/sections.ts';
import { CopyButton } from '../kit/CopyButton.tsx';
import { CONSTANTS, ownValues, saysOf, unitOf } from './beside.ts';
import { Equation, SymbolOf } from './Equation.tsx';
import { SIMULATED, theoryFigure } from './figure.ts';
import { useCurve } from './useCurve.ts';
import { usePoints } from './usePoints.ts';
import { Problem } from '../kit/Problem.tsx';
import styles from './Theory.module.css';

interface FormulaViewProps {
  formula: Formula;
  plot: TheoryPlot;
  onChange: (plot: TheoryPlot) => void;
}

/** One formula: typeset, plotted, with adjustable parameters, and compared with a simulation. */
export function FormulaView({ formula, plot, onChange }: FormulaViewProps) {
  const { engine } = useLab();
  const { curve, problem } = useCurve(engine, formula, plot);
  const shown = curve?.plot.formula === formula.id ? curve : null;
  const { points, simulate, stop } = usePoints(engine);
  const beside = useMemo(() => {
    if (shown === null) return null;
    const rateOf = (x: number): number => {
      const nearest = [...shown.along].sort(
        (a, b) => Math.abs((a.set[shown.plot.x] ?? 0) - x) - Math.abs((b.set[shown.plot.x] ?? 0) - x),
      )[0];
      return nearest?.values.rate ?? NaN;
    };
    return counterpart(shown.plot, formula, rateOf);
  }, [shown, formula]);
  const stands = points.of === plot ? points : null;
  const algorithm = beside !== null && typeof beside !== 'string' ? beside.algorithm : 'newreno';
  const broken = shown?.here?.broken ?? [];
  const usual = defaultsOf(formula);
  const figure = shown === null ? null : theoryFigure(formula, shown, stands?.points ?? [], algorithm);
  const isSimulating = stands?.state === 'running';
  return (
    <article className={styles.formula} aria-label={formula.name}>
      <Band
        title={formula.name}
        acts={
          <>
            <CopyButton className={buttons.plain} text={location.href} label="Copy the link" />
            {beside !== null && typeof beside !== 'string' && (
              <Button
                className={buttons.primary ?? ''}
                onPress={() => (isSimulating ? stop() : simulate(plot, beside))}
              >
                {isSimulating ? 'Cancel' : 'Simulate points'}
              </Button>
            )}
          </>
        }
      >
        {formula.summary} Source: {withAuthors(formula.source)}.
      </Band>
      <div className={styles.band}>
        <Equation formula={formula.id} className={styles.equation} />
        <dl className={styles.results} data-broken={broken.length > 0 || undefined}>
          {formula.outputs.map((output) => (
            <div key={output.name} title={output.help}>
              <dt>
                <SymbolOf formula={formula.id} name={output.name} /> {output.label}
              </dt>
              <dd>{resultText(shown?.here?.values[output.name], output.unit)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <section className={styles.values} aria-label="Values">
        {formula.parameters.map((parameter, at) => (
          <div key={parameter.name} className={styles.value} title={parameter.help} data-term={at + 1}>
            <SymbolOf formula={formula.id} name={parameter.name} className={styles.symbol} />
            <ParameterKnob
              parameter={parameter}
              value={plot.values[parameter.name] ?? parameter.default}
              onChange={(value) => onChange({ ...plot, values: { ...plot.values, [parameter.name]: value } })}
              onReset={
                plot.values[parameter.name] === usual.values[parameter.name]
                  ? null
                  : () =>
                      onChange({
                        ...plot,
                        values: { ...plot.values, [parameter.name]: parameter.default },
                      })
              }
            />
          </div>
        ))}
        <Problem>{problem}</Problem>
      </section>
      <section className={styles.plotSide} aria-label="Curve">
        <div className={styles.axes}>
          <Choice
            label="Result"
            value={plot.y}
            options={formula.outputs.map(({ name, label, help }) => ({
              id: name,
              name: label,
              detail: help,
            }))}
            onChange={(y) => onChange({ ...plot, y })}
          />
          <span>over</span>
          <Choice
            label="Along the axis"
            value={plot.x}
            options={formula.parameters.map(({ name, label, help }) => ({
              id: name,
              name: label,
              detail: help,
            }))}
            onChange={(x) => onChange({ ...plot, x })}
          />
          {formula.assumptions.length > 0 && (
            <p className={styles.assumed}>
              <b>Assumed:</b> {formula.assumptions.join(' ')}
            </p>
          )}
        </div>
        {shown !== null && shown.beside.length > 0 && (
          <ul className={styles.beside} aria-label="Beside it">
            <li>
              <span className={styles.solid} aria-hidden="true" />
              <span>
                {formula.name}
                {saysOf(formula.id) !== null && `: ${saysOf(formula.id) ?? ''}`}
              </span>
            </li>
            {shown.beside.map(({ companion }) => {
              const { id, name } = companion.formula;
              const own = ownValues(companion, formula);
              const style = figure?.lines.find((line) => line.id === id)?.style;
              return (
                <li key={id}>
                  <span
                    className={styles.dotted}
                    style={{ borderColor: cssColour(style?.colour ?? 'slate') }}
                    aria-hidden="true"
                  />
                  <span>
                    <a href={theoryHref(companion.plot, companion.formula)}>{name}</a>: {companion.says}
                    {own !== '' && ` (${own})`}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
        <div className={styles.plot}>
          {figure !== null && (
            <SweepPlot
              figure={figure}
              label={`${figure.y.label} over ${figure.x.label}; the values are beside it`}
              onPick={(x, line) => {
                const href = stands?.points.find((point) => point.x === x)?.href ?? null;
                if (line === SIMULATED && href !== null) location.hash = href;
              }}
            />
          )}
        </div>
        <p className={styles.key}>
          <svg width="14" height="14" aria-hidden="true">
            <MarkSign source="paper" x={7} y={7} colour="var(--series-blue)" size={4} />
          </svg>
          chosen values
          {[...new Set(figure?.outside?.map(({ why }) => why))].map((why) => (
            <Fragment key={why}>
              <span className={styles.outside} aria-hidden="true" /> outside its range: {why}
            </Fragment>
          ))}
        </p>
        <p className={styles.simulation} role={isSimulating ? undefined : 'status'}>
          {typeof beside === 'string'
            ? beside
            : beside !== null &&
              (stands === null || stands.state === 'none'
                ? beside.about
                : stands.state === 'failed'
                  ? stands.problem
                  : stands.state === 'done'
                    ? `${formatNumber(stands.total, 6)} runs. Select a point to open its run.`
                    : `${formatNumber(stands.done, 6)} of ${formatNumber(stands.total, 6)} runs`)}
        </p>
        {stands !== null && stands.points.length > 0 && (
          <ul className={styles.points} aria-label="Simulated points">
            {stands.points.map((point) => (
              <li key={point.x}>
                <a href={point.href ?? undefined}>
                  {figure?.x.label} {formatQuantity(point.x, figure?.x.unit ?? '')}:{' '}
                  {formatQuantity(point.mean, figure?.y.unit ?? '')}
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles.notes} aria-label="When it holds">
        {formula.conditions.length > 0 && <h2>When it holds</h2>}
        <ul>
          {formula.conditions.map((condition) => (
            <li key={condition} data-holds={!broken.includes(condition)}>
              <strong>{broken.includes(condition) ? 'Does not hold here: ' : 'Holds here: '}</strong>
              {condition}
            </li>
          ))}
        </ul>
        {shown !== null && shown.beside.length > 0 && (
          <>
            <h2>√2 or √1.5?</h2>
            <p>{CONSTANTS}</p>
          </>
        )}
        {formula.corrections.length > 0 && (
          <>
            <h2>Errors in print</h2>
            <ul>
              {formula.corrections.map((correction) => (
                <li key={correction}>{correction}</li>
              ))}
            </ul>
          </>
        )}
        <p className={styles.source}>
          On the command line: <code>ackscope theory {formula.id}</code>
        </p>
      </section>
    </article>
  );
}

interface ParameterKnobProps {
  parameter: FormulaParameter;
  value: number;
  onChange: (value: number) => void;
  onReset: (() => void) | null;
}

function ParameterKnob({ parameter, value, onChange, onReset }: ParameterKnobProps) {
  const { plot_from: from, plot_to: to, whole, logarithmic: isLog, min, max } = parameter;
  // An RTT is shown in milliseconds, and typed values are in the displayed unit. Whole numbers stay
  // whole.
  const { factor, unit } = whole ? { factor: 1, unit: '' } : scaleFor(to, unitOf(parameter.unit));
  const scaled = (plain: number): number => Number((plain / factor).toPrecision(9));
  const plain = (shown: number): number => Number((shown * factor).toPrecision(9));
  const step = whole ? 1 : (to - from) / factor / 500;
  return (
    <Knob
      label={parameter.label}
      value={scaled(value)}
      unit={unit === '' ? parameter.unit : unit}
      min={scaled(min)}
      max={scaled(max)}
      decimals={9}
      {...(whole ? { step: 1 } : {})}
      scale={
        isLog
          ? logarithmic(from / factor, to / factor, whole ? 1 : 0)
          : linear(from / factor, to / factor, step)
      }
      onChange={(shown) => onChange(whole ? Math.round(plain(shown)) : plain(shown))}
      onReset={onReset}
    />
  );
}

function resultText(value: number | null | undefined, unit: string): string {
  if (value === undefined) return '–';
  if (value === null) return 'undefined here';
  const known = unitOf(unit);
  const text = formatQuantity(value, known, 4);
  return known === '' && unit !== '' ? `${text} ${unit}` : text;
}
