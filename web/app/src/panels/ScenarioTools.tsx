import { lazy, Suspense, useRef, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { IconButton } from '../controls/IconButton.tsx';
import { Sheet } from '../controls/Sheet.tsx';
import { FileIcon, TextIcon, UndoIcon } from '../controls/icons.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { openFile, openWorksheet, saveScenarioFile } from '../lab/files.ts';
import { isSinglePage, saveAsPage } from '../lab/singlePage.ts';
import controls from '../controls/controls.module.css';
import styles from './ScenarioTools.module.css';

/** The editor is as large as the rest of the page: it comes when it is asked for. */
const ScenarioText = lazy(() =>
  import('../editor/ScenarioText.tsx').then(({ ScenarioText: component }) => ({ default: component })),
);

/** Back and forth, files, and the scenario as text. */
export function ScenarioTools() {
  const actions = useActions();
  const lab = useLab();
  const canUndo = useLabState((state) => state.history.past.length > 0);
  const canRedo = useLabState((state) => state.history.future.length > 0);
  const [asText, setAsText] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.tools} role="group" aria-label="Scenario as a whole">
      <IconButton label="Undo" shortcut="Ctrl Z" isDisabled={!canUndo} onPress={actions.undo}>
        <UndoIcon />
      </IconButton>
      <IconButton label="Redo" shortcut="Ctrl Y" isDisabled={!canRedo} onPress={actions.redo}>
        <UndoIcon forth />
      </IconButton>
      <span className={styles.space} />
      <MenuTrigger>
        <Button className={controls.iconButton ?? ''} aria-label="File">
          <FileIcon />
        </Button>
        <Popover className={controls.popover ?? ''}>
          <Menu
            className={controls.list ?? ''}
            aria-label="File"
            onAction={(key) => {
              if (key === 'open') picker.current?.click();
              else if (key === 'save') saveScenarioFile(lab);
              else if (key === 'sheet') openWorksheet(lab);
              else {
                saveAsPage(lab).catch((error: unknown) => {
                  actions.fileRefused(error instanceof Error ? error.message : String(error));
                });
              }
            }}
          >
            <MenuItem id="open" textValue="Open a file" className={controls.item ?? ''}>
              <span className={controls.itemName}>Open a file…</span>
              <span className={controls.itemDetail}>
                a scenario, or a cwnd trace or capture to lay over; or drop one anywhere
              </span>
            </MenuItem>
            <MenuItem id="save" textValue="Save as a file" className={controls.item ?? ''}>
              <span className={controls.itemName}>Save as a file</span>
              <span className={controls.itemDetail}>the command line runs it too</span>
            </MenuItem>
            <MenuItem id="sheet" textValue="Worksheet to print" className={controls.item ?? ''}>
              <span className={controls.itemName}>Worksheet to print…</span>
              <span className={controls.itemDetail}>a curve to read, a grid to draw on, the solution</span>
            </MenuItem>
            {!isSinglePage() && (
              <MenuItem id="page" textValue="Save as one page" className={controls.item ?? ''}>
                <span className={controls.itemName}>Save as one page</span>
                <span className={controls.itemDetail}>
                  an HTML file that runs from a stick, without a network
                </span>
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <IconButton label="Scenario as text" onPress={() => setAsText(true)}>
        <TextIcon />
      </IconButton>
      <input
        ref={picker}
        type="file"
        accept=".json,.csv,.txt,.tr,.log,.cwnd,.pcap,.pcapng,.cap,application/json,text/plain,text/csv"
        className={styles.picker}
        aria-label="Scenario file"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be opened again once it was mended.
          event.currentTarget.value = '';
          if (file !== undefined) void openFile(lab, file);
        }}
      />
      <Sheet title="Scenario as text" isOpen={asText} onClose={() => setAsText(false)}>
        <Suspense fallback={<p className={styles.coming}>The editor is coming…</p>}>
          <ScenarioText />
        </Suspense>
      </Sheet>
    </div>
  );
}
