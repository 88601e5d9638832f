import { Suspense, useCallback, useState } from 'react';
import { Button } from 'react-aria-components';
import { Sheet } from '../controls/Sheet.tsx';
import { NotesIcon, SlidersIcon, TableIcon } from '../controls/icons.tsx';
import { lazyNamed } from '../controls/lazyNamed.ts';
import { useKeys } from '../lab/useKeys.ts';
import { useMountedParts } from '../lab/useMountedParts.ts';
import { FLAT, MEDIUM, NARROW } from '../lab/mediaQueries.ts';
import { useMediaQuery } from '../lab/useMediaQuery.ts';
import { usePresentation } from '../lab/usePresentation.ts';
import { useRunMarks } from '../lab/useRunMarks.ts';
import { useRunTitle } from '../lab/useRunTitle.ts';
import { useTheme } from '../lab/useTheme.ts';
import { Announcer } from '../panels/Announcer.tsx';
import { DropZone } from '../panels/DropZone.tsx';
import { Header } from '../panels/Header.tsx';
import { Inspector } from '../panels/Inspector.tsx';
import { Lanes } from '../panels/Lanes.tsx';
import { PathPanel } from '../panels/PathPanel.tsx';
import { Question } from '../panels/Question.tsx';
import { ScenarioPanel } from '../panels/ScenarioPanel.tsx';
import { Transport } from '../panels/Transport.tsx';
import styles from './LabPage.module.css';

/** Not in the first load: they are read when somebody asks for them. */
const NotesDialog = lazyNamed('NotesDialog', () => import('../panels/Dialogs.tsx'));
const KeysDialog = lazyNamed('KeysDialog', () => import('../panels/Dialogs.tsx'));
const TableDialog = lazyNamed('TableDialog', () => import('../panels/TableDialog.tsx'));

type Open = 'none' | 'notes' | 'keys' | 'table' | 'scenario' | 'inspector';

export function LabPage() {
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
  useKeys(showKeys, showTable);
  const flat = useMediaQuery(FLAT);
  const narrow = useMediaQuery(NARROW) || flat;
  const medium = useMediaQuery(MEDIUM);
  const { isDark, themeKey } = useTheme();
  const root = useRunMarks();
  const presenting = usePresentation();
  const title = useRunTitle();
  // The curves first; the columns beside them have their places.
  const shown = useMountedParts(2);

  return (
    <div
      ref={root}
      className={styles.page}
      data-layout={presenting ? 'presenting' : narrow ? 'narrow' : medium ? 'medium' : 'wide'}
    >
      {!presenting && <Header isDark={isDark} onNotes={() => setOpen('notes')} onKeys={showKeys} />}
      {!narrow && !presenting && (
        <aside className={styles.left} aria-label="Scenario">
          {shown >= 1 && <ScenarioPanel />}
        </aside>
      )}
      <main className={styles.centre}>
        {presenting && <h1 className="visually-hidden">Ackscope: {title}</h1>}
        <Question />
        <PathPanel themeKey={themeKey} />
        {medium && !presenting && (
          <div className={styles.doors}>
            {narrow && (
              <Button className={styles.door ?? ''} onPress={() => setOpen('scenario')}>
                <SlidersIcon /> Scenario
              </Button>
            )}
            <Button className={styles.door ?? ''} onPress={() => setOpen('inspector')}>
              <NotesIcon /> What happened?
            </Button>
            <Button className={styles.door ?? ''} onPress={showTable}>
              <TableIcon /> Numbers
            </Button>
          </div>
        )}
        <Lanes themeKey={themeKey} />
      </main>
      {!medium && !presenting && (
        <aside className={styles.right} aria-label="Inspector" tabIndex={0}>
          {shown >= 2 && <Inspector onWord={showWord} />}
        </aside>
      )}
      <Transport themeKey={themeKey} onTable={showTable} />
      <Announcer />
      <DropZone />
      <Suspense fallback={null}>
        {open === 'notes' && <NotesDialog onClose={close} />}
        {open === 'table' && <TableDialog onClose={close} />}
        {open === 'keys' && <KeysDialog word={word} onClose={close} />}
      </Suspense>
      <Sheet kind="sheet" title="Scenario" isOpen={open === 'scenario' && narrow} onClose={close}>
        <ScenarioPanel />
      </Sheet>
      <Sheet kind="sheet" title="What happened" isOpen={open === 'inspector' && medium} onClose={close}>
        <Inspector onWord={showWord} />
      </Sheet>
    </div>
  );
}
