import { Suspense, useSyncExternalStore } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { Boundary } from './Boundary.tsx';
import { loads } from './loads.ts';

/**
 * A Suspense boundary for a part that loads when it is first shown. React renders a suspended part at
 * low priority and starts again after each urgent update, so on a slow device with a playing clock it
 * would never finish. Here a loaded part updates this component through an external store, which React
 * renders synchronously. A part that fails says so in its place.
 */
export function Later({
  fallback = null,
  children,
  ...failing
}: {
  fallback?: ReactNode;
} & ComponentProps<typeof Boundary>) {
  useSyncExternalStore(loads.subscribe, loads.count);
  return (
    <Boundary {...failing}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}
