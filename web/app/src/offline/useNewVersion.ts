import { useEffect, useState } from 'react';

/** A newer version of the site that is completely fetched. */
export interface NewVersion {
  /** Opens the same address in the new version. Until then nothing changes. */
  take: () => void;
}

/** The browser's service workers; null without them, and in a sandbox that forbids access. */
function serviceWorkers(): ServiceWorkerContainer | null {
  try {
    return (navigator as Partial<Navigator>).serviceWorker ?? null;
  } catch {
    return null;
  }
}

/**
 * Stores the site for use without a network, and reports when a newer version has been fetched.
 * Null until then, and if the browser stores nothing (a page opened as a file, a frame of another
 * site). `isQuiet`: the page has shown what it was opened for. The copy is as large as the whole
 * site and waits until then.
 */
export function useNewVersion(isQuiet: boolean): NewVersion | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    // The development server has no service worker; its pages are always new.
    if (!isQuiet || !import.meta.env.PROD || !location.protocol.startsWith('http')) return;
    const site = serviceWorkers();
    if (site === null) return;
    let left = false;
    const follow = (registration: ServiceWorkerRegistration | undefined): void => {
      // If service workers are blocked, some browsers resolve with undefined instead of rejecting.
      if (registration === undefined) return;
      const look = (): void => {
        // Without a controller this is the first visit: the waiting worker is this same version.
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
      const open = (): void => {
        if (waiting.state === 'activated') location.reload();
      };
      waiting.addEventListener('statechange', open);
      waiting.postMessage('take over');
      // Taken in another tab already, it changes no more.
      open();
    },
  };
}
