import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { presetById } from '@ackscope/model';
import { IconButton } from '../kit/IconButton.tsx';
import { ChevronIcon, ShareIcon } from '../kit/icons.tsx';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { PopupButton } from '../kit/PopupButton.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { useRunTitle } from '../site/useRunTitle.ts';
import { useFileActs } from '../settings/useFileActs.tsx';
import { PageHeader } from '../site/PageHeader.tsx';
import { NextQuestion } from '../question/NextQuestion.tsx';
import styles from '../site/Header.module.css';

/** Loaded when it is opened. */
const ScenarioMenu = lazyNamed('ScenarioMenu', () => import('../menu/ScenarioMenu.tsx'));

export interface HeaderProps {
  onNotes: () => void;
  onKeys: () => void;
  onTable: () => void;
  onShare: () => void;
  onSettings: () => void;
  /** Opens the glossary at a term. */
  onWord: (term: string) => void;
}

export function Header({ onNotes, onKeys, onTable, onShare, onSettings, onWord }: HeaderProps) {
  const actions = useActions();
  const files = useFileActs();
  const canUndo = useLabState((state) => state.history.past.length > 0);
  const canRedo = useLabState((state) => state.history.future.length > 0);
  const acts = [
    { id: 'settings', name: 'All settings', run: onSettings },
    ...(canUndo ? [{ id: 'undo', name: 'Undo', run: actions.undo }] : []),
    ...(canRedo ? [{ id: 'redo', name: 'Redo', run: actions.redo }] : []),
    ...files.acts,
    { id: 'table', name: 'Text and tables', run: onTable },
    { id: 'present', name: 'Present', run: () => actions.present(true) },
    { id: 'keys', name: 'Shortcuts', run: onKeys },
    { id: 'notes', name: 'What the model leaves out', run: onNotes },
  ];
  return (
    <PageHeader
      here="lab"
      isHeading
      first={
        // No link: the fragment is the lab’s.
        <button type="button" className={styles.skip} onClick={skipToLanes}>
          Skip to the lanes
        </button>
      }
      share={
        <IconButton label="Share: link, QR code, embed, files" shortcut="s" onPress={onShare}>
          <ShareIcon />
        </IconButton>
      }
      acts={acts}
    >
      <Scenario onWord={onWord} />
      {files.parts}
    </PageHeader>
  );
}

/** The known scenario, and whether it was changed. */
function Scenario({ onWord }: Pick<HeaderProps, 'onWord'>): ReactNode {
  const actions = useActions();
  const { reducedMotion } = useLab();
  const presetId = useLabState((state) => state.scenario.preset);
  const preset = presetId === null ? null : presetById(presetId);
  const isOther = useLabState((state) => preset?.scenario !== state.scenario.wanted);
  const changed = preset !== null && isOther;
  const title = useRunTitle();
  const source = preset?.source ?? 'from a link';
  return (
    <>
      <PopupButton
        opens="dialog"
        className={styles.scenario}
        // A control's name must contain its visible text (WCAG 2.5.3).
        aria-label={`Scenario: ${title}${changed ? ' · changed' : ''} ${source}`}
        popup={({ MenuFrame }, place) => (
          <MenuFrame {...place} label="Scenarios">
            <Later>
              <ScenarioMenu onClose={place.onClose} onWord={onWord} />
            </Later>
          </MenuFrame>
        )}
      >
        <span className={styles.title} title={source}>
          {title}
          {changed && <span className={styles.changed}> · changed</span>}
        </span>
        <ChevronIcon />
      </PopupButton>
      {changed && (
        <Button
          className={styles.quiet ?? ''}
          onPress={() => actions.choosePreset(preset.id, !reducedMotion)}
        >
          Start over
        </Button>
      )}
      <NextQuestion className={styles.next} />
    </>
  );
}

/** To the first answer, or to the lanes if no question is open. */
function skipToLanes(): void {
  const main = document.querySelector('main');
  const place = main?.querySelector<HTMLElement>('[data-answer-lane]') ?? main;
  if (place === main) main?.setAttribute('tabindex', '-1');
  place?.focus();
}
