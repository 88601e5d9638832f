import type { ReactNode } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { CloseIcon } from './icons.tsx';
import styles from './controls.module.css';

export interface SheetProps {
  title: string;
  isOpen: boolean;
  /** From the bottom edge on a phone; in the middle elsewhere. */
  kind?: 'sheet' | 'dialog';
  onClose: () => void;
  children: ReactNode;
}

export function Sheet({ title, isOpen, kind = 'dialog', onClose, children }: SheetProps) {
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={(kind === 'sheet' ? styles.sheet : styles.dialog) ?? ''}>
        <Dialog className={styles.dialogBody ?? ''}>
          <div className={styles.dialogHead}>
            <Heading slot="title" className={styles.dialogTitle ?? ''}>
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
