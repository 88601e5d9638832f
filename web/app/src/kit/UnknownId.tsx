import { meantBy, routeHref } from '@ackscope/model';
import { Band } from './Band.tsx';
import buttons from './buttons.module.css';
import styles from './Band.module.css';

/** For each kind of item: the page that shows one, and the page that lists all. */
const KINDS = {
  figure: { page: 'gallery', href: '#gallery', all: 'All figures' },
  game: { page: 'teach', href: '#lessons', all: 'All lessons and games' },
  unit: { page: 'teacher', href: '#teacher', all: 'All units' },
  page: { page: null, href: '#', all: 'Open the lab' },
  lesson: { page: 'lesson', href: '#lessons', all: 'All lessons' },
} as const;

/** For an address with an unknown id: says so, offers the nearest item, and lists the others. */
export function UnknownId({
  what,
  id,
  known,
  problem,
}: {
  what: keyof typeof KINDS;
  id: string;
  known: readonly { id: string; title: string; about?: string }[];
  /** What else is wrong with the address. */
  problem?: string | undefined;
}) {
  const { page, href, all } = KINDS[what];
  const meant = meantBy(
    id,
    known.map((item) => item.id),
  );
  const nearest = known.find((item) => item.id === meant.id);
  const isNamed = problem === undefined;
  const hrefOf = (found: string): string => (page === null ? routeHref(found) : routeHref(page, found));
  return (
    <>
      <Band
        title={problem ?? `There is no ${what} “${id}” here.`}
        acts={
          <a className={buttons.primary} href={href}>
            {all}
          </a>
        }
      >
        {isNamed && what === 'page' && nearest === undefined && 'These are the pages. '}
        {isNamed && meant.isCut && <span>The link was cut off. </span>}
        {isNamed && nearest !== undefined && (
          <>
            Did you mean <a href={hrefOf(nearest.id)}>{nearest.title}</a>?
          </>
        )}
      </Band>
      <ul className={styles.known} aria-label={all}>
        {known
          .filter((item) => item !== nearest)
          .map((item) => (
            <li key={item.id}>
              <a href={hrefOf(item.id)}>{item.title}</a>
              {item.about !== undefined && <p>{item.about}</p>}
            </li>
          ))}
      </ul>
    </>
  );
}
