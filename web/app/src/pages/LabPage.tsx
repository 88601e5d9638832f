import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useSignals } from '@ackscope/charts';
import { presetById, traceHashes } from '@ackscope/model';
import { Sheet } from '../controls/Sheet.tsx';
import { NotesIcon, SlidersIcon } from '../controls/icons.tsx';
import { useLab, useLabState } from '../lab/context.ts';
import { useKeys } from '../lab/useKeys.ts';
import { MEDIUM, NARROW, useMediaQuery } from '../lab/useMediaQuery.ts';
import { Announcer } from '../panels/Announcer.tsx';
import { KeysDialog, NotesDialog } from '../panels/Dialogs.tsx';
import { Header } from '../panels/Header.tsx';
import { Inspector } from '../panels/Inspector.tsx';
import { Lanes } from '../panels/Lanes.tsx';
import { PathPanel } from '../panels/PathPanel.tsx';
import { Question } from '../panels/Question.tsx';
import { ScenarioPanel } from '../panels/ScenarioPanel.tsx';
import { Transport } from '../panels/Transport.tsx';
import styles from './LabPage.module.css';

type Open = 'none' | 'notes' | 'keys' | 'scenario' | 'inspector';

export function LabPage() {
  const [open, setOpen] = useState<Open>('none');
  const close = useCallback(() => setOpen('none'), []);
  useKeys(useCallback(() => setOpen('keys'), []));
  const narrow = useMediaQuery(NARROW);
  const medium = useMediaQuery(MEDIUM);
  const { isDark, themeKey } = useTheme();
  const root = useRunMarks();

  return (
    <div ref={root} className={styles.page} data-layout={narrow ? 'narrow' : medium ? 'medium' : 'wide'}>
      <Header isDark={isDark} onNotes={() => setOpen('notes')} onKeys={() => setOpen('keys')} />
      {!narrow && (
        <aside className={styles.left} aria-label="Scenario">
          <ScenarioPanel />
        </aside>
      )}
      <main className={styles.centre}>
        <Question />
        <PathPanel themeKey={themeKey} />
        {medium && (
          <div className={styles.doors}>
            {narrow && (
              <Button className={styles.door ?? ''} onPress={() => setOpen('scenario')}>
                <SlidersIcon /> Scenario
              </Button>
            )}
            <Button className={styles.door ?? ''} onPress={() => setOpen('inspector')}>
              <NotesIcon /> What happened?
            </Button>
          </div>
        )}
        <Lanes themeKey={themeKey} />
      </main>
      {!medium && (
        <aside className={styles.right} aria-label="Inspector" tabIndex={0}>
          <Inspector />
        </aside>
      )}
      <Transport themeKey={themeKey} />
      <Announcer />
      <NotesDialog isOpen={open === 'notes'} onClose={close} />
      <KeysDialog isOpen={open === 'keys'} onClose={close} />
      <Sheet kind="sheet" title="Scenario" isOpen={open === 'scenario' && narrow} onClose={close}>
        <ScenarioPanel />
      </Sheet>
      <Sheet kind="sheet" title="What happened" isOpen={open === 'inspector' && medium} onClose={close}>
        <Inspector />
      </Sheet>
    </div>
  );
}

/** Applies the chosen theme; the key changes whenever the colours on the screen do. */
function useTheme(): { isDark: boolean; themeKey: string } {
  const theme = useLabState((state) => state.view.theme);
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const isDark = theme === 'auto' ? systemDark : theme === 'dark';
  // Before the canvases paint: they read the colours from the document.
  useLayoutEffect(() => {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  return { isDark, themeKey: isDark ? 'dark' : 'light' };
}

/** The scenario's name in the tab: links to several of them are told apart. */
function useDocumentTitle(): void {
  const title = useLabState((state) => {
    const preset = state.scenario.preset === null ? null : presetById(state.scenario.preset);
    const own = state.scenario.wanted.title;
    return preset?.title ?? (typeof own === 'string' && own !== '' ? own : 'Own scenario');
  });
  useEffect(() => {
    document.title = `${title} · Ackscope`;
  }, [title]);
}

/** What tests and embedding pages read: the state of the run, its hash, and the clock, on the root element. */
function useRunMarks(): React.RefObject<HTMLDivElement | null> {
  const { signals, store } = useLab();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const write = (): void => {
      const element = root.current;
      if (element === null) return;
      const { run, scenario } = store.getState();
      element.dataset.runState = scenario.error === null ? run.status : 'error';
      element.dataset.runId = String(run.id);
      element.dataset.traceHash = run.status === 'done' ? traceHashes(run.lanes) : '';
    };
    write();
    return store.subscribe((state, before) => {
      if (state.run !== before.run || state.scenario !== before.scenario) write();
    });
  }, [store]);
  useDocumentTitle();
  useSignals([signals.clock], () => {
    root.current?.setAttribute('data-time-s', String(Number(signals.clock.get().toFixed(6))));
  });
  return root;
}
