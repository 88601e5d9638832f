import { Button } from 'react-aria-components';
import { presetById } from '@ackscope/model';
import { IconButton } from '../kit/IconButton.tsx';
import { ChevronIcon, KeyboardIcon, LinkIcon, NotesIcon, ShareIcon } from '../kit/icons.tsx';
import { currentLink } from '../address/address.ts';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { useRunTitle } from '../site/useRunTitle.ts';
import { useCopying } from '../kit/useCopying.ts';
import { Logo } from '../site/Logo.tsx';
import { ThemeMenu } from '../site/ThemeMenu.tsx';
import { PageNav } from '../site/PageNav.tsx';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { PopupButton } from '../kit/PopupButton.tsx';
import controls from '../kit/controls.module.css';
import styles from '../site/Header.module.css';

/** Loaded when it is opened. */
const ScenarioMenu = lazyNamed('ScenarioMenu', () => import('../menu/ScenarioMenu.tsx'));

export interface HeaderProps {
  isDark: boolean;
  onNotes: () => void;
  onKeys: () => void;
  onShare: () => void;
}

export function Header({ isDark, onNotes, onKeys, onShare }: HeaderProps) {
  const actions = useActions();
  const { reducedMotion } = useLab();
  const presetId = useLabState((state) => state.scenario.preset);
  const preset = presetId === null ? null : presetById(presetId);
  const isOther = useLabState((state) => preset?.scenario !== state.scenario.wanted);
  const changed = preset !== null && isOther;
  const title = useRunTitle();
  const source = preset?.source ?? 'from a link';
  return (
    <header className={styles.header}>
      {/* The first stop of the keyboard. No link: the fragment is the lab's. */}
      <button type="button" className={styles.skip} onClick={skipToLanes}>
        Skip to the lanes
      </button>
      <h1 className={styles.brand}>
        <Logo />
      </h1>
      <PageNav here="lab" />
      <div className={styles.presets}>
        <PopupButton
          opens="dialog"
          className={controls.chooser}
          // A control's name must contain its visible text (WCAG 2.5.3).
          aria-label={`Scenario: ${title}${changed ? ' · changed' : ''} ${source}`}
          popup={({ MenuFrame }, place) => (
            <MenuFrame {...place} label="Scenarios">
              <Later>
                <ScenarioMenu onClose={place.onClose} />
              </Later>
            </MenuFrame>
          )}
        >
          <span className={styles.presetText}>
            <span className={styles.presetTitle}>
              {title}
              {changed && <span className={styles.changed}> · changed</span>}
            </span>
            <span className={styles.presetSource}>{source}</span>
          </span>
          <ChevronIcon />
        </PopupButton>
      </div>
      {changed && (
        <Button
          className={styles.quiet ?? ''}
          onPress={() => actions.choosePreset(preset.id, !reducedMotion)}
        >
          Start over
        </Button>
      )}
      <div className={styles.space} />
      <div className={styles.icons}>
        <span className={styles.wide}>
          <IconButton label="What the model leaves out" onPress={onNotes}>
            <NotesIcon />
          </IconButton>
        </span>
        <span className={styles.wide}>
          <IconButton label="Shortcuts" shortcut="?" onPress={onKeys}>
            <KeyboardIcon />
          </IconButton>
        </span>
        <ThemeMenu isDark={isDark} />
      </div>
      <CopyLink onShare={onShare} />
    </header>
  );
}

/** To the first answer, or to the lanes if no question is open. */
function skipToLanes(): void {
  const main = document.querySelector('main');
  const place = main?.querySelector<HTMLElement>('[data-answer-lane]') ?? main;
  if (place === main) main?.setAttribute('tabindex', '-1');
  place?.focus();
}

/** Copies the link at one press; the button beside it opens further options. */
function CopyLink({ onShare }: { onShare: () => void }) {
  const { store, catalogue } = useLab();
  const { state, copy } = useCopying();
  const text = { idle: 'Copy link', copied: 'Copied', failed: 'See the address bar' }[state];
  return (
    <>
      <Button className={styles.share ?? ''} onPress={() => copy(currentLink(store, catalogue.version))}>
        <LinkIcon />
        <span className={styles.shareText}>{text}</span>
      </Button>
      <IconButton label="Share: link, QR code, embed, files" shortcut="s" onPress={onShare}>
        <ShareIcon />
      </IconButton>
      <span className="visually-hidden" role="status">
        {state === 'copied'
          ? 'The link is copied.'
          : state === 'failed'
            ? 'The link is in the address bar.'
            : ''}
      </span>
    </>
  );
}
