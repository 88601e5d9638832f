import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { Theme } from '@ackscope/model';
import { MoonIcon, SunIcon } from '../controls/icons.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import controls from '../controls/controls.module.css';

const THEMES: readonly { id: Theme; name: string }[] = [
  { id: 'auto', name: 'As the system' },
  { id: 'light', name: 'Light' },
  { id: 'dark', name: 'Dark' },
];

export function ThemeMenu({ isDark }: { isDark: boolean }) {
  const actions = useActions();
  const theme = useLabState((state) => state.view.theme);
  return (
    <MenuTrigger>
      <Button className={controls.iconButton ?? ''} aria-label="Colours">
        {isDark ? <MoonIcon /> : <SunIcon />}
      </Button>
      <Popover className={controls.popover ?? ''}>
        <Menu
          className={controls.list ?? ''}
          aria-label="Colours"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[theme]}
          items={THEMES}
          onAction={(key) => actions.setTheme(key as Theme)}
        >
          {(item) => (
            <MenuItem id={item.id} textValue={item.name} className={controls.item ?? ''}>
              <span className={controls.itemName}>{item.name}</span>
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
