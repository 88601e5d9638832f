import { memo, useMemo } from 'react';
import { Button } from 'react-aria-components';
import type { ScenarioError } from '@ackscope/engine';
import { askOf, presetById, referencesApply, sameJson } from '@ackscope/model';
import type { JsonObject, Preset } from '@ackscope/model';
import { CloseIcon } from '../kit/icons.tsx';
import { isWhole } from '../address/notices.ts';
import { changesInWords, hiddenChanges } from '../scenario/changes.ts';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { dragState } from '../lab/dragState.ts';
import { useSignal } from '../base/useSignal.ts';
import { entryOf } from '../menu/entries.ts';
import { useOtherRun } from '../share/RunStamp.tsx';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import styles from './Question.module.css';

/** Loaded when a run would take long. */
const LongRun = lazyNamed('LongRun', () => import('../site/LongRun.tsx'));

/** Errors, and the question before a long run. */
export const Notices = memo(function Notices() {
  const isAsking = useLabState((state) => state.scenario.asking !== null);
  return (
    <div className={styles.notices}>
      <Messages />
      {isAsking && (
        <Later>
          <LongRun />
        </Later>
      )}
    </div>
  );
});

/** The question of the scenario, or how it differs from the known one; `isShort`: as the menu asks it, beside something else. */
export function QuestionText({ isShort = false }: { isShort?: boolean }) {
  const presetId = useLabState((state) => state.scenario.preset);
  const wanted = useLabState((state) => state.scenario.wanted);
  const preset = presetId === null ? null : presetById(presetId);
  // A lane alone is compared with nothing.
  const isCompared = Array.isArray(wanted.compare) && wanted.compare.length > 1;
  const isAsItCame = useLabState(
    ({ scenario }) => scenario.came === null || sameJson(scenario.came, scenario.wanted),
  );
  const entry = entryOf(presetId, wanted);
  if (preset === null) return isAsItCame ? (entry?.question ?? null) : null;
  // The question describes the preset. A changed scenario shows its changes instead.
  if (!referencesApply(preset, wanted)) return <FirstChange preset={preset} wanted={wanted} />;
  const [long, short] = [askOf(preset.id)?.text, entry?.question];
  return (isCompared ? (isShort ? (short ?? long) : (long ?? short)) : null) ?? preset.title;
}

/** The first change from the known scenario, whose name is in the header. */
function FirstChange({ preset, wanted }: { preset: Preset; wanted: JsonObject }) {
  const changes = changesInWords(preset.scenario, wanted);
  const [first = ''] = changes.shown;
  const others = changes.shown.length - 1 + changes.more;
  return (
    <span title={`${changes.shown.join('; ')}${changes.more > 0 ? `; and ${changes.more} more` : ''}`}>
      Changed: {first.split(' instead of ')[0]}
      {others > 0 && <>, and {others} more</>}.
    </span>
  );
}

/** The engine's message without the path at its beginning, which is already shown. */
function withoutPath({ path, message }: ScenarioError): string {
  return message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
}

/** What the engine warns of, and changes of the scenario, as it is known or came, that miss a lane. */
function useWarnings(): readonly string[] {
  const warnings = useLabState((state) => state.scenario.warnings);
  const presetId = useLabState((state) => state.scenario.preset);
  const came = useLabState((state) => state.scenario.came);
  const wanted = useLabState((state) => state.scenario.wanted);
  const labels = useLabState((state) => state.run.lanes.map(({ label }) => label).join('\n'));
  const hidden = useMemo(() => {
    const from = presetId === null ? came : presetById(presetId)?.scenario;
    return from == null ? [] : hiddenChanges(from, wanted, labels.split('\n'));
  }, [presetId, came, wanted, labels]);
  return [...warnings, ...hidden];
}

export function Messages() {
  const actions = useActions();
  const error = useLabState((state) => state.scenario.error);
  const hasRun = useLabState((state) => state.run.lanes.length > 0);
  const notices = useLabState((state) => state.scenario.notices);
  const refusedFile = useLabState((state) => state.scenario.refusedFile);
  // A line in the hand must not move away under it.
  const isHeld = useSignal(dragState(useLab())) !== null;
  const warnings = useWarnings();
  const otherRun = useOtherRun();
  return (
    <>
      {otherRun !== null && (
        <div className={styles.banner} role="alert">
          <div>{otherRun}</div>
        </div>
      )}
      {error !== null && (
        <div className={styles.banner} data-kind="error" role="alert" data-error-path={error.path}>
          <div>
            <strong>This scenario cannot run{error.path === '' ? '' : <>: {error.path}</>}.</strong>{' '}
            {withoutPath(error)}
            {error.allowed !== '' && !error.message.includes(error.allowed) && (
              <> Allowed: {error.allowed}.</>
            )}
            {error.nearest !== null && <> Did you mean “{error.nearest}”?</>}
            {hasRun && <> The last run stays on the screen.</>}
          </div>
        </div>
      )}
      {refusedFile !== null && (
        <div className={styles.banner} data-kind="error" role="alert">
          <div>
            <strong>This file cannot be opened.</strong> {refusedFile} The screen is unchanged.
          </div>
          <Button
            className={styles.close ?? ''}
            aria-label="Close this message"
            onPress={() => actions.fileRefused(null)}
          >
            <CloseIcon />
          </Button>
        </div>
      )}
      {notices.length > 0 && (
        <div className={styles.banner} role="alert">
          <div>
            {notices.every(isWhole) ? (
              notices.join(' ')
            ) : (
              <>
                <strong>Part of this link cannot be used.</strong> {notices.join(' ')} The closest valid
                scenario is shown.
              </>
            )}
          </div>
          <Button
            className={styles.close ?? ''}
            aria-label="Close this message"
            onPress={actions.dismissNotices}
          >
            <CloseIcon />
          </Button>
        </div>
      )}
      {(isHeld ? [] : warnings).map((warning) => (
        <div key={warning} className={styles.banner}>
          <div>{warning}</div>
        </div>
      ))}
    </>
  );
}
