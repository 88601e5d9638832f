import { Suspense, useCallback, useState } from 'react';
import { Sheet } from '../controls/Sheet.tsx';
import { lazyNamed } from '../controls/lazyNamed.ts';
import { useActions, useLabState } from '../lab/context.ts';
import { useKeys } from '../lab/useKeys.ts';
import { useMountedParts } from '../lab/useMountedParts.ts';
import { FLAT, NARROW } from '../lab/mediaQueries.ts';
import { useMediaQuery } from '../lab/useMediaQuery.ts';
import { usePresentation } from '../lab/usePresentation.ts';
import { useRunMarks } from '../lab/useRunMarks.ts';
import { useRunTitle } from '../lab/useRunTitle.ts';
import { useTheme } from '../lab/useTheme.ts';
import { Announcer } from '../panels/Announcer.tsx';
import { Drawer, DrawerContent, DRAWER_NAMES } from '../panels/Drawer.tsx';
import { DropZone } from '../panels/DropZone.tsx';
import { Header } from '../panels/Header.tsx';
import { InstrumentBar } from '../panels/InstrumentBar.tsx';
import { KnobColumn } from '../panels/KnobColumn.tsx';
import { Lanes } from '../panels/Lanes.tsx';
import { OneKnob } from '../panels/OneKnob.tsx';
import { PathPanel } from '../panels/PathPanel.tsx';
import { Notices } from '../panels/Question.tsx';
import { ScenarioPanel } from '../panels/ScenarioPanel.tsx';
import { SmallView, TopBar } from '../panels/TopBar.tsx';
import { Transport } from '../panels/Transport.tsx';
import type { Door } from '../panels/Transport.tsx';
import { ShareSheet } from '../share/ShareSheet.tsx';
import styles from './LabPage.module.css';

/** Not in the first load: they are read when somebody asks for them. */
const NotesDialog = lazyNamed('NotesDialog', () => import('../panels/Dialogs.tsx'));
const KeysDialog = lazyNamed('KeysDialog', () => import('../panels/Dialogs.tsx'));
const TableDialog = lazyNamed('TableDialog', () => import('../panels/TableDialog.tsx'));

type Open = 'none' | 'notes' | 'keys' | 'table' | 'share' | Door;

export function LabPage() {
  const actions = useActions();
  const [open, setOpen] = useState<Open>('none');
  const [word, setWord] = useState('');
  const close = useCallback(() => setOpen('none'), []);
  const showKeys = useCallback(() => {
    setWord('');
    setOpen('keys');
  }, []);
  const showWord = useCallback((term: string) => {
    setWord(term);
    setOpen('keys');
  }, []);
  const showTable = useCallback(() => setOpen('table'), []);
  const share = useCallback(() => setOpen('share'), []);
  useKeys(showKeys, showTable, share);
  const flat = useMediaQuery(FLAT);
  const narrow = useMediaQuery(NARROW) && !flat;
  // Not a modal over the plots because the clock was stopped: a small screen has doors.
  const small = flat || narrow;
  const drawer = useLabState((state) => state.view.drawer);
  const { isDark, themeKey } = useTheme();
  const root = useRunMarks();
  const presenting = usePresentation();
  const title = useRunTitle();
  // The curves first; what stands beside them has its place.
  const shown = useMountedParts(2);
  const hasHeader = !presenting && !flat;
  const hasKnobs = !presenting && !small;

  return (
    <div
      ref={root}
      className={styles.page}
      data-layout={presenting ? 'presenting' : flat ? 'flat' : narrow ? 'narrow' : 'wide'}
    >
      {hasHeader && (
        <Header isDark={isDark} onNotes={() => setOpen('notes')} onKeys={showKeys} onShare={share} />
      )}
      {!flat && <TopBar />}
      {hasKnobs && (shown >= 1 ? <KnobColumn /> : <div className={styles.left} />)}
      <main className={styles.screen}>
        {!hasHeader && <h1 className="visually-hidden">Ackscope: {title}</h1>}
        <Notices />
        <InstrumentBar>{!small && <PathPanel themeKey={themeKey} form="screen" />}</InstrumentBar>
        <Lanes themeKey={themeKey} form="screen" />
      </main>
      {drawer !== null && !small && <Drawer id={drawer} onWord={showWord} />}
      {narrow && !presenting && <OneKnob />}
      <Transport themeKey={themeKey} onTable={showTable} {...(small ? { onDoor: setOpen } : {})} />
      <Announcer />
      <DropZone />
      <Suspense fallback={null}>
        {open === 'notes' && <NotesDialog onClose={close} />}
        {open === 'table' && <TableDialog onClose={close} />}
        {open === 'keys' && <KeysDialog word={word} onClose={close} />}
      </Suspense>
      <ShareSheet isOpen={open === 'share'} onClose={close} />
      <Sheet kind="sheet" title="Scenario" isOpen={open === 'scenario' && small} onClose={close}>
        <SmallView hasPages={flat} />
        <ScenarioPanel />
      </Sheet>
      {(['why', 'numbers', 'validation'] as const).map((id) => (
        <Sheet
          key={id}
          kind="sheet"
          title={DRAWER_NAMES[id]}
          isOpen={open === id && small}
          onClose={() => {
            close();
            actions.openDrawer(null);
          }}
        >
          <DrawerContent id={id} onWord={showWord} />
        </Sheet>
      ))}
    </div>
  );
}
