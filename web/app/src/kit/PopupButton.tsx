import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type * as Popups from './Popup.tsx';
import { loadPopups, usePopups } from './popups.ts';

type PopupAnchor = Pick<Popups.PopupProps, 'trigger' | 'onClose'>;

export interface PopupButtonProps {
  opens: 'menu' | 'listbox' | 'dialog';
  className?: string | undefined;
  id?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  isDisabled?: boolean;
  /** Handles a key on the closed button; returns true if the key was used. */
  onKey?: (key: string) => boolean;
  popup: (popups: typeof Popups, anchor: PopupAnchor) => ReactNode;
  children: ReactNode;
}

/** A button that opens a popup beside it. */
export function PopupButton({ opens, className, popup, children, onKey, ...button }: PopupButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const popups = usePopups(isOpen);
  return (
    <>
      <Button
        {...button}
        ref={trigger}
        className={className ?? ''}
        aria-haspopup={opens}
        aria-expanded={isOpen}
        onHoverStart={() => void loadPopups()}
        onFocus={() => void loadPopups()}
        onPress={() => setOpen(true)}
        onKeyDown={(event) => {
          const isCommand = event.ctrlKey || event.metaKey || event.altKey;
          if (opens !== 'dialog' && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) setOpen(true);
          else if (isCommand || onKey?.(event.key) !== true) event.continuePropagation();
        }}
      >
        {children}
      </Button>
      {isOpen && popups !== null && (
        <Opened popup={popup} popups={popups} trigger={trigger} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function Opened({
  popup,
  popups,
  ...anchor
}: PopupAnchor & { popup: PopupButtonProps['popup']; popups: typeof Popups }) {
  return popup(popups, anchor);
}
