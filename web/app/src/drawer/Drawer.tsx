import type { DrawerId } from '@ackscope/model';
import { IconButton } from '../kit/IconButton.tsx';
import { CloseIcon } from '../kit/icons.tsx';
import { Later } from '../kit/Later.tsx';
import { useBackCloses } from '../base/backStep.ts';
import { useActions } from '../lab/context.ts';
import { DrawerContent as Content } from '../deferredComponents.ts';
import type { ContentProps } from './DrawerContent.tsx';
import styles from './Drawer.module.css';

export const DRAWER_NAMES: Record<DrawerId, string> = {
  why: 'Inspector',
  causes: 'Why?',
  numbers: 'Numbers',
  settings: 'Settings',
};

/** A drawer beside the lanes, until it or the Back button closes it. It scrolls separately. */
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

/** The drawer's content without its frame, for a sheet. */
export function DrawerContent(props: ContentProps) {
  return (
    <Later>
      <Content {...props} />
    </Later>
  );
}
