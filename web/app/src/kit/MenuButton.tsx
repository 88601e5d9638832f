import type { ReactNode } from 'react';
import type { Item } from './Popup.tsx';
import { PopupButton } from './PopupButton.tsx';

export interface MenuButtonProps {
  /** The menu's name; also the button's name if it shows no text. */
  label: string;
  /** Whether the button shows an icon instead of text. */
  isSign?: boolean;
  items: readonly Item[];
  chosen?: string;
  className?: string | undefined;
  isDisabled?: boolean;
  onChoose: (id: string) => void;
  children: ReactNode;
}

export function MenuButton({
  label,
  isSign = true,
  items,
  chosen,
  className,
  isDisabled = false,
  onChoose,
  children,
}: MenuButtonProps) {
  return (
    <PopupButton
      opens="menu"
      className={className}
      {...(isSign ? { 'aria-label': label } : {})}
      isDisabled={isDisabled}
      popup={({ MenuPopup }, place) => (
        <MenuPopup
          {...place}
          label={label}
          items={items}
          onChoose={onChoose}
          {...(chosen === undefined ? {} : { chosen })}
        />
      )}
    >
      {children}
    </PopupButton>
  );
}
