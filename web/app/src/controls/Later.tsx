import { Suspense, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { loads } from './lazyNamed.ts';

/**
 * Around a part that loads when it is first shown. React alone would render such a part when nothing more urgent is to be
 * done, and begins anew after each urgent change: while a clock plays on a slow device that is never. So the part
 * is rendered like any other change as soon as it is there.
 */
export function Later({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  useSyncExternalStore(loads.subscribe, loads.count);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
