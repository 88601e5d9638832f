import { lazy, Suspense } from 'react';
import { Sheet } from '../controls/Sheet.tsx';

// The code and the form weigh more than most visits need.
const ShareDialog = lazy(() =>
  import('./ShareDialog.tsx').then((module) => ({ default: module.ShareDialog })),
);

export function ShareSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet title="Share" isOpen={isOpen} onClose={onClose}>
      <Suspense fallback={<p role="status">Opening…</p>}>
        <ShareDialog />
      </Suspense>
    </Sheet>
  );
}
