import { memo, useMemo } from 'react';
import { Button } from 'react-aria-components';
import type { ScenarioError } from '@ackscope/engine';
import { askOf, getPath, presetById, referencesApply, sameJson } from '@ackscope/model';
import type { JsonObject, Preset } from '@ackscope/model';
import { CloseIcon } from '../controls/icons.tsx';
import { isOrigin } from '../lab/notices.ts';
import { changesInWords, hiddenChanges } from '../lab/changes.ts';
import { useActions, useLabState } from '../lab/context.ts';
import { useOtherRun } from '../share/RunStamp.tsx';
import { Finding } from './Finding.tsx';
import { LongRun } from './LongRun.tsx';
import styles from './Question.module.css';

/** What to observe, and what to change next. Above it, errors if there are any. */
export const Question = memo(function Question() {
  return (
    <div className={styles.area}>
      <Messages />
      <LongRun />
      <QuestionLine />
    </div>
  );
});

/** Errors, and the question before a long run. */
export const Notices = memo(function Notices() {
  return (
    <div className={styles.notices}>
      <Messages />
      <LongRun />
    </div>
  );
});

export const QuestionLine = memo(function QuestionLine({ isShort = false }: { isShort?: boolean }) {
  const actions = useActions();
  const presetId = useLabState((state) => state.scenario.preset);
  const wanted = useLabState((state) => state.scenario.wanted);
  const preset = presetId === null ? null : presetById(presetId);
  const followed =
    preset !== null &&
    Object.entries(preset.try.set).every(([path, value]) => sameJson(getPath(wanted, path), value));
  // A lane alone is compared with nothing.
  const isCompared = Array.isArray(wanted.compare) && wanted.compare.length > 1;
  if (preset === null) return <p className={styles.question} data-part="question" />;
  return (
    <p className={styles.question} data-part="question">
      {/* The question describes the preset. A changed scenario shows its changes instead. */}
      <span>
        {!referencesApply(preset, wanted) ? (
          <Changed preset={preset} wanted={wanted} isShort={isShort} />
        ) : isShort ? (
          <strong title={isCompared ? preset.question : undefined}>
            {(isCompared ? askOf(preset.id)?.text : null) ?? preset.title}
          </strong>
        ) : isCompared ? (
          preset.question
        ) : (
          preset.title
        )}
        {isShort && <Finding />}
      </span>
      {followed ? (
        <Button className={styles.try ?? ''} onPress={() => actions.choosePreset(preset.id, true)}>
          Undo this
        </Button>
      ) : (
        <Button className={styles.try ?? ''} onPress={actions.followSuggestion}>
          {preset.try.label}
        </Button>
      )}
    </p>
  );
});

/** The question of a scenario, where nothing else is shown above the lanes. */
export const AskedLine = memo(function AskedLine() {
  const text = useLabState((state) => state.ask?.ask.text ?? null);
  if (text === null) return null;
  return (
    <p className={styles.asked} data-part="question">
      <strong>{text}</strong>
      <Finding />
    </p>
  );
});

/** The changes from the known scenario. In the short form, its name is only in the header. */
function Changed({ preset, wanted, isShort }: { preset: Preset; wanted: JsonObject; isShort: boolean }) {
  const changes = changesInWords(preset.scenario, wanted);
  const [first = ''] = changes.shown;
  const others = changes.shown.length - 1 + changes.more;
  if (isShort) {
    return (
      <strong title={`${changes.shown.join('; ')}${changes.more > 0 ? `; and ${changes.more} more` : ''}`}>
        Changed: {first.replace(/ instead of .*$/, '')}
        {others > 0 && <>, and {others} more</>}
      </strong>
    );
  }
  return (
    <>
      <span className={styles.from}>“{preset.title}”, changed:</span> {changes.shown.join('; ')}
      {changes.more > 0 && <>; and {changes.more} more</>}.
    </>
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

function Messages() {
  const actions = useActions();
  const error = useLabState((state) => state.scenario.error);
  const hasRun = useLabState((state) => state.run.lanes.length > 0);
  const notices = useLabState((state) => state.scenario.notices);
  // The notice of a scenario's origin is shown even if there is no problem.
  const isWhole = notices.every(isOrigin);
  const refusedFile = useLabState((state) => state.scenario.refusedFile);
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
            {isWhole ? (
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
      {warnings.map((warning) => (
        <div key={warning} className={styles.banner}>
          <div>{warning}</div>
        </div>
      ))}
    </>
  );
}
