import type { Theme } from '@ackscope/model';
import { MenuButton } from '../kit/MenuButton.tsx';
import { MoonIcon, SunIcon } from '../kit/icons.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import controls from '../kit/controls.module.css';

const THEMES: readonly { id: Theme; name: string }[] = [
  { id: 'auto', name: 'System' },
  { id: 'light', name: 'Light' },
  { id: 'dark', name: 'Dark' },
];

export function ThemeMenu({ isDark }: { isDark: boolean }) {
  const actions = useActions();
  const theme = useLabState((state) => state.view.theme);
  return (
    <MenuButton
      label="Theme"
      className={controls.iconButton}
      items={THEMES}
      chosen={theme}
      onChoose={(id) => actions.setTheme(THEMES.find((item) => item.id === id)?.id ?? 'auto')}
    >
      {isDark ? <MoonIcon /> : <SunIcon />}
    </MenuButton>
  );
}
