import { lazy, Suspense, useEffect, useState } from 'react';
import type { Engine } from '@ackscope/engine';
import type { Place } from '@ackscope/model';
import { followAddress } from './lab/address.ts';
import { LabProvider } from './lab/context.ts';
import type { Lab } from './lab/context.ts';
import { openRemoteScenario } from './lab/remoteScenario.ts';
import { startLab } from './lab/startLab.ts';
import { rememberTheme } from './lab/themeMemory.ts';
import { usePlace } from './lab/usePlace.ts';
import { LabPage } from './pages/LabPage.tsx';
import { Opening } from './pages/Opening.tsx';
import { NewVersion } from './panels/NewVersion.tsx';

/** The page: opens the engine, reads the address, and shows the lab. */
export function App({ open }: { open: () => Promise<Engine> }) {
  const [lab, setLab] = useState<Lab | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let closed = false;
    let close: () => void = () => {
      closed = true;
    };
    open().then(
      (engine) => {
        if (closed) {
          engine.dispose();
          return;
        }
        const started = startLab(engine);
        const { store, reducedMotion } = started.lab;
        const leaveAddress = followAddress(store, reducedMotion);
        const leaveTheme = rememberTheme(store);
        close = () => {
          leaveAddress();
          leaveTheme();
          started.close();
        };
        const remote = new URLSearchParams(location.search).get('scenario');
        // A fragment says all by itself, changes to the remote scenario included.
        if (remote !== null && location.hash === '') void openRemoteScenario(store, remote, !reducedMotion);
        setLab(started.lab);
      },
      (error: unknown) => {
        if (!closed) setProblem(error instanceof Error ? error.message : String(error));
      },
    );
    return () => close();
  }, [open]);

  if (lab === null) return <Opening problem={problem} />;
  return (
    <LabProvider value={lab}>
      <Pages />
      <NewVersion />
    </LabProvider>
  );
}

/** Not in the first load: most visitors come for the lab. */
const GalleryPage = lazy(() =>
  import('./pages/GalleryPage.tsx').then(({ GalleryPage: page }) => ({ default: page })),
);

const SweepPage = lazy(() =>
  import('./pages/SweepPage.tsx').then(({ SweepPage: page }) => ({ default: page })),
);

const LessonsPage = lazy(() =>
  import('./pages/LessonsPage.tsx').then(({ LessonsPage: page }) => ({ default: page })),
);

const LessonPage = lazy(() =>
  import('./pages/LessonPage.tsx').then(({ LessonPage: page }) => ({ default: page })),
);

const TheoryPage = lazy(() =>
  import('./pages/TheoryPage.tsx').then(({ TheoryPage: page }) => ({ default: page })),
);

function Pages() {
  const place = usePlace();
  if (place.page === 'lab') return <LabPage />;
  return (
    <Suspense fallback={null}>
      <OtherPage {...place} />
    </Suspense>
  );
}

function OtherPage({ page, item, query }: Place) {
  switch (page) {
    case 'sweep':
      return <SweepPage query={query} />;
    case 'lessons':
      return <LessonsPage />;
    case 'lesson':
      return <LessonPage item={item} query={query} />;
    case 'theory':
      return <TheoryPage item={item} query={query} />;
    default:
      return <GalleryPage item={item} />;
  }
}
