import { useBackCloses } from '../base/backStep.ts';
import type { SheetProps } from './Popup.tsx';
import { usePopups } from './popups.ts';

/** A dialog over the page; the Back button closes it. */
export function Sheet({ isOpen, ...sheet }: SheetProps) {
  const popups = usePopups(isOpen);
  useBackCloses(isOpen, sheet.onClose);
  return isOpen && popups !== null ? <popups.SheetFrame {...sheet} /> : null;
}
