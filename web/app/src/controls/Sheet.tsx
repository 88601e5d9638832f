import type { ReactNode } from 'react';
import { useBackCloses } from '../lab/backStep.ts';
import { usePopups } from './popups.ts';

export interface SheetProps {
  title: string;
  isOpen: boolean;
  /** From the bottom edge on a phone; centred elsewhere. */
  kind?: 'sheet' | 'dialog';
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page; the Back button closes it. */
export function Sheet({ isOpen, ...sheet }: SheetProps) {
  const popups = usePopups(isOpen);
  useBackCloses(isOpen, sheet.onClose);
  return isOpen && popups !== null ? <popups.SheetFrame {...sheet} /> : null;
}
