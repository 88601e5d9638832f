import { memo, use, useLayoutEffect, useMemo, useRef } from 'react';
import type { Rule, ShownRule } from '@ackscope/engine';
import { followWidth } from '../formula/followWidth.ts';
import type { RuleWords, TypesetRule } from '../formula/typeset.ts';
import { termText } from './termText.ts';
import { useOwnEquation } from './useOwnEquation.ts';
import styles from './Inspector.module.css';

/** The equations are larger than the rest of the inspector: they load after the first curves. */
const arriving = import('virtual:formulas');
type Formulas = Awaited<typeof arriving>['FORMULAS'];
// React reads these fields: if the equations have arrived before, it does not suspend.
void arriving.then((value) => Object.assign(arriving, { status: 'fulfilled', value }));

/** Waits for the equations, so that nothing below a rule moves when its formula arrives. */
export function useFormulas(): Formulas {
  return use(arriving).FORMULAS;
}

/** What explains the rule. A rule of a script comes with its run as a whole. */
export function useWords(rule: ShownRule): RuleWords {
  return useFormulas()[rule.key]?.words ?? (rule as Rule);
}

/**
 * MathML made by KaTeX from the engine's own LaTeX. From a link it contains only names in a script.
 * Memoised, because React would replace equal HTML at every rendering.
 */
const MathMl = memo(function MathMl({ html, className }: { html: string; className?: string | undefined }) {
  return <span className={className} dangerouslySetInnerHTML={{ __html: html }} />;
});

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);
}

/** The engine's own rules are typeset at build time, a script's rule when it is explained. */
function useEquation(rule: ShownRule): TypesetRule | null {
  const own = useOwnEquation(rule);
  return useFormulas()[rule.key] ?? own;
}

/** The rule in symbols, and below each equation the same with the numbers of one event. */
export function Formula({ rule, terms }: { rule: ShownRule; terms: Float64Array }) {
  const equation = useEquation(rule);
  const words = useWords(rule);
  const lines = useMemo(
    () =>
      (equation?.lines ?? []).map(({ symbols, numbers }) => ({
        symbols,
        numbers: numbers.includes('@') ? withNumbers(numbers, words, terms) : null,
      })),
    [equation, words, terms],
  );
  const box = useRef<HTMLDivElement>(null);
  // Only if the text has changed; a layout effect, since layout is pending then anyway.
  const said = lines.map(({ symbols, numbers }) => symbols + (numbers ?? '')).join();
  useLayoutEffect(
    () => (box.current === null || said === '' ? undefined : followWidth(box.current, SMALLEST)),
    [said],
  );
  if (lines.length === 0) return null;
  return (
    // A very long equation scrolls sideways, also by keyboard.
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

/** Below this share of its size an equation would be unreadable: it scrolls instead. */
const SMALLEST = 0.72;

/** Puts numbers in their places; a text around a place is split. */
function withNumbers(mathml: string, words: RuleWords, terms: Float64Array): string {
  const numeral = (index: string): string => {
    // An equation counts segments everywhere; the list below it says so.
    const text = termText(words.terms[Number(index)]?.unit, terms[Number(index)] ?? NaN).replace(
      /^segment | (packet|segment)s?$/,
      '',
    );
    return `<mtext class="${styles.numeral ?? ''}">${escapeText(text)}</mtext>`;
  };
  return mathml
    .replace(/<mtext>@(\d+)@<\/mtext>/g, (_, index: string) => numeral(index))
    .replace(/<mtext>([^<]*?)@(\d+)@([^<]*)<\/mtext>/g, (_, before: string, index: string, after: string) => {
      const text = (part: string): string => (part === '' ? '' : `<mtext>${part}</mtext>`);
      return `<mrow>${text(before)}${numeral(index)}${text(after)}</mrow>`;
    });
}

export function Terms({ rule, terms }: { rule: ShownRule; terms: Float64Array }) {
  const typeset = useEquation(rule);
  const words = useWords(rule);
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
              <span className={styles.help}>{words.terms[index]?.help}</span>
            </dt>
            <dd>{termText(words.terms[index]?.unit, value)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
