import { useState } from 'react';
import { DRAWERS } from '@ackscope/model';
import { Sheet } from '../kit/Sheet.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { useSignal } from '../base/useSignal.ts';
import { useKeptFocus } from '../base/useKeptFocus.ts';
import { useKeys } from '../transport/useKeys.ts';
import { useMountedParts } from '../base/useMountedParts.ts';
import { FLAT, NARROW } from '../base/mediaQueries.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';
import { usePresentation } from './usePresentation.ts';
import { useRunMarks } from '../site/useRunMarks.ts';
import { useRunTitle } from '../site/useRunTitle.ts';
import { useTheme } from '../site/useTheme.ts';
import { Announcer } from './Announcer.tsx';
import { Drawer, DrawerContent, DRAWER_NAMES } from '../drawer/Drawer.tsx';
import { Header } from './Header.tsx';
import { InstrumentBar } from '../instruments/InstrumentBar.tsx';
import { Later } from '../kit/Later.tsx';
import { lazyAfterCurve } from '../lab/firstCurve.ts';
import { LabDialogs, useLabDialogs } from '../dialogs/LabDialogs.tsx';
import { Lanes } from '../lanes/Lanes.tsx';
import { followsOf } from '../path/follows.ts';
import { PathPanel } from '../path/PathPanel.tsx';
import { Notices } from '../question/Question.tsx';
import { TopBar } from './TopBar.tsx';

import { Foot } from '../transport/Foot.tsx';
import { TransportPlace } from '../transport/Transport.tsx';
import type { SheetId } from '../transport/Transport.tsx';
import styles from './LabPage.module.css';

/** Loaded after the first curve. */
const InstrumentRow = lazyAfterCurve('InstrumentRow', () => import('../instruments/InstrumentRow.tsx'));

export function LabPage() {
  const actions = useActions();
  /** The part that a small screen has opened over the page. */
  const [door, setDoor] = useState<SheetId | null>(null);
  const closeDoor = (): void => setDoor(null);
  const dialogs = useLabDialogs();
  const { showNotes, showKeys, showWord, showTable, share } = dialogs;
  useKeys(showKeys, showTable, share);
  const flat = useMediaQuery(FLAT);
  const narrow = useMediaQuery(NARROW) && !flat;
  // A small screen opens these parts as sheets, and only on request: stopping the clock opens none.
  const small = flat || narrow;
  const drawer = useLabState((state) => state.view.drawer);
  const { themeKey } = useTheme();
  const root = useRunMarks();
  useKeptFocus(root);
  const presenting = usePresentation();
  const title = useRunTitle();
  // The curves are mounted first; the parts around them have reserved places.
  const shown = useMountedParts(2);
  const follows = useSignal(followsOf(useLab()));
  // The notes are a dialog on every screen.
  const openDoor = (next: SheetId): void => {
    if (next === 'notes') showNotes();
    else setDoor(next);
  };
  const closeSheet = (): void => {
    closeDoor();
    actions.openDrawer(null);
  };
  const hasHeader = !presenting;

  return (
    <div
      ref={root}
      className={styles.page}
      data-layout={presenting ? 'presenting' : flat ? 'flat' : narrow ? 'narrow' : 'wide'}
    >
      {hasHeader && (
        <Header
          onNotes={showNotes}
          onKeys={showKeys}
          onTable={showTable}
          onShare={share}
          onWord={showWord}
          onSettings={() => (small ? setDoor('settings') : actions.openDrawer('settings'))}
        />
      )}
      {!(presenting && flat) && <TopBar />}
      <main className={styles.screen}>
        {!hasHeader && <h1 className="visually-hidden">Ackscope: {title}</h1>}
        <Notices />
        <div className={styles.bars}>
          <InstrumentBar />
        </div>
        {follows && !small && <PathPanel themeKey={themeKey} form="screen" />}
        <Lanes themeKey={themeKey} />
      </main>
      {drawer !== null && !small && <Drawer id={drawer} onWord={showWord} />}
      {shown >= 2 ? <Foot themeKey={themeKey} onDoor={small ? openDoor : undefined} /> : <TransportPlace />}
      <Announcer />
      <LabDialogs {...dialogs} />
      <Sheet kind="sheet" title="View" isOpen={door === 'view' && small} onClose={closeDoor}>
        <Later>
          <InstrumentRow />
        </Later>
      </Sheet>
      {DRAWERS.map((id) => (
        <Sheet
          key={id}
          kind="sheet"
          title={DRAWER_NAMES[id]}
          hasOwnHeading={id === 'causes'}
          // “Show why” asks for it, wherever it stands.
          isOpen={(door === id || (id === 'causes' && drawer === id)) && small}
          onClose={closeSheet}
        >
          <DrawerContent
            id={id}
            onWord={showWord}
            // The sheet covers what the change does.
            onTried={closeSheet}
          />
        </Sheet>
      ))}
    </div>
  );
}
