import { Sheet } from '../kit/Sheet.tsx';
import { Switch } from '../kit/Switch.tsx';
import { setSingleKeys, singleKeys } from '../base/singleKeys.ts';
import { useSignal } from '../base/useSignal.ts';
import { KEYS, LEFT_OUT, SIMULATED } from '../texts.ts';
import { Words } from './Words.tsx';
import styles from './Dialogs.module.css';

export function NotesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="What the model leaves out" isOpen onClose={onClose}>
      <p className={styles.lead}>{SIMULATED}</p>
      <ul className={styles.notes}>
        {LEFT_OUT.map((note) => (
          <li key={note.title}>
            <strong>{note.title}</strong> {note.text}
          </li>
        ))}
      </ul>
      <h3 className={styles.part}>Words</h3>
      <Words word="" />
    </Sheet>
  );
}

/** The keys and the glossary; with `word`, only the glossary at that word. */
export function KeysDialog({ word = '', onClose }: { word?: string; onClose: () => void }) {
  const hasSingle = useSignal(singleKeys);
  if (word !== '') {
    return (
      <Sheet title="Words" isOpen onClose={onClose}>
        <Words word={word} />
      </Sheet>
    );
  }
  return (
    <Sheet title="Shortcuts" isOpen onClose={onClose}>
      <Switch label="Single keys" isOn={hasSingle} onChange={setSingleKeys} />
      <p className={styles.lead}>
        If you dictate, set them off: Tab, Enter, Space, the arrows, Home and End stay.
      </p>
      <dl className={styles.keys}>
        {KEYS.map((row) => (
          <div key={row.does}>
            <dt>
              {row.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{row.does}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.part}>Words</h3>
      <Words word="" />
    </Sheet>
  );
}
