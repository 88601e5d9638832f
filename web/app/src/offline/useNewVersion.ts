import { useEffect, useState } from 'react';

/** What stands ready beside the page that is open: a newer site, fetched whole. */
export interface NewVersion {
  /** Opens the same address in it. Until then nothing changes. */
  take: () => void;
}

/** The browser's storage; null without one, and in a sandbox where even a look is forbidden. */
function serviceWorkers(): ServiceWorkerContainer | null {
  try {
    return (navigator as Partial<Navigator>).serviceWorker ?? null;
  } catch {
    return null;
  }
}

/**
 * Has the site kept for use without a network, and says when a newer one has been fetched. Null as
 * long as there is none, and where the browser keeps nothing (a page opened as a file, a frame of
 * another site). `isQuiet`: the page has shown what it was opened for. The copy is as large as
 * everything together and waits until then.
 */
export function useNewVersion(isQuiet: boolean): NewVersion | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    // The development server has no service worker; what it gives is always new.
    if (!isQuiet || !import.meta.env.PROD || !location.protocol.startsWith('http')) return;
    const site = serviceWorkers();
    if (site === null) return;
    let left = false;
    const follow = (registration: ServiceWorkerRegistration | undefined): void => {
      // Where the browser is told to block service workers some answer with nothing instead of a
      // refusal.
      if (registration === undefined) return;
      const look = (): void => {
        // Without a controller this is the first visit: the worker that comes is this very version.
        if (!left && registration.waiting !== null && site.controller !== null)
          setWaiting(registration.waiting);
      };
      look();
      registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', look);
      });
    };
    // If registration fails (storage is disabled), the page works without an offline copy.
    site
      .register('./sw.js')
      .then(follow)
      .catch(() => undefined);
    return () => {
      left = true;
    };
  }, [isQuiet]);
  if (waiting === null) return null;
  return {
    take() {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      waiting.postMessage('take over');
    },
  };
}
