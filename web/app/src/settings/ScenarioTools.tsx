import { IconButton } from '../kit/IconButton.tsx';
import { MenuButton } from '../kit/MenuButton.tsx';
import { FileIcon, UndoIcon } from '../kit/icons.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import controls from '../kit/controls.module.css';
import { useFileActs } from './useFileActs.tsx';
import styles from './ScenarioTools.module.css';

/** Undo and redo, files, and the scenario as text. */
export function ScenarioTools() {
  const actions = useActions();
  const canUndo = useLabState((state) => state.history.past.length > 0);
  const canRedo = useLabState((state) => state.history.future.length > 0);
  const { acts, parts } = useFileActs();
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
        items={acts}
        onChoose={(id) => acts.find((one) => one.id === id)?.run()}
      >
        <FileIcon />
      </MenuButton>
      {parts}
    </div>
  );
}
