import type { Theme } from '@ackscope/model';
import { MenuButton } from '../kit/MenuButton.tsx';
import { DotsIcon } from '../kit/icons.tsx';
import type { Item } from '../kit/Popup.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import controls from '../kit/controls.module.css';

const THEMES: readonly { id: Theme; name: string }[] = [
  { id: 'auto', name: 'Theme: as the system' },
  { id: 'light', name: 'Theme: light' },
  { id: 'dark', name: 'Theme: dark' },
];

export interface Act extends Item {
  run: () => void;
}

/** The last button of every header: what is seldom needed, and the theme. */
export function MoreMenu({ acts = [] }: { acts?: readonly Act[] | undefined }) {
  const actions = useActions();
  const theme = useLabState((state) => state.view.theme);
  const themes = THEMES.map(({ id, name }) => ({
    id: `theme-${id}`,
    name: `${name}${id === theme ? ' ✓' : ''}`,
    run: () => actions.setTheme(id),
  }));
  const all: readonly Act[] = [...acts, ...themes];
  return (
    <MenuButton
      label="More"
      className={controls.iconButton}
      items={all}
      onChoose={(id) => all.find((one) => one.id === id)?.run()}
    >
      <DotsIcon />
    </MenuButton>
  );
}
