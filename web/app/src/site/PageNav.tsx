import { routeHref } from '@ackscope/model';
import { MenuButton } from '../kit/MenuButton.tsx';
import { MenuIcon } from '../kit/icons.tsx';
import { labHref } from '../address/address.ts';
import { useLab } from '../lab/context.ts';
import { TIGHT } from '../base/mediaQueries.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';
import { PAGES } from '../pages.ts';
import styles from './PageNav.module.css';

const NAMES: readonly { id: string; name: string }[] = [
  { id: 'lab', name: 'Lab' },
  ...[...PAGES]
    .flatMap(([id, { nav }]) => (nav === undefined ? [] : { id, ...nav }))
    .sort((a, b) => a.place - b.place),
];

/** Links to all pages: in a row, or in a menu if there is no room. */
export function PageNav({ here }: { here: string }) {
  const { store } = useLab();
  const tight = useMediaQuery(TIGHT);
  // The lab's link returns to its last state.
  const hrefOf = (id: string): string => (id === 'lab' ? labHref(store) : routeHref(id));
  if (tight) {
    return (
      <MenuButton
        label="Pages"
        className={styles.door}
        items={NAMES}
        onChoose={(id) => {
          const page = NAMES.find((item) => item.id === id);
          if (page !== undefined && page.id !== here) location.hash = hrefOf(page.id);
        }}
      >
        <MenuIcon />
      </MenuButton>
    );
  }
  return (
    <nav aria-label="Pages" className={styles.nav}>
      {NAMES.map(({ id, name }) =>
        id === here ? (
          <span key={id} className={styles.link} aria-current="page">
            {name}
          </span>
        ) : (
          <a
            key={id}
            className={styles.link}
            href={hrefOf(id)}
            aria-current={PAGES.get(here)?.within === id ? 'true' : undefined}
          >
            {name}
          </a>
        ),
      )}
    </nav>
  );
}
