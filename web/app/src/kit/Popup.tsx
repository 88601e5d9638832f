import type { ReactNode, RefObject } from 'react';
import {
  Button,
  Dialog,
  Heading,
  ListBox,
  ListBoxItem,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  Popover,
  Tooltip,
  TooltipTriggerStateContext,
} from 'react-aria-components';
import { useBackCloses } from '../base/backStep.ts';
import { CloseIcon } from './icons.tsx';
import styles from './controls.module.css';

/** An option to choose, or an action. */
export interface Item {
  id: string;
  name: string;
  detail?: string;
}

export interface PopupProps {
  /** The button that opened the popup. */
  trigger: RefObject<HTMLElement | null>;
  label: string;
  onClose: () => void;
}

interface ItemsProps extends PopupProps {
  items: readonly Item[];
  /** The chosen one; a menu of actions has none. */
  chosen?: string;
  onChoose: (id: string) => void;
}

/** A popup beside its button; the Back button closes it. */
function Above({ trigger, label, onClose, children }: PopupProps & { children: ReactNode }) {
  useBackCloses(true, onClose);
  return (
    <Popover
      isOpen
      triggerRef={trigger}
      aria-label={label}
      className={styles.popover ?? ''}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      {children}
    </Popover>
  );
}

function ItemText({ name, detail }: Item) {
  return (
    <>
      <span className={styles.itemName}>{name}</span>
      {detail !== undefined && detail !== '' && <span className={styles.itemDetail}>{detail}</span>}
    </>
  );
}

export function MenuPopup({ items, chosen, onChoose, ...popup }: ItemsProps) {
  return (
    <Above {...popup}>
      <Menu
        className={styles.list ?? ''}
        aria-label={popup.label}
        autoFocus="first"
        items={items}
        {...(chosen === undefined
          ? {}
          : { selectionMode: 'single', disallowEmptySelection: true, selectedKeys: [chosen] })}
        onAction={(key) => onChoose(String(key))}
        onClose={popup.onClose}
      >
        {(item) => (
          <MenuItem id={item.id} textValue={item.name} className={styles.item ?? ''}>
            <ItemText {...item} />
          </MenuItem>
        )}
      </Menu>
    </Above>
  );
}

/** Choosing the chosen item again counts too. Only the list's state declares this handler. */
const AGAIN = { allowDuplicateSelectionEvents: true };

export function OptionPopup({ items, chosen = '', onChoose, ...popup }: ItemsProps) {
  return (
    <Above {...popup}>
      <ListBox
        className={styles.list ?? ''}
        aria-label={popup.label}
        autoFocus
        items={items}
        selectionMode="single"
        disallowEmptySelection
        {...AGAIN}
        selectedKeys={[chosen]}
        onSelectionChange={(keys) => {
          const [key] = keys;
          if (key !== undefined) onChoose(String(key));
          popup.onClose();
        }}
      >
        {(item) => (
          <ListBoxItem id={item.id} textValue={item.name} className={styles.item ?? ''}>
            <ItemText {...item} />
          </ListBoxItem>
        )}
      </ListBox>
    </Above>
  );
}

export function PanelPopup({
  className,
  children,
  ...popup
}: PopupProps & { className?: string | undefined; children: ReactNode }) {
  return (
    <Above {...popup}>
      <Dialog className={className ?? ''} aria-label={popup.label}>
        {children}
      </Dialog>
    </Above>
  );
}

/** A large panel below its button, as wide as its content. */
export function MenuFrame({ children, ...popup }: PopupProps & { children: ReactNode }) {
  useBackCloses(true, popup.onClose);
  return (
    <Popover
      isOpen
      triggerRef={popup.trigger}
      aria-label={popup.label}
      className={styles.wide ?? ''}
      placement="bottom end"
      onOpenChange={(isOpen) => {
        if (!isOpen) popup.onClose();
      }}
    >
      <Dialog aria-label={popup.label}>{children}</Dialog>
    </Popover>
  );
}

/** A hint beside its button, with the meaning of the icon. */
export function Hint({
  id,
  trigger,
  onOpenChange,
  children,
}: {
  id: string;
  trigger: RefObject<HTMLElement | null>;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  const state = {
    isOpen: true,
    open: () => onOpenChange(true),
    close: () => onOpenChange(false),
    shouldSkipAnimation: true,
  };
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip triggerRef={trigger} className={styles.tooltip ?? ''}>
        <span id={id}>{children}</span>
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}

export interface SheetProps {
  /** Its content shows what it is about: the title is for screen readers. */
  hasOwnHeading?: boolean;
  title: string;
  isOpen: boolean;
  /** From the bottom edge on a phone; centred elsewhere. */
  kind?: 'sheet' | 'dialog';
  onClose: () => void;
  children: ReactNode;
}

export function SheetFrame({
  title,
  kind = 'dialog',
  hasOwnHeading = false,
  onClose,
  children,
}: Omit<SheetProps, 'isOpen'>) {
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal
        className={(kind === 'sheet' ? styles.sheet : styles.dialog) ?? ''}
        data-low={hasOwnHeading || undefined}
      >
        <Dialog className={styles.dialogBody ?? ''}>
          <div className={styles.dialogHead}>
            <Heading slot="title" className={hasOwnHeading ? 'visually-hidden' : (styles.dialogTitle ?? '')}>
              {title}
            </Heading>
            <Button className={styles.iconButton ?? ''} aria-label="Close" onPress={onClose}>
              <CloseIcon />
            </Button>
          </div>
          <div className={styles.dialogContent}>{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
