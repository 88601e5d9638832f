import { routeHref } from '@ackscope/model';
import { MenuButton } from '../kit/MenuButton.tsx';
import { MenuIcon } from '../kit/icons.tsx';
import { labHref } from '../address/address.ts';
import { useLab } from '../lab/context.ts';
import { TIGHT } from '../base/mediaQueries.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';
import { PAGES } from '../pages.ts';
import styles from './PageNav.module.css';

interface Place {
  id: string;
  name: string;
}

const DECLARED = [...PAGES]
  .flatMap(([id, { nav }]) => (nav === undefined ? [] : { id, ...nav }))
  .sort((a, b) => a.place - b.place);
const NAMES: readonly Place[] = [
  { id: 'lab', name: 'Lab' },
  ...DECLARED.filter(({ isTool }) => isTool !== true),
];
const TOOLS: readonly Place[] = DECLARED.filter(({ isTool }) => isTool === true);

/** Links to all pages: the tools in a menu of their own, and all in one menu if there is no room. */
export function PageNav({ here }: { here: string }) {
  const { store } = useLab();
  const tight = useMediaQuery(TIGHT);
  // The lab's link returns to its last state.
  const hrefOf = (id: string): string => (id === 'lab' ? labHref(store) : routeHref(id));
  const go = (id: string): void => {
    if (id !== here) location.hash = hrefOf(id);
  };
  if (tight)
    return (
      <MenuButton label="Pages" className={styles.door} items={[...NAMES, ...TOOLS]} onChoose={go}>
        <MenuIcon />
      </MenuButton>
    );
  const tool = TOOLS.find(({ id }) => id === here || PAGES.get(here)?.within === id);
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
      <span className={styles.tools} data-here={tool !== undefined || undefined}>
        <MenuButton label="Tools" isSign={false} className={styles.link} items={TOOLS} onChoose={go}>
          {tool?.name ?? 'Tools'}
        </MenuButton>
      </span>
    </nav>
  );
}
