import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import RULES from '../../engine/src/generated/rules.json' with { type: 'json' };
import type { Rule } from '@ackscope/engine';
import { FORMULAS as THEORY } from '@ackscope/engine/formulas';
import { act, render, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { describe, expect, it } from 'vitest';
import { Formula } from '../src/drawer/Formula.tsx';
import { termText } from '../src/drawer/termText.ts';
import { typeset, typesetFormula } from '../src/formula/typeset.ts';
import { charactersOf, italicOf } from './font.ts';
import { FAKE_RULES, fakeEngine } from './fakeEngine.ts';
import { LabProvider } from '../src/lab/context.ts';
import { mountLabAt } from '../src/lab/mountLab.ts';
import { decodeLink } from '@ackscope/model';

const rule = (formula: string, terms: Rule['terms']): Rule => ({
  id: 9,
  key: 'test',
  kind: 'decision',
  algorithm: null,
  title: 'A test',
  formula,
  terms,
  source: '',
});
const term = (name: string, symbol: string, unit = ''): Rule['terms'][number] => ({
  name,
  symbol,
  unit,
  help: '',
});

describe('a rule, typeset', () => {
  it('puts equations that stand side by side below one another', () => {
    const { lines } = typeset(rule('{{a}} = 2{{b}},\\quad {{b}} \\ge 1', [term('a', 'x'), term('b', 'y')]));
    expect(lines).toHaveLength(2);
    expect(lines[0]?.numbers).toContain('@0@');
    expect(lines[0]?.numbers).toContain('@1@');
    expect(lines[1]?.numbers).not.toContain('@0@');
  });

  it('does not say that a thing equals itself', () => {
    const terms = [term('cwnd', '\\mathit{cwnd}', 'segments')];
    expect(typeset(rule('\\mathit{cwnd} = {{cwnd}}', terms)).lines[0]?.symbols).toBe('');
    // A single term becomes an equation with its number.
    const [alone] = typeset(rule('{{cwnd}}', terms)).lines;
    expect(alone?.symbols).toBe('');
    expect(alone?.numbers).toContain('<mo>=</mo>');
  });

  it('carries neither style nor script nor the LaTeX source into the page', () => {
    for (const item of FAKE_RULES) {
      for (const { symbols, numbers } of typeset(item).lines) {
        expect(symbols + numbers).not.toMatch(/annotation|<script|style=/);
      }
    }
  });
});

describe('the maths font', () => {
  it('has every sign that an equation of the engine needs', () => {
    const font = charactersOf(
      readFileSync(join(import.meta.dirname, '../../charts/src/fonts/stix-two-math.woff2')),
    );
    const rules = RULES.flatMap((item) => {
      const { lines, terms } = typeset(item);
      return [...lines.flatMap(({ symbols, numbers }) => [symbols, numbers]), ...terms];
    });
    const theory = THEORY.flatMap((formula) => {
      const { equation, symbols } = typesetFormula(formula);
      return [equation, ...Object.values(symbols)];
    });
    const missing = new Set<string>();
    for (const html of [...rules, ...theory]) {
      const maths = document.createElement('div');
      maths.innerHTML = html;
      for (const sign of maths.textContent) if (!font.has(sign.codePointAt(0) ?? 0)) missing.add(sign);
      // A browser sets a single letter in mathematical italics (MathML Core, 4.2).
      for (const letter of maths.querySelectorAll('mi:not([mathvariant])'))
        for (const italic of italicOf(letter.textContent))
          if (!font.has(italic)) missing.add(letter.textContent);
    }
    expect([...missing]).toEqual([]);
    expect(rules.length + theory.length).toBeGreaterThan(300);
  });
});

describe('an equation with the numbers of an event', () => {
  it('shows each term in its unit', async () => {
    const [, westwood] = FAKE_RULES;
    if (!westwood) throw new Error('the made-up catalogue has lost a rule');
    expect(termText(westwood.terms[0]?.unit, 1.714e6)).toBe('1.714 Mbit/s');
    expect(termText(westwood.terms[1]?.unit, 0.25)).toBe('250 ms');
    const terms = Float64Array.of(1.714e6, 0.25);
    const { lab, close } = mountLabAt(fakeEngine(), decodeLink(''), false);
    // The equations load on demand; nothing is visible before.
    await import('virtual:formulas');
    const { container } = await act(() =>
      render(
        <LabProvider value={lab}>
          <Suspense>
            <Formula rule={westwood} terms={terms} />
          </Suspense>
        </LabProvider>,
      ),
    );
    await waitFor(() => {
      expect(container.querySelectorAll('math')).toHaveLength(2);
    });
    const [symbols, numbers] = [...container.querySelectorAll('math')];
    expect(symbols?.textContent).toContain('BWE');
    expect(numbers?.textContent).toContain('1.714 Mbit/s');
    expect(numbers?.textContent).toContain('250 ms');
    expect(numbers?.textContent).not.toContain('@');
    close();
  });
});

it('marks the first parameters of a closed form where they stand, and changes nothing else of it', () => {
  const termsOf = (formula: (typeof THEORY)[number], parameters = formula.parameters): Element => {
    const box = document.createElement('div');
    box.innerHTML = typesetFormula({ ...formula, parameters }).equation;
    return box;
  };
  for (const formula of THEORY) {
    const box = termsOf(formula);
    // A symbol that no equation has.
    const unmarked = termsOf(
      formula,
      formula.parameters.slice(0, 1).map((one) => ({ ...one, symbol: '\\Xi' })),
    );
    expect(box.textContent, formula.id).toBe(unmarked.textContent);
    expect(box.querySelectorAll('[data-term]').length, formula.id).toBeGreaterThan(0);
  }
  const reno = THEORY.find(({ id }) => id === 'reno');
  if (reno === undefined) throw new Error('no reno');
  // r = 1/RTT √(2(1 − p) / (b p)): p is the first parameter, then the round-trip time and b.
  expect([...termsOf(reno).querySelectorAll('[data-term]')].map((one) => one.textContent)).toEqual([
    'RTT',
    'p',
    'b',
    'p',
  ]);
});
