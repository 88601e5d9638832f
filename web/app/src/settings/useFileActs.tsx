import { messageOf } from '@ackscope/engine';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { Sheet } from '../kit/Sheet.tsx';
import { useActions, useLab } from '../lab/context.ts';
import { isSinglePage, saveAsPage } from '../address/singlePage.ts';
import type { Act } from '../site/MoreMenu.tsx';
import styles from './ScenarioTools.module.css';

/** The editor is as large as the rest of the page, so it loads on request. */
const ScenarioText = lazyNamed('ScenarioText', () => import('../editor/ScenarioText.tsx'));

/** The same for what its acts do with files. */
const files = () => import('../files/scenarioFiles.ts');

/** What can be done with the scenario as a file or a text, for a menu; and the parts of the page that this needs. */
export function useFileActs(): { acts: readonly Act[]; parts: ReactNode } {
  const actions = useActions();
  const lab = useLab();
  const [isText, setText] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const save = (): void => void files().then(({ saveScenarioFile }) => saveScenarioFile(lab));
  const print = (): void => void files().then(({ openWorksheet }) => openWorksheet(lab));
  const savePage = (): void => {
    saveAsPage(lab).catch((error: unknown) => {
      actions.fileRefused(messageOf(error));
    });
  };
  const acts = [
    {
      id: 'open',
      name: 'Open a file…',
      detail: 'a scenario, a measured window or a capture. You can also drop it on the page',
      run: () => picker.current?.click(),
    },
    { id: 'save', name: 'Save as a file', detail: 'the command line runs it too', run: save },
    {
      id: 'sheet',
      name: 'Worksheet to print…',
      detail: 'a curve to read, a grid to draw on, the solution',
      run: print,
    },
    ...(isSinglePage()
      ? []
      : [{ id: 'page', name: 'Save as one page', detail: 'one HTML file that runs offline', run: savePage }]),
    { id: 'json', name: 'Edit JSON', run: () => setText(true) },
  ];
  const parts = (
    <>
      <input
        ref={picker}
        type="file"
        className={styles.picker}
        aria-label="Scenario file"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // Allows the same file to be opened again after it was corrected.
          event.currentTarget.value = '';
          if (file !== undefined) void files().then(({ openFile }) => openFile(lab, file));
        }}
      />
      <Sheet title="Edit JSON" isOpen={isText} onClose={() => setText(false)}>
        <Later fallback={<p className={styles.coming}>Loading the editor…</p>}>
          <ScenarioText />
        </Later>
      </Sheet>
    </>
  );
  return { acts, parts };
}
