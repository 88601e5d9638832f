import { useEffect, useRef, useState } from 'react';
import type { Engine } from '@ackscope/engine';
import { Later } from '../controls/Later.tsx';
import { lazyNamed } from '../controls/lazyNamed.ts';
import { createLab } from '../lab/createLab.ts';
import { LabProvider } from '../lab/context.ts';
import type { Lab } from '../lab/context.ts';
import { openRemoteScenario } from '../lab/remoteScenario.ts';
import { mountLab } from '../lab/mountLab.ts';
import { useRoute } from '../lab/useRoute.ts';
import { Opening } from '../pages/Opening.tsx';
import { startBridge } from './bridge.ts';
import type { Channel } from './channel.ts';
import { EmbedPage } from './EmbedPage.tsx';
import type { HiddenTest } from './hiddenTest.ts';
import { postHeight } from './height.ts';
import type { WidgetSettings } from './options.ts';
import { browserLocks, withRunLock } from './runLock.ts';
import { useHeight } from './useHeight.ts';
import { pauseOutOfView, untilVisible } from './visible.ts';

/** Only for frames that show a lesson. */
const LessonFrame = lazyNamed('LessonFrame', () => import('./LessonFrame.tsx'));

/** Only for frames that show a sweep. */
const SweepFrame = lazyNamed('SweepFrame', () => import('./SweepFrame.tsx'));

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
  const [lab, setLab] = useState<Lab | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [test, setTest] = useState<HiddenTest | null>(null);
  const route = useRoute();

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
      const headless = createLab(withRunLock(engine, browserLocks()), settings.autoplay);
      const started = mountLab(headless, settings.autoplay);
      started.lab.store.getState().actions.setTheme(settings.theme);
      stops.push(
        startBridge(started.lab, channel),
        pauseOutOfView(document.documentElement, started.lab.store),
        started.close,
      );
      if (settings.test !== null) {
        const { startTest } = await import('./hiddenTest.ts');
        if (isOver()) return;
        const judged = startTest(settings.test, engine, started.lab.store, channel.post);
        stops.push(judged.close);
        setTest(judged);
      }
      if (settings.scenarioUrl !== null)
        await openRemoteScenario(started.lab.store, settings.scenarioUrl, settings.autoplay);
      if (!isOver()) setLab(started.lab);
    };
    begin().catch((error: unknown) => {
      if (isOver()) return;
      const message = error instanceof Error ? error.message : String(error);
      setProblem(message);
      const refuse = ({ id }: { id?: number }): void => {
        channel?.post({ type: 'error', path: '', message, ...(id === undefined ? {} : { id }) });
      };
      if (channel !== null) stops.push(channel.onCommand(refuse));
    });
    return () => {
      life.abort();
      for (const stop of stops) stop();
    };
  }, [open, settings, channel]);

  if (lab === null) return problem === null ? <Opening problem={null} /> : <NotStarted problem={problem} />;
  return (
    <LabProvider value={lab}>
      {route.page === 'lesson' ? (
        <Later>
          <LessonFrame item={route.item} query={route.query} onHeight={postHeight} />
        </Later>
      ) : route.page === 'sweep' ? (
        <Later>
          <SweepFrame query={route.query} onHeight={postHeight} />
        </Later>
      ) : (
        <EmbedPage settings={settings} test={test} onHeight={postHeight} />
      )}
    </LabProvider>
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
