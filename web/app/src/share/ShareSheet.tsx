import { Sheet } from '../controls/Sheet.tsx';
import { Later } from '../controls/Later.tsx';
import { lazyNamed } from '../controls/lazyNamed.ts';

// The QR code and the form are large and seldom needed.
const ShareDialog = lazyNamed('ShareDialog', () => import('./ShareDialog.tsx'));

export function ShareSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet title="Share" isOpen={isOpen} onClose={onClose}>
      <Later fallback={<p role="status">Opening…</p>}>
        <ShareDialog />
      </Later>
    </Sheet>
  );
}
