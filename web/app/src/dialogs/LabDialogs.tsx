import { useCallback, useMemo, useState } from 'react';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { ShareSheet } from '../share/ShareSheet.tsx';

/** Not in the first load. */
const NotesDialog = lazyNamed('NotesDialog', () => import('./Dialogs.tsx'));
const KeysDialog = lazyNamed('KeysDialog', () => import('./Dialogs.tsx'));
const TableDialog = lazyNamed('TableDialog', () => import('./TableDialog.tsx'));

type DialogId = 'none' | 'notes' | 'keys' | 'table' | 'share';

export interface LabDialogState {
  open: DialogId;
  /** The word of the glossary at which the keys' dialog opens. */
  word: string;
  close: () => void;
  showNotes: () => void;
  showKeys: () => void;
  showWord: (term: string) => void;
  showTable: () => void;
  share: () => void;
}

/** Which dialog is open over a page with lanes, and the functions that open each. */
export function useLabDialogs(): LabDialogState {
  const [open, setOpen] = useState<DialogId>('none');
  const [word, setWord] = useState('');
  const close = useCallback(() => setOpen('none'), []);
  const showWord = useCallback((term: string) => {
    setWord(term);
    setOpen('keys');
  }, []);
  const showKeys = useCallback(() => showWord(''), [showWord]);
  const showNotes = useCallback(() => setOpen('notes'), []);
  const showTable = useCallback(() => setOpen('table'), []);
  const share = useCallback(() => setOpen('share'), []);
  return useMemo(
    () => ({ open, word, close, showNotes, showKeys, showWord, showTable, share }),
    [open, word, close, showNotes, showKeys, showWord, showTable, share],
  );
}

/** The open dialog. `link` gives the page's own address, if it is not the lab's. */
export function LabDialogs({ open, word, close, link }: LabDialogState & { link?: () => string }) {
  return (
    <>
      <Later>
        {open === 'notes' && <NotesDialog onClose={close} />}
        {open === 'table' && <TableDialog onClose={close} />}
        {open === 'keys' && <KeysDialog word={word} onClose={close} />}
      </Later>
      <ShareSheet isOpen={open === 'share'} onClose={close} link={link} />
    </>
  );
}
