import { useEffect, useState } from 'react';
import type { Formula } from '@ackscope/engine';
import { FORMULAS } from '@ackscope/engine/formulas';
import { readTheory, theoryHref } from '@ackscope/model/theory';
import { Choice } from '../kit/Choice.tsx';
import type { PageProps } from '../definePage.ts';
import { replaceAddress } from '../base/backStep.ts';
import { ONE_COLUMN } from '../base/mediaQueries.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';
import { Page } from '../site/Page.tsx';
import { FormulaView } from './FormulaView.tsx';
import { Problem } from '../kit/Problem.tsx';
import styles from './Theory.module.css';

const ADDRESS_AFTER_MS = 250;

/** Grouped by ids; the order is the catalogue's. */
const FAMILIES: readonly (readonly [family: string, ids: RegExp])[] = [
  ['Reno', /^(reno|padhye)/],
  ['Westwood', /^(gm02|westwood|rtt-fairness)/],
  ['LogWestwood+', /^kgm08/],
  ['Buffers', /^(mv06|saw-tooth)/],
  ['High-speed and delay-based', /./],
];

const familyOf = ({ id }: Formula): string => FAMILIES.find(([, ids]) => ids.test(id))?.[0] ?? '';

const GROUPS = FAMILIES.map(([family]) => ({
  family,
  members: FORMULAS.filter((formula) => familyOf(formula) === family),
})).filter(({ members }) => members.length > 0);

/** Closed forms and fluid models of papers, with misprints corrected, beside simulations. */
export function TheoryPage({ item, query }: PageProps) {
  const narrow = useMediaQuery(ONE_COLUMN);
  // The page changes its own address with `replaceState`, which does not re-render. So a different
  // address comes from a link.
  const address = `${item ?? ''}?${query}`;
  const [opened, setOpened] = useState(() => ({ address, read: readTheory(item, query, FORMULAS) }));
  if (opened.address !== address) setOpened({ address, read: readTheory(item, query, FORMULAS) });
  const { read } = opened;

  useEffect(() => {
    if (read === null) return;
    const href = theoryHref(read.plot, read.formula);
    const before = location.hash;
    // Delayed: a dragged slider changes many times a second, and browsers limit `replaceState`. The
    // reader may have followed a link meanwhile, to a page that is still loading.
    const timer = setTimeout(() => {
      if (location.hash === before && before !== href) replaceAddress(href);
    }, ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [read]);

  if (read === null) return null;
  return (
    <Page title={read.formula.name} className={styles.main}>
      <div className={styles.columns}>
        {narrow ? (
          <Choice
            label="Formula"
            value={read.formula.id}
            options={FORMULAS.map(({ id, name, source }) => ({ id, name, detail: source }))}
            onChange={(id) => {
              location.hash = `#theory/${id}`;
            }}
          />
        ) : (
          <nav className={styles.list} aria-label="Formulas">
            {GROUPS.map(({ family, members }) => (
              <section key={family} aria-label={family}>
                <h2>{family}</h2>
                <ul>
                  {members.map(({ id, name }) => (
                    <li key={id}>
                      <a href={`#theory/${id}`} aria-current={id === read.formula.id ? 'page' : undefined}>
                        {name}
                      </a>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </nav>
        )}
        <div className={styles.shown}>
          {read.problems.map((problem) => (
            <Problem key={problem}>{problem}</Problem>
          ))}
          <FormulaView
            key={read.formula.id}
            formula={read.formula}
            plot={read.plot}
            onChange={(plot) => setOpened({ address, read: { ...read, plot, problems: [] } })}
          />
        </div>
      </div>
    </Page>
  );
}
