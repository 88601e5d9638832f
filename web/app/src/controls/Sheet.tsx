import type { ReactNode } from 'react';
import { usePopups } from './popups.ts';

export interface SheetProps {
  title: string;
  isOpen: boolean;
  /** From the bottom edge on a phone; in the middle elsewhere. */
  kind?: 'sheet' | 'dialog';
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page. */
export function Sheet({ isOpen, ...sheet }: SheetProps) {
  const popups = usePopups(isOpen);
  return isOpen && popups !== null ? <popups.SheetFrame {...sheet} /> : null;
}
