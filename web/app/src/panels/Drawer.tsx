import type { DrawerId } from '@ackscope/model';
import { IconButton } from '../controls/IconButton.tsx';
import { CloseIcon } from '../controls/icons.tsx';
import { Later } from '../controls/Later.tsx';
import { useBackCloses } from '../lab/backStep.ts';
import { useActions } from '../lab/context.ts';
import { DrawerContent as Content } from './laterParts.ts';
import styles from './Drawer.module.css';

export const DRAWER_NAMES: Record<DrawerId, string> = {
  why: 'Inspector',
  numbers: 'Numbers',
  validation: 'Validation',
};

/**
 * Beside the lanes, until it is closed; the way back closes it too. It scrolls by itself, and nothing
 * else moves.
 */
export function Drawer({ id, onWord }: { id: DrawerId; onWord: (term: string) => void }) {
  const actions = useActions();
  useBackCloses(true, () => actions.openDrawer(null));
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
    <Later>
      <Content {...props} />
    </Later>
  );
}
