import { memo, use, useLayoutEffect, useMemo, useRef } from 'react';
import type { Rule } from '@ackscope/engine';
import { formatQuantity, knownUnit } from '@ackscope/charts';
import styles from './Inspector.module.css';

/** The equations are larger than the rest of the inspector: they load after the first curves. */
const arriving = import('virtual:formulas');
let isThere = false;
void arriving.then(() => {
  isThere = true;
});

/** Waits for the equations, so that nothing below a rule moves when its formula arrives. */
export function useFormulas(): void {
  // What came before it was first asked for needs no waiting.
  if (!isThere) use(arriving);
}

/**
 * MathML made while the page was built, from the engine's own catalogue: nothing in it comes from a
 * link. What is the same stays where it is: React would set it anew each time.
 */
const MathMl = memo(function MathMl({ html, className }: { html: string; className?: string | undefined }) {
  return <span className={className} dangerouslySetInnerHTML={{ __html: html }} />;
});

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);
}

/** A term's number with its unit. */
export function termText(rule: Rule, index: number, value: number): string {
  const unit = rule.terms[index]?.unit ?? '';
  const known = knownUnit(unit);
  const text = formatQuantity(value, known, 4);
  if (known === 'packets' || known === 'segments') return text.replace(/ (packet|segment)s?$/, '');
  return known === '' && unit !== '' && unit !== '1' ? `${text} ${unit}` : text;
}

/** The rule in symbols, and beneath each equation the same with the numbers of one event. */
export function Formula({ rule, terms }: { rule: Rule; terms: Float64Array }) {
  const { FORMULAS } = use(arriving);
  const lines = useMemo(
    () =>
      (FORMULAS[rule.key]?.lines ?? []).map(({ symbols, numbers }) => ({
        symbols,
        numbers: numbers.includes('@') ? withNumbers(numbers, rule, terms) : null,
      })),
    [FORMULAS, rule, terms],
  );
  const box = useRef<HTMLDivElement>(null);
  // To measure it the whole page must be laid out, so only where it says something else than
  // before.
  const said = lines.map(({ symbols, numbers }) => symbols + (numbers ?? '')).join();
  useLayoutEffect(() => {
    if (box.current !== null && said !== '') fitWidth(box.current);
  }, [said]);
  if (lines.length === 0) return null;
  return (
    // A very long one scrolls sideways, also by keyboard.
    <div
      ref={box}
      className={styles.formula}
      role="group"
      aria-label="The rule in symbols and numbers"
      tabIndex={0}
    >
      {lines.map((line, index) => (
        <div key={index}>
          {line.symbols !== '' && <MathMl html={line.symbols} />}
          {line.numbers !== null && <MathMl html={line.numbers} className={styles.withNumbers} />}
        </div>
      ))}
    </div>
  );
}

/** Below this share of its size an equation is scrolled instead: it would no longer be read. */
const SMALLEST = 0.72;

/** A long equation is set a little smaller rather than cut off at the edge. */
function fitWidth(element: HTMLElement): void {
  element.style.fontSize = '';
  const overflow = element.scrollWidth / element.clientWidth;
  if (overflow <= 1) return;
  const size = Number.parseFloat(getComputedStyle(element).fontSize);
  element.style.fontSize = `${(size * Math.max(SMALLEST, 0.98 / overflow)).toFixed(2)}px`;
}

/** Numbers in their places; where a place stands inside a text, the text is cut in three. */
function withNumbers(mathml: string, rule: Rule, terms: Float64Array): string {
  const numeral = (index: string): string => {
    const text = termText(rule, Number(index), terms[Number(index)] ?? NaN);
    return `<mtext class="${styles.numeral ?? ''}">${escapeText(text)}</mtext>`;
  };
  return mathml
    .replace(/<mtext>@(\d+)@<\/mtext>/g, (_, index: string) => numeral(index))
    .replace(/<mtext>([^<]*?)@(\d+)@([^<]*)<\/mtext>/g, (_, before: string, index: string, after: string) => {
      const text = (part: string): string => (part === '' ? '' : `<mtext>${part}</mtext>`);
      return `<mrow>${text(before)}${numeral(index)}${text(after)}</mrow>`;
    });
}

export function Terms({ rule, terms }: { rule: Rule; terms: Float64Array }) {
  const typeset = use(arriving).FORMULAS[rule.key];
  return (
    <dl className={styles.terms}>
      {rule.terms.map((term, index) => {
        const value = terms[index] ?? NaN;
        if (Number.isNaN(value)) return null;
        return (
          <div key={term.name}>
            <dt>
              {typeset?.terms[index] === undefined ? (
                <code>{term.name}</code>
              ) : (
                <MathMl html={typeset.terms[index]} />
              )}
              <span className={styles.help}>{term.help}</span>
            </dt>
            <dd>{termText(rule, index, value)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
