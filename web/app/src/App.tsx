import { isQuestion } from '@ackscope/model';
import { messageOf } from '@ackscope/engine';
import { startTransition, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Boundary } from './kit/Boundary.tsx';
import { loadPopups, whenIdle } from './kit/popups.ts';
import { DropZone } from './dialogs/DropZone.tsx';
import { Later } from './kit/Later.tsx';
import { followAddress } from './address/address.ts';
import type { OpeningLab } from './lab/createLab.ts';
import { LabProvider } from './lab/context.ts';
import { firstCurve, lazyAfterCurve, removeFirstFrame } from './lab/firstCurve.ts';
import type { Lab } from './lab/context.ts';
import type { PacedFrames } from './clock/playback.ts';
import { isSinglePage } from './address/singlePage.ts';
import { mountLab } from './lab/mountLab.ts';
import { Site } from './site/Page.tsx';
import { saveTheme } from './site/savedTheme.ts';
import { useRoute } from './address/useRoute.ts';
import { NamedPage } from './NamedPage.tsx';
import { LabPage } from './labPage/LabPage.tsx';
import { Opening } from './labPage/Opening.tsx';
import { loadLaterParts } from './deferredComponents.ts';

/** `#v1/ID` of a scenario that is a question, without a change or a moment. */
function opensWithQuestion(openedAt: string): boolean {
  const [, id] = /^#v1\/([\w-]+)$/.exec(openedAt) ?? [];
  return isQuestion(id ?? null);
}

function isPlainVisit(openedAt: string): boolean {
  return (
    openedAt === '' &&
    location.hash === '' &&
    !new URLSearchParams(location.search).has('scenario') &&
    !isSinglePage()
  );
}

/** The page: follows the address, and shows the lab while the engine loads. */
export function App({
  open,
  outline = '',
}: {
  open: () => Promise<OpeningLab>;
  /** The content of the page's own HTML: it stays until the lab is rendered. */
  outline?: string;
}) {
  const [lab, setLab] = useState<Lab | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let closed = false;
    let close: () => void = () => undefined;
    open().then(
      (headless) => {
        if (closed) {
          headless.close();
          return;
        }
        // An address without a scenario or a page, or one that is a question: the lab opens with it.
        if (isPlainVisit(headless.openedAt) || opensWithQuestion(headless.openedAt))
          headless.store.getState().actions.beginAsk();
        const started = mountLab(headless);
        const { store, reducedMotion } = started.lab;
        const remote = new URLSearchParams(location.search).get('scenario');
        // A fragment already contains the whole scenario, with any changes to the remote one.
        const coming =
          remote === null || location.hash !== ''
            ? undefined
            : import('./address/remoteScenario.ts').then(({ openRemoteScenario }) =>
                openRemoteScenario(store, remote, !reducedMotion),
              );
        const leaveAddress = followAddress(store, headless.openedAt, reducedMotion, coming);
        const leaveTheme = saveTheme(store);
        close = () => {
          leaveAddress();
          leaveTheme();
          started.close();
        };
        // As a transition, so that input is not blocked. The run's data is held back until the page
        // is rendered.
        headless.frames.hold();
        startTransition(() => setLab(started.lab));
        headless.opened.catch((error: unknown) => {
          if (closed) return;
          close();
          setLab(null);
          setProblem(messageOf(error));
        });
      },
      (error: unknown) => {
        if (!closed) setProblem(messageOf(error));
      },
    );
    return () => {
      closed = true;
      close();
    };
  }, [open]);

  useEffect(() => {
    if (problem !== null) removeFirstFrame();
  }, [problem]);

  if (lab === null)
    return problem === null && outline !== '' ? (
      <div data-run-state="idle" dangerouslySetInnerHTML={{ __html: outline }} />
    ) : (
      <Opening problem={problem} />
    );
  return (
    <LabProvider value={lab}>
      <Pages />
      <DropZone />
      {/* The live region must exist before its text changes, or screen readers miss it. */}
      <div role="status">
        <Later>
          <NewVersion />
        </Later>
      </div>
      <Shown frames={lab.frames} />
    </LabProvider>
  );
}

/** Rendered after the pages: releases the run's data, then loads what later screens need. */
function Shown({ frames }: { frames: PacedFrames }) {
  useEffect(() => {
    frames.release();
    let stop: () => void = () => undefined;
    let isGone = false;
    void firstCurve.then(() => {
      if (isGone) return;
      stop = whenIdle(() => {
        void loadPopups();
        void loadLaterParts();
      });
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [frames]);
  return null;
}

/** Without the network there is no offer, and the lab stays. */
const NewVersion = lazyAfterCurve('NewVersion', () =>
  import('./site/NewVersion.tsx').catch(() => ({ NewVersion: () => null })),
);

const inSite = (failed: ReactNode) => <Site>{failed}</Site>;

function Pages() {
  const route = useRoute();
  const place = `${route.page}/${route.item ?? ''}`;
  if (route.page === 'lab')
    return (
      <Boundary around={inSite}>
        <LabPage />
      </Boundary>
    );
  return (
    <Later place={place} around={inSite}>
      <NamedPage {...route} />
    </Later>
  );
}
