import { useState } from 'react';
import { DRAWERS, shownMode } from '@ackscope/model';
import { Sheet } from '../kit/Sheet.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import { useKeptFocus } from '../base/useKeptFocus.ts';
import { useKeys } from '../transport/useKeys.ts';
import { useMountedParts } from '../base/useMountedParts.ts';
import { FLAT, LOW, NARROW } from '../base/mediaQueries.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';
import { usePresentation } from './usePresentation.ts';
import { useRunMarks } from '../site/useRunMarks.ts';
import { useRunTitle } from '../site/useRunTitle.ts';
import { useTheme } from '../site/useTheme.ts';
import { Announcer } from './Announcer.tsx';
import { Drawer, DrawerContent, DRAWER_NAMES } from '../drawer/Drawer.tsx';
import { Header } from './Header.tsx';
import { InstrumentBar } from '../instruments/InstrumentBar.tsx';
import { KnobColumn } from '../settings/KnobColumn.tsx';
import { LabDialogs, useLabDialogs } from '../dialogs/LabDialogs.tsx';
import { ScenarioPanel } from '../deferredComponents.ts';
import { Lanes } from '../lanes/Lanes.tsx';
import { OneKnob, OneKnobPlace } from '../settings/OneKnob.tsx';
import { PathPanel } from '../path/PathPanel.tsx';
import { Notices } from '../question/Question.tsx';
import { SmallView, TopBar } from './TopBar.tsx';
import { Transport, TransportPlace } from '../transport/Transport.tsx';
import type { SheetId } from '../transport/Transport.tsx';
import styles from './LabPage.module.css';
import { Later } from '../kit/Later.tsx';

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
  const { isDark, themeKey } = useTheme();
  const root = useRunMarks();
  useKeptFocus(root);
  const presenting = usePresentation();
  const title = useRunTitle();
  // The curves are mounted first; the parts around them have reserved places.
  const shown = useMountedParts(2);
  // On a low screen one chart needs the height of the path's picture.
  const isLow = useMediaQuery(LOW);
  const isOneChart = useLabState((state) => shownMode(state.charts, state.run.lanes) === 'overlay');
  // The notes are a dialog on every screen.
  const openDoor = (next: SheetId): void => {
    if (next === 'notes') showNotes();
    else setDoor(next);
  };
  const hasHeader = !presenting;
  const hasKnobs = !presenting && !small;
  // In lecture mode the plots use this space.
  const hasPath = hasKnobs && !(isLow && isOneChart);

  return (
    <div
      ref={root}
      className={styles.page}
      data-layout={presenting ? 'presenting' : flat ? 'flat' : narrow ? 'narrow' : 'wide'}
    >
      {hasHeader && <Header isDark={isDark} onNotes={showNotes} onKeys={showKeys} onShare={share} />}
      {!(presenting && flat) && <TopBar />}
      {hasKnobs && (shown >= 1 ? <KnobColumn /> : <div className={styles.left} />)}
      <main className={styles.screen}>
        {!hasHeader && <h1 className="visually-hidden">Ackscope: {title}</h1>}
        <Notices />
        <div className={styles.bars}>
          <InstrumentBar>{hasPath && <PathPanel themeKey={themeKey} form="screen" />}</InstrumentBar>
        </div>
        <Lanes themeKey={themeKey} />
      </main>
      {drawer !== null && !small && <Drawer id={drawer} onWord={showWord} />}
      {small && !presenting && (shown >= 1 ? <OneKnob /> : <OneKnobPlace />)}
      {shown >= 2 ? (
        <Transport themeKey={themeKey} onTable={showTable} {...(small ? { onDoor: openDoor } : {})} />
      ) : (
        <TransportPlace />
      )}
      <Announcer />
      <LabDialogs {...dialogs} />
      <Sheet kind="sheet" title="Scenario" isOpen={door === 'scenario' && small} onClose={closeDoor}>
        <SmallView />
        <Later>
          <ScenarioPanel />
        </Later>
      </Sheet>
      {DRAWERS.map((id) => (
        <Sheet
          key={id}
          kind="sheet"
          title={DRAWER_NAMES[id]}
          // “Show why” asks for it, wherever it stands.
          isOpen={(door === id || (id === 'causes' && drawer === id)) && small}
          onClose={() => {
            closeDoor();
            actions.openDrawer(null);
          }}
        >
          <DrawerContent id={id} onWord={showWord} />
        </Sheet>
      ))}
    </div>
  );
}
