import type { DrawerId } from '@ackscope/model';
import { IconButton } from '../controls/IconButton.tsx';
import { CloseIcon } from '../controls/icons.tsx';
import { useActions } from '../lab/context.ts';
import { Inspector } from './Inspector.tsx';
import { NumbersPart } from './NumbersPart.tsx';
import { ValidationPart } from './ValidationPart.tsx';
import styles from './Drawer.module.css';

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

export function DrawerContent({ id, onWord }: { id: DrawerId; onWord: (term: string) => void }) {
  return (
    <>
      {id === 'why' && <Inspector onWord={onWord} />}
      {id === 'numbers' && <NumbersPart />}
      {id === 'validation' && <ValidationPart />}
    </>
  );
}
