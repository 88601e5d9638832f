import { useCallback, useEffect, useMemo } from 'react';
import { Button } from 'react-aria-components';
import { formatNumber } from '@ackscope/charts';
import { goodputAt, readWrite, routeHref } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { Choice } from '../kit/Choice.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { ShareIcon } from '../kit/icons.tsx';
import { labHref } from '../address/address.ts';
import { useLab, useLabState } from '../lab/context.ts';
import { useKeys } from '../transport/useKeys.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';
import { useRunMarks } from '../site/useRunMarks.ts';
import { useTheme } from '../site/useTheme.ts';
import { FLAT, NARROW } from '../base/mediaQueries.ts';
import { Announcer } from '../labPage/Announcer.tsx';
import { Drawer } from '../drawer/Drawer.tsx';
import { LabDialogs, useLabDialogs } from '../dialogs/LabDialogs.tsx';
import { Lanes } from '../lanes/Lanes.tsx';
import { PageHeader } from '../site/PageHeader.tsx';
import { Notices } from '../question/Question.tsx';
import { Foot } from '../transport/Foot.tsx';
import type { PageProps } from '../definePage.ts';
import { saveText } from '../base/save.ts';
import { useWriteAddress } from './address.ts';
import { isInLibrary, sourceOf } from './library.ts';
import { toldTime } from '../clock/toldTime.ts';
import { useLanes } from '../lab/useLanes.ts';
import { readSeed } from '../scenario/knobs.ts';
import { scriptsOf, withScript } from '../scenario/ownScripts.ts';
import { firstScript, ScriptPanel } from './ScriptPanel.tsx';
import { ScriptExport } from './ScriptExport.tsx';
import { Problem } from '../kit/Problem.tsx';
import styles from './Write.module.css';

/** The reader's own algorithm: its text, and the lanes, which follow while it is typed. */
export function WritePage({ item, query }: PageProps) {
  const { store } = useLab();
  const { themeKey } = useTheme();
  const scenario = useLabState((state) => state.scenario.wanted);
  const drawer = useLabState((state) => state.view.drawer);
  const root = useRunMarks('Write');
  const dialogs = useLabDialogs();
  const { showKeys, showTable, share, showWord } = dialogs;
  useKeys(showKeys, showTable, share);
  // Low screens (landscape phones) always use two columns.
  const flat = useMediaQuery(FLAT);
  const narrow = useMediaQuery(NARROW) && !flat;
  const scripts = useMemo(() => scriptsOf(scenario), [scenario]);
  const id = useOpenScript(item, scripts);
  const address = useWriteAddress(id);
  useEffect(() => {
    // The whole run must be visible: a change is judged by the run's end.
    const { actions } = store.getState();
    actions.hideFuture(false);
    actions.openDrawer(null);
  }, [store]);
  useTheEnd();
  return (
    <div ref={root} className={styles.page} data-page="write" data-script={id} data-narrow={narrow}>
      <PageHeader
        here="write"
        acts={[
          { id: 'table', name: 'Text and tables', run: showTable },
          { id: 'keys', name: 'Shortcuts', run: showKeys },
        ]}
      />
      <section className={styles.bar} aria-label="Script and view">
        <h1>Write an algorithm</h1>
        <p className={styles.scenario}>
          {typeof scenario.title === 'string' && `runs on: ${scenario.title}. `}
          <Measured scenario={scenario} />
        </p>
        {scripts.size > 1 && id !== null && (
          <Choice
            label="Script"
            value={id}
            options={[...scripts.keys()].map((name) => ({ id: name, name }))}
            onChange={(next) => {
              location.hash = routeHref('write', next);
            }}
          />
        )}
        <div className={styles.group} role="group" aria-label="Take it along">
          <IconButton label="Share: link, QR code, embed, files" shortcut="s" onPress={share}>
            <ShareIcon />
          </IconButton>
          {id !== null && <ScriptExport id={id} source={scripts.get(id) ?? ''} className={styles.lab} />}
        </div>
        <div className={styles.group} role="group" aria-label="Go on">
          {id !== null && (
            <a className={styles.lab} href={routeHref('score', id)}>
              Report card
            </a>
          )}
          <a className={styles.lab} data-primary href={labHref(store)}>
            Open in the lab
          </a>
          {/* A phone has no room for it: the page has the lab's scripts in its own list. */}
          {id !== null && !narrow && (
            <a className={styles.lab} href={routeHref('break', id)}>
              Break it
            </a>
          )}
        </div>
      </section>
      <main className={styles.screen}>
        <Notices />
        <Lanes themeKey={themeKey} />
      </main>
      <aside className={styles.left} aria-label="Script">
        {item !== null && id !== null && item !== id && !isInLibrary(item) && (
          <Problem>There is no script “{item}” here. Another one is shown.</Problem>
        )}
        {address.tooLong !== null && id !== null && (
          <TooLong
            {...address.tooLong}
            onSave={() => saveText(`${id}.ack`, address.draftOf() ?? scripts.get(id) ?? '', 'text/plain')}
          />
        )}
        {id !== null && (
          <ScriptPanel
            key={`${id}/${String(address.opened)}`}
            id={id}
            line={readWrite(query).line}
            draftOf={address.draftOf}
            onText={address.onText}
          />
        )}
      </aside>
      {drawer !== null && !narrow && <Drawer id={drawer} onWord={showWord} />}
      <Foot themeKey={themeKey} />
      <Announcer />
      <LabDialogs {...dialogs} link={address.link} />
    </div>
  );
}

/** What the numbers in the lanes' heads are: the interval at the clock, of one run. */
function Measured({ scenario }: { scenario: JsonObject }) {
  const timeS = useLabState(toldTime);
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  const knownS = useLabState((state) => state.run.knownS);
  const [lane] = useLanes();
  const head = lane === undefined ? null : goodputAt(lane.run, { timeS, hidesFuture, knownS });
  return head === null ? null : (
    <span data-part="measured">
      Numbers: goodput from {formatNumber(head.fromS)} to {formatNumber(head.toS)} s, one run, seed{' '}
      {formatNumber(readSeed(scenario), 10)}
    </span>
  );
}

/** The address cannot carry the script: how long it may be, and a way to keep it. */
function TooLong({ length, most, onSave }: { length: number; most: number; onSave: () => void }) {
  return (
    <Problem>
      <p>
        The script is too long for the address: {formatNumber(length, 6)} characters, at most{' '}
        {formatNumber(most, 6)}. The address keeps the last shorter text. Save the script before you leave.
      </p>
      <Button className={styles.lab ?? ''} onPress={onSave}>
        Save the script
      </Button>
    </Problem>
  );
}

/** The script in the address, or the scenario's first. A missing one is created. */
function useOpenScript(item: string | null, scripts: ReadonlyMap<string, string>): string | null {
  const { store } = useLab();
  const wanted = firstScript(item);
  const isMissing = item === null ? scripts.size === 0 : !scripts.has(item) && !scripts.has(wanted.id);
  const add = useCallback(
    (scenario: JsonObject, text: string) => {
      store.getState().actions.replaceScenario(withScript(scenario, wanted.id, text));
    },
    [store, wanted.id],
  );
  useEffect(() => {
    if (!isMissing) return;
    let gone = false;
    void sourceOf(wanted.from).then((text) => {
      const { wanted: now } = store.getState().scenario;
      if (!gone && !scriptsOf(now).has(wanted.id)) add(now, text);
    });
    return () => {
      gone = true;
    };
  }, [isMissing, wanted.from, wanted.id, store, add]);
  if (item !== null && scripts.has(item)) return item;
  if (scripts.has(wanted.id)) return wanted.id;
  return item === null ? ([...scripts.keys()][0] ?? null) : null;
}

/** While nothing plays, the clock stands at the end of every new run. */
function useTheEnd(): void {
  const { store } = useLab();
  const runId = useLabState((state) => (state.run.status === 'done' ? state.run.id : null));
  useEffect(() => {
    const { clock, run, actions } = store.getState();
    if (runId !== null && !clock.playing) actions.seek(run.durationS);
  }, [runId, store]);
}
