import { messageOf } from '@ackscope/engine';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Engine } from '@ackscope/engine';
import { Boundary } from '../kit/Boundary.tsx';
import { Later } from '../kit/Later.tsx';
import { createLab } from '../lab/createLab.ts';
import { LabProvider } from '../lab/context.ts';
import { openRemoteScenario } from '../address/remoteScenario.ts';
import { readLink } from '../pages.ts';
import { mountLab } from '../lab/mountLab.ts';
import { useRoute } from '../address/useRoute.ts';
import { NamedPage } from '../NamedPage.tsx';
import { Opening } from '../labPage/Opening.tsx';
import { FramedProvider } from '../site/Page.tsx';
import type { Framed } from '../site/Page.tsx';
import { startBridge } from './bridge.ts';
import type { Channel } from './channel.ts';
import { EmbedPage } from './EmbedPage.tsx';
import { FrameBox } from './FrameBox.tsx';
import type { HiddenTest } from './hiddenTest.ts';
import { postHeight } from './height.ts';
import { leadOut } from './leadOut.ts';
import { reportMistakes } from './mistakes.ts';
import type { WidgetSettings } from './options.ts';
import { browserLocks, withRunLock } from './runLock.ts';
import { openFrameContent } from './stage.ts';
import type { FrameContent } from './stage.ts';
import { shownAs } from './subjects.ts';
import { useHeight } from './useHeight.ts';
import { pauseOutOfView, untilVisible } from './visible.ts';

/** The widget in its frame: waits until visible, runs in turn, and talks with the host page. */
export function EmbedApp({
  open,
  settings,
  channel,
}: {
  open: () => Promise<Engine>;
  settings: WidgetSettings;
  channel: Channel | null;
}) {
  const [stage, setStage] = useState<FrameContent | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [test, setTest] = useState<HiddenTest | null>(null);

  useEffect(() => {
    const stops: (() => void)[] = [];
    const life = new AbortController();
    const isOver = (): boolean => life.signal.aborted;
    const begin = async (): Promise<void> => {
      // An invalid `host`: the widget shows the error instead of opening a channel to any page.
      if (settings.problem !== null || channel === null) throw new Error(settings.problem ?? 'No channel.');
      await Promise.race([untilVisible(document.documentElement), channel.asked]);
      if (isOver()) return;
      const engine = await open();
      if (isOver()) {
        engine.dispose();
        return;
      }
      const headless = createLab(withRunLock(engine, browserLocks()), settings.autoplay, {
        rests: true,
        keepsScripts: settings.controls.has('script'),
        read: readLink,
      });
      const started = mountLab(headless, settings.autoplay);
      const { lab } = started;
      lab.store.getState().actions.setTheme(settings.theme);
      const opened = openFrameContent(lab, channel.post);
      stops.push(
        reportMistakes(settings, lab, channel.post),
        startBridge(opened, channel),
        pauseOutOfView(document.documentElement, lab.store),
        opened.close,
        started.close,
      );
      if (settings.test !== null) {
        const { startTest } = await import('./hiddenTest.ts');
        if (isOver()) return;
        const hasEditor = settings.controls.has('script');
        const judged = startTest(settings.test, hasEditor, engine, lab.store, channel.post);
        stops.push(judged.close);
        setTest(judged);
      }
      if (settings.scenarioUrl !== null)
        await openRemoteScenario(lab.store, settings.scenarioUrl, settings.autoplay);
      if (!isOver()) setStage(opened);
    };
    begin().catch((error: unknown) => {
      if (isOver()) return;
      const message = messageOf(error);
      setProblem(message);
      const refuse = ({ id }: { id?: number }): void => {
        channel?.post({ type: 'error', path: '', message, ...(id === undefined ? {} : { id }) });
      };
      refuse({});
      if (channel !== null) stops.push(channel.onCommand(refuse));
    });
    return () => {
      life.abort();
      for (const stop of stops) stop();
    };
  }, [open, settings, channel]);

  useEffect(() => leadOut(document), []);

  if (stage === null || channel === null)
    return problem === null ? <Opening problem={null} /> : <NotStarted problem={problem} />;
  return (
    <LabProvider value={stage.main}>
      <Shown stage={stage} settings={settings} test={test} post={channel.post} />
    </LabProvider>
  );
}

/** The page that the frame's address names. */
function Shown({
  stage,
  settings,
  test,
  post,
}: {
  stage: FrameContent;
  settings: WidgetSettings;
  test: HiddenTest | null;
  post: Channel['post'];
}) {
  const { page, ...asked } = useRoute();
  const framed = useMemo<Framed>(
    () => ({
      Chrome: FrameBox,
      onGuest: stage.guest.set,
      // The answer of a person: only for a page that is known.
      onReport: settings.host === null ? null : post,
      onFailure: (message) => post({ type: 'error', path: '', message, attribute: 'scenario' }),
    }),
    [stage, settings.host, post],
  );
  const { onFailure } = framed;
  if (page === 'lab')
    return (
      <Boundary onFailure={onFailure}>
        <EmbedPage settings={settings} test={test} onHeight={postHeight} />
      </Boundary>
    );
  if (shownAs(page) === undefined)
    return (
      <FrameBox>
        <p role="alert">The page “{page}” cannot be embedded.</p>
      </FrameBox>
    );
  return (
    <Later place={`${page}/${asked.item ?? ''}`} onFailure={onFailure}>
      <FramedProvider value={framed}>
        <NamedPage page={page} {...asked} />
      </FramedProvider>
    </Later>
  );
}

/** Why there is no widget. Browsers forbid much to a frame without an origin. */
function NotStarted({ problem }: { problem: string }) {
  const root = useRef<HTMLDivElement>(null);
  useHeight(root, postHeight);
  const hint =
    globalThis.origin === 'null' ? ' Add allow-same-origin to the sandbox attribute of this frame.' : '';
  return (
    <div ref={root}>
      <Opening problem={`${problem}${hint}`} />
    </div>
  );
}
