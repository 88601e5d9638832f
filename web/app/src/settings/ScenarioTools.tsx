import { messageOf } from '@ackscope/engine';
import { useRef, useState } from 'react';
import { IconButton } from '../kit/IconButton.tsx';
import { MenuButton } from '../kit/MenuButton.tsx';
import { Sheet } from '../kit/Sheet.tsx';
import { FileIcon, TextIcon, UndoIcon } from '../kit/icons.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { isSinglePage, saveAsPage } from '../address/singlePage.ts';
import controls from '../kit/controls.module.css';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import styles from './ScenarioTools.module.css';

/** The editor is as large as the rest of the page, so it loads on request. */
const ScenarioText = lazyNamed('ScenarioText', () => import('../editor/ScenarioText.tsx'));

/** The same for what its menu does with files. */
const files = () => import('../files/scenarioFiles.ts');

const FILE = [
  {
    id: 'open',
    name: 'Open a file…',
    detail: 'a scenario, a measured window or a capture. You can also drop it on the page',
  },
  { id: 'save', name: 'Save as a file', detail: 'the command line runs it too' },
  { id: 'sheet', name: 'Worksheet to print…', detail: 'a curve to read, a grid to draw on, the solution' },
  { id: 'page', name: 'Save as one page', detail: 'one HTML file that runs offline' },
];

/** Undo and redo, files, and the scenario as text. */
export function ScenarioTools() {
  const actions = useActions();
  const lab = useLab();
  const canUndo = useLabState((state) => state.history.past.length > 0);
  const canRedo = useLabState((state) => state.history.future.length > 0);
  const [asText, setAsText] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.tools} role="group" aria-label="Undo, redo, file">
      <IconButton label="Undo" shortcut="Ctrl Z" isDisabled={!canUndo} onPress={actions.undo}>
        <UndoIcon />
      </IconButton>
      <IconButton label="Redo" shortcut="Ctrl Y" isDisabled={!canRedo} onPress={actions.redo}>
        <UndoIcon forth />
      </IconButton>
      <span className={styles.space} />
      <MenuButton
        label="File"
        className={controls.iconButton}
        items={isSinglePage() ? FILE.filter(({ id }) => id !== 'page') : FILE}
        onChoose={(id) => {
          if (id === 'open') picker.current?.click();
          else if (id === 'save') void files().then(({ saveScenarioFile }) => saveScenarioFile(lab));
          else if (id === 'sheet') void files().then(({ openWorksheet }) => openWorksheet(lab));
          else {
            saveAsPage(lab).catch((error: unknown) => {
              actions.fileRefused(messageOf(error));
            });
          }
        }}
      >
        <FileIcon />
      </MenuButton>
      <IconButton label="Edit JSON" onPress={() => setAsText(true)}>
        <TextIcon />
      </IconButton>
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
      <Sheet title="Edit JSON" isOpen={asText} onClose={() => setAsText(false)}>
        <Later fallback={<p className={styles.coming}>Loading the editor…</p>}>
          <ScenarioText />
        </Later>
      </Sheet>
    </div>
  );
}
