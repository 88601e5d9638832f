import { Suspense, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { loads } from './lazyNamed.ts';

/**
 * A Suspense boundary for a part that loads when it is first shown. React renders a suspended part at
 * low priority and starts again after each urgent update, so on a slow device with a playing clock it
 * would never finish. Here a loaded part updates this component through an external store, which React
 * renders synchronously.
 */
export function Later({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  useSyncExternalStore(loads.subscribe, loads.count);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
