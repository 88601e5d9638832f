import { useState } from 'react';
import type { ReactNode } from 'react';
import { isQuestionOpen } from '@ackscope/model';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { useLab, useLabState } from '../lab/context.ts';
import { useShownLanes } from '../measured/measured.ts';
import { useSignal } from '../base/useSignal.ts';
import { useRunTitle } from '../site/useRunTitle.ts';
import { useRunMarks } from '../site/useRunMarks.ts';
import { useTheme } from '../site/useTheme.ts';
import { Announcer } from '../labPage/Announcer.tsx';
import { ChartBar } from '../lanes/ChartBar.tsx';
import { Inspector } from '../drawer/Inspector.tsx';
import { Lanes } from '../lanes/Lanes.tsx';
import { PathPanel } from '../path/PathPanel.tsx';
import { EmbedMessages, QuestionLine, Try } from './EmbedQuestion.tsx';
import { ScenarioPanel } from '../settings/ScenarioPanel.tsx';
import { EmbedTransport } from './EmbedTransport.tsx';
import type { HiddenTest, TestState } from './hiddenTest.ts';
import { labLink } from './labLink.ts';
import type { WidgetSettings } from './options.ts';
import { SiteLink } from './SiteLink.tsx';
import { useHeight } from './useHeight.ts';
import styles from './EmbedPage.module.css';

/** Only for frames with an editor. */
const ScriptFrame = lazyNamed('ScriptFrame', () => import('./ScriptFrame.tsx'));
/** Only when it is opened. */
const CausesPart = lazyNamed('CausesPart', () => import('../drawer/CausesPart.tsx'));
const NumbersPart = lazyNamed('NumbersPart', () => import('../drawer/NumbersPart.tsx'));

/** The lab for a frame: it is as high as its content. The plots come first, what can be opened stands below them. */
export function EmbedPage({
  settings,
  test,
  onHeight,
}: {
  settings: WidgetSettings;
  test: HiddenTest | null;
  onHeight: (px: number) => void;
}) {
  const { controls } = settings;
  const { store } = useLab();
  const hasLandscape = useLabState((state) => state.instruments.landscape !== null);
  const isAsked = useLabState(isQuestionOpen);
  const lanes = useShownLanes();
  const { themeKey } = useTheme();
  const root = useRunMarks();
  useHeight(root, onHeight);
  const transport = (['play', 'steps', 'scrub', 'speed'] as const).some((name) => controls.has(name));
  // In a page around it, that page has the main landmark and the heading, and there may be several widgets.
  const isAlone = parent === window;
  return (
    <div ref={root} role={isAlone ? 'main' : undefined} className={styles.page} data-widget="">
      <div className={styles.head} data-asks={controls.has('question') || undefined}>
        {controls.has('question') && <QuestionLine />}
        {(controls.has('title') || isAlone) && <Title isSeen={controls.has('title')} />}
        <SiteLink addressOf={() => labLink(store.getState())} />
      </div>
      <div className={styles.middle} data-scroller="">
        <div className={styles.content}>
          <div data-edits={controls.has('script') || undefined} className={styles.messages}>
            <EmbedMessages />
          </div>
          {controls.has('path') && <PathPanel themeKey={themeKey} />}
          {controls.has('script') && (
            <section className={styles.script} aria-label="Script">
              <Later>
                <ScriptFrame />
              </Later>
            </section>
          )}
          {test !== null && <TestLine test={test} />}
          <div
            className={styles.lanes}
            data-results={controls.has('results')}
            data-knobs={controls.has('knobs')}
          >
            <Lanes themeKey={themeKey} />
          </div>
          {/* Before the answer only the doors are pressed. */}
          <div className={styles.tools} data-waits={isAsked || undefined}>
            {isAsked && <p className={styles.hint}>Press the lane that you expect.</p>}
            {controls.has('question') && <Try />}
            {controls.has('knobs') && (
              <Folded name="Scenario" isAsked={hasLandscape}>
                <ScenarioPanel />
              </Folded>
            )}
            {controls.has('why') && (
              <Folded name="Why?">
                <CausesPart />
              </Folded>
            )}
            {controls.has('results') && (
              <Folded name="Numbers">
                <NumbersPart />
              </Folded>
            )}
            <ChartBar lanes={lanes} hasLegend={false} />
          </div>
          {controls.has('inspector') && (
            <section className={styles.inspector} aria-label="Inspector">
              <Inspector />
            </section>
          )}
        </div>
      </div>
      {transport && <EmbedTransport controls={controls} />}
      <Announcer />
    </div>
  );
}

/** A part that is loaded, and what it needs computed, when a reader opens it, or the page around asks for it. */
function Folded({
  name,
  isAsked = false,
  children,
}: {
  name: string;
  isAsked?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isAsked);
  return (
    <details className={styles.folded} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {isOpen && <Later>{children}</Later>}
    </details>
  );
}

/** Always in the accessibility tree, also when hidden visually. */
function Title({ isSeen }: { isSeen: boolean }) {
  const title = useRunTitle('TCP congestion control');
  return (
    <h1 className={isSeen ? styles.title : 'visually-hidden'} title={title}>
      {title}
    </h1>
  );
}

/** How many conditions of the author's test the run fulfils; the conditions are hidden. */
function TestLine({ test }: { test: HiddenTest }) {
  const state = useSignal(test.state);
  const isPassed = state.kind === 'judged' && state.holding === state.of;
  return (
    <p
      className={styles.test}
      role="status"
      data-test={isPassed ? 'passed' : state.kind === 'judged' ? 'open' : state.kind}
    >
      {testInWords(state)}
    </p>
  );
}

function testInWords(state: TestState): string {
  if (state.kind === 'waiting') return 'This exercise has a test. It waits for a finished run.';
  if (state.kind === 'faulty') return `The test of this exercise has a mistake. ${state.message}`;
  const { holding, of } = state;
  if (holding < of)
    return `Test not passed yet: ${String(holding)} of ${String(of)} conditions ${holding === 1 ? 'holds' : 'hold'}.`;
  return `Test passed: ${of === 1 ? 'its condition holds' : `all ${String(of)} conditions hold`}.`;
}
