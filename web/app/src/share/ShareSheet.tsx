import { Sheet } from '../kit/Sheet.tsx';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';

// The QR code and the form are large and seldom needed.
const ShareDialog = lazyNamed('ShareDialog', () => import('./ShareDialog.tsx'));

interface ShareSheetProps {
  isOpen: boolean;
  onClose: () => void;
  /** The page's address; without it the lab's. */
  link: (() => string) | undefined;
}

export function ShareSheet({ isOpen, onClose, link }: ShareSheetProps) {
  return (
    <Sheet title="Share" isOpen={isOpen} onClose={onClose}>
      <Later fallback={<p role="status">Opening…</p>}>
        <ShareDialog linkOf={link} />
      </Later>
    </Sheet>
  );
}
