import { Suspense } from 'react';
import type { DrawerId } from '@ackscope/model';
import { IconButton } from '../controls/IconButton.tsx';
import { CloseIcon } from '../controls/icons.tsx';
import { lazyNamed } from '../controls/lazyNamed.ts';
import { useActions } from '../lab/context.ts';
import styles from './Drawer.module.css';

/** Not in the first load: a drawer opens on pause, on a click, or by a key. */
const Content = lazyNamed('DrawerContent', () => import('./DrawerContent.tsx'));

export const DRAWER_NAMES: Record<DrawerId, string> = {
  why: 'Inspector',
  numbers: 'Numbers',
  validation: 'Validation',
};

/** Beside the lanes, until it is closed: it scrolls by itself, and nothing else moves. */
export function Drawer({ id, onWord }: { id: DrawerId; onWord: (term: string) => void }) {
  const actions = useActions();
  return (
    <aside className={styles.drawer} aria-label={DRAWER_NAMES[id]} tabIndex={0}>
      <div className={styles.close}>
        <IconButton label="Close the drawer" shortcut="i" onPress={() => actions.openDrawer(null)}>
          <CloseIcon />
        </IconButton>
      </div>
      <DrawerContent id={id} onWord={onWord} />
    </aside>
  );
}

/** The same without its frame, for a sheet. */
export function DrawerContent(props: { id: DrawerId; onWord: (term: string) => void }) {
  return (
    <Suspense fallback={null}>
      <Content {...props} />
    </Suspense>
  );
}
