import { formatNumber } from '@ackscope/charts';
import table from '../kit/table.module.css';
import { factorWords, withNames } from './breakTexts.ts';
import { breakHref, BUDGETS, OBJECTIVES } from './setup.ts';
import styles from './Break.module.css';

interface Failure {
  name: string;
  algorithm: string;
  /** It is a script of the library. */
  script?: string;
  source: string;
}

interface Found {
  objective: string;
  witness: string;
  low: number;
  network: string;
}

const [list = []] = Object.values(
  import.meta.glob<readonly Failure[]>('../../../../core/lab/reference/failures.json', {
    eager: true,
    import: 'default',
  }),
);
const [FOUND = {}] = Object.values(
  import.meta.glob<Readonly<Record<string, Found | null>>>(
    '../../../../core/lab/reference/failures-measured.json',
    { eager: true, import: 'found' },
  ),
);

/** Those that are found again stand first. */
const LISTED = list.toSorted((a, b) => Number(FOUND[a.name] == null) - Number(FOUND[b.name] == null));

/** What all of them have in common is said once, above: where the search begins. */
const COMMON = Object.values(FOUND)
  .flatMap((found) => (found === null ? [] : [found.network.split(', ')]))
  .reduce((common, parts) => common.filter((part, at) => parts[at] === part))
  .join(', ');

/** Failures that others have published, and what a search found of them without a hint: where to begin. */
export function Published({ nameOf }: { nameOf: (id: string) => string }) {
  const count = list.filter(({ name }) => FOUND[name] != null).length;
  return (
    <section className={styles.published} aria-labelledby="published">
      <h2 id="published">Published failures</h2>
      <p>
        A search without a hint finds {formatNumber(count, 9)} of {formatNumber(list.length, 9)} again. A name
        is a search to start.
      </p>
      <div className={styles.wide} tabIndex={0} role="region" aria-label="Published failures">
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Failure</th>
              <th scope="col">Found again on {COMMON}, with</th>
              <th scope="col">Factor</th>
              <th scope="col">Source</th>
            </tr>
          </thead>
          <tbody>
            {LISTED.map(({ name, algorithm, script, source }) => {
              const found = FOUND[name];
              // The search that was recorded.
              const setup = { algorithm, other: null, scripts: {}, objective: null, seed: 1 };
              const href = breakHref({ ...setup, runs: BUDGETS[2] });
              return (
                <tr key={name} data-found={found != null}>
                  <th scope="row">{script === undefined ? <a href={href}>{name}</a> : name}</th>
                  <td>
                    {found == null ? 'not found' : withNames(found.network.slice(COMMON.length + 2), nameOf)}
                  </td>
                  <td>
                    {found != null &&
                      `${factorWords(found.low)} ${OBJECTIVES[found.objective]?.worse ?? ''} ${nameOf(found.witness)}`}
                  </td>
                  <td>{source}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
