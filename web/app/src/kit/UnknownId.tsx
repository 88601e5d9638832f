import { meantBy, routeHref } from '@ackscope/model';
import styles from './UnknownId.module.css';

/** For each kind of item: the page that shows one, and the page that lists all. */
const KINDS = {
  figure: { page: 'gallery', href: '#gallery', all: 'All figures' },
  game: { page: 'teach', href: '#lessons', all: 'All lessons and games' },
  unit: { page: 'teacher', href: '#teacher', all: 'All units' },
  lesson: { page: 'lesson', href: '#lessons', all: 'All lessons' },
} as const;

/** For an address with an unknown id: says so, offers the nearest item, and leads to all of them. */
export function UnknownId({
  what,
  id,
  known,
  problem,
}: {
  what: keyof typeof KINDS;
  id: string;
  known: readonly { id: string; title: string }[];
  /** What else is wrong with the address. */
  problem?: string | undefined;
}) {
  const { page, href, all } = KINDS[what];
  const meant = meantBy(
    id,
    known.map((item) => item.id),
  );
  const nearest = known.find((item) => item.id === meant.id);
  return (
    <div className={styles.none}>
      <h1>{problem ?? `There is no ${what} “${id}” here.`}</h1>
      {problem === undefined && meant.isCut && <p>The link was cut off.</p>}
      {problem === undefined && nearest !== undefined && (
        <p>
          Did you mean <a href={routeHref(page, nearest.id)}>{nearest.title}</a>?
        </p>
      )}
      <p>
        <a href={href}>{all}</a>
      </p>
    </div>
  );
}
