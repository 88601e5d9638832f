import { formatQuantity, knownUnit } from '@ackscope/charts';
import type { ClaimLine, GalleryClaim, GalleryEntry } from '@ackscope/engine';
import { capitalized } from '@ackscope/model';
import { placesOf } from './numberLine.ts';
import { isOwn } from './sections.ts';
import styles from './Claims.module.css';

type Verdict = 'holds' | 'by-chance' | 'fails' | 'open';

const SAID: Readonly<Record<Verdict, string>> = {
  holds: 'reproduced',
  'by-chance': 'reproduced by chance: other seeds may decide it otherwise',
  fails: 'not reproduced',
  open: 'not tested with a number',
};
const SIGNS: Readonly<Record<Verdict, string>> = {
  holds: 'M2.5 7.5 6 11 12 3.5',
  'by-chance': 'M1.5 8.5c2-4 4-4 5.5-1s3.5 3 5.5-1',
  fails: 'M3 3 11.5 11.5M11.5 3 3 11.5',
  open: 'M3 7.25h8.5',
};

function verdictOf({ holds, line }: GalleryClaim): Verdict {
  if (holds === null) return 'open';
  if (!holds) return 'fails';
  return line?.by_chance === true ? 'by-chance' : 'holds';
}

/** Non-breaking spaces keep a number together with its sign, its interval and its unit. */
const unparted = (text: string): string =>
  text.replace(/ (?=±|%|[kMG]?bit\/s|m?s\b|packets)|(?<=[±<>≤≥≈]) /g, '\u00a0');

/** The claims of a figure, a line for each: what is claimed, a number line, the number. */
export function Claims({ entry }: { entry: GalleryEntry }) {
  if (entry.claims.length === 0) return null;
  const heading = isOwn(entry) ? 'Claims' : 'What the paper says';
  return (
    <section className={styles.claims} aria-label={heading} tabIndex={0}>
      <h2>{heading}</h2>
      <Key lines={entry.claims.flatMap(({ line }) => line ?? [])} />
      {entry.short !== null && (
        <p className={styles.judged}>
          The full form decides these claims. Its results are recorded. The short form only draws the figure.
        </p>
      )}
      <ul>
        {entry.claims.map((claim) => (
          <Row key={claim.id} claim={claim} />
        ))}
      </ul>
    </section>
  );
}

/** What the signs on the number lines are. */
function Key({ lines }: { lines: readonly ClaimLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className={styles.key} aria-label="Signs of the number lines">
      <li>
        <i className={styles.range} aria-hidden="true" /> allowed
      </li>
      <li>
        <Sign>{<circle cx={7} cy={7} r={4} className={styles.measured} />}</Sign> ours, 95 %
      </li>
      {lines.some(({ ns2 }) => ns2 !== null) && (
        <li>
          <Sign>
            <path d="M3.5 3.5l7 7M10.5 3.5l-7 7" className={styles.ns2} />
          </Sign>{' '}
          ns-2
        </li>
      )}
    </ul>
  );
}

function Sign({ children }: { children: React.ReactNode }) {
  return (
    <svg width={14} height={14} aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

function Row({ claim }: { claim: GalleryClaim }) {
  const verdict = verdictOf(claim);
  const said =
    claim.holds === null && claim.judged ? 'not measured since the settings changed' : SAID[verdict];
  const why = claim.why === null || claim.why === '' ? null : claim.why;
  return (
    <li data-holds={String(claim.holds)} data-verdict={verdict}>
      {/* A claim that fails says why at once. */}
      <details open={verdict === 'fails' && why !== null}>
        <summary>
          <svg className={styles.sign} width={15} height={15} aria-hidden="true" focusable="false">
            <path d={SIGNS[verdict]} />
          </svg>
          <span className={styles.text}>
            {claim.text}
            {verdict !== 'holds' && verdict !== 'fails' && <em> {said.split(':')[0]}</em>}
          </span>
          {claim.line !== null && (
            <>
              <NumberLine line={claim.line} />
              <strong>{formatQuantity(claim.line.measured, knownUnit(claim.line.unit))}</strong>
            </>
          )}
        </summary>
        <p>
          {claim.numbers !== null && <>{unparted(capitalized(claim.numbers))}. </>}
          <span className={styles.said}>{capitalized(said)}.</span> <span>{claim.at}</span>
        </p>
        {why !== null && (
          <p>
            <b>Why.</b> {why}
          </p>
        )}
      </details>
    </li>
  );
}

const [WIDTH, HEIGHT, MIDDLE] = [88, 22, 11];

/** The numbers are beside it and below it as text. */
function NumberLine({ line }: { line: ClaimLine }) {
  const { allowed, measured, interval, ns2 } = placesOf(line);
  const x = (part: number): number => Math.round(part * WIDTH * 10) / 10;
  return (
    <svg className={styles.line} width={WIDTH} height={HEIGHT} aria-hidden="true" focusable="false">
      <line x1={0} x2={WIDTH} y1={MIDDLE} y2={MIDDLE} className={styles.axis} />
      <rect
        x={x(allowed[0])}
        width={Math.max(2, x(allowed[1]) - x(allowed[0]))}
        y={3}
        height={HEIGHT - 6}
        className={styles.range}
      />
      {interval !== null && (
        <path
          d={`M${x(interval[0])} ${MIDDLE - 4}v8M${x(interval[0])} ${MIDDLE}H${x(interval[1])}m0-4v8`}
          className={styles.interval}
        />
      )}
      <circle cx={x(measured)} cy={MIDDLE} r={4} className={styles.measured} />
      {ns2 !== null && <path d={`M${x(ns2) - 3.5} ${MIDDLE - 3.5}l7 7m0-7l-7 7`} className={styles.ns2} />}
    </svg>
  );
}
