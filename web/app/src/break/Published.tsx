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

/** Where the search begins, which most have in common, is said once, above. */
const PLAIN = /^5 Mbit\/s, an RTT of 60 ms, /;

/** “238 × more sent again than Vegas (0.2 % added to both)”. */
function worseWords({ objective, witness, low }: Found, nameOf: (id: string) => string): string {
  const { worse = 'worse than', basis } = OBJECTIVES[objective] ?? {};
  return `${factorWords(low)} ${worse} ${nameOf(witness)}${basis === undefined ? '' : ` (${basis})`}`;
}

/** Failures that others have published, and what a search found of them without a hint: where to begin. */
export function Published({ nameOf }: { nameOf: (id: string) => string }) {
  const count = list.filter(({ name }) => FOUND[name] != null).length;
  return (
    <section className={styles.published} aria-labelledby="published">
      <h2 id="published">Published failures</h2>
      <p>
        A search without a hint ({formatNumber(BUDGETS[2], 9)} runs, seed 1) finds {formatNumber(count, 9)} of{' '}
        {formatNumber(list.length, 9)} again, on 5 Mbit/s with an RTT of 60 ms and a buffer of 1 BDP unless a
        row says otherwise. A name is a search to start.
      </p>
      <div className={styles.wide} tabIndex={0} role="region" aria-label="Published failures">
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Failure</th>
              <th scope="col">Found again with</th>
              <th scope="col">How much worse, least of five runs</th>
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
                  <td>{found == null ? 'not found' : withNames(found.network.replace(PLAIN, ''), nameOf)}</td>
                  <td>{found != null && worseWords(found, nameOf)}</td>
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
