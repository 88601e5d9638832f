import { messageOf } from '@ackscope/engine';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { Exported, Simulator } from '@ackscope/engine';
import { runStamp, scenarioFileName, writeScenarioText } from '@ackscope/model';
import { citationBibtex, citationText, dataCsv, dataJson } from '@ackscope/model/export';
import { Choice } from '../kit/Choice.tsx';
import { useLab, useLabState } from '../lab/context.ts';
import { useRunTitle } from '../site/useRunTitle.ts';
import { CopyButton } from '../kit/CopyButton.tsx';
import { pngOf, saveBlob, saveText } from '../base/save.ts';
import { usePicture } from './usePicture.ts';
import { Problem } from '../kit/Problem.tsx';
import styles from './Files.module.css';

const SIMULATORS: readonly { id: Simulator; name: string; extension: string }[] = [
  { id: 'ns2', name: 'ns-2', extension: 'tcl' },
  { id: 'ns3', name: 'ns-3', extension: 'cc' },
  { id: 'mahimahi', name: 'mahimahi', extension: 'trace' },
];

/** The run as files for other programs, and as a citation. */
export function FilesPart({ link }: { link: string }) {
  const { store, catalogue, rules } = useLab();
  const title = useRunTitle();
  const scenario = useLabState((state) => state.run.scenario ?? state.scenario.wanted);
  const isDone = useLabState((state) => state.run.status === 'done');
  const picture = usePicture(link);
  const [problem, setProblem] = useState<string | null>(null);
  const base = scenarioFileName(scenario).replace(/\.json$/, '');
  const failed = (error: unknown): void => {
    setProblem(messageOf(error));
  };
  const cited = {
    title,
    link,
    version: catalogue.version,
    stamp: useLabState((state) => runStamp(state.run.lanes, catalogue.version)),
    day: today(),
  };
  return (
    <div className={styles.files}>
      <Line name="Charts" detail="The charts on the screen, with title, legend, units and link.">
        <Save onPress={() => saveText(`${base}.svg`, picture(), 'image/svg+xml')}>SVG</Save>
        <Save onPress={() => void pngOf(picture()).then((blob) => saveBlob(`${base}.png`, blob), failed)}>
          PNG
        </Save>
      </Line>
      <Line
        name="Data"
        detail="Every recorded series: time_s, lane, source, series, unit, and the minimum, maximum and last value of each bin. JSON also has the results and decisions."
      >
        <Save onPress={() => saveText(`${base}.csv`, dataCsv(store.getState().run.lanes), 'text/csv')}>
          CSV
        </Save>
        <Save
          onPress={() => {
            const origin = { version: catalogue.version, link, scenario };
            saveText(
              `${base}-data.json`,
              dataJson(store.getState().run.lanes, rules, origin),
              'application/json',
            );
          }}
        >
          JSON
        </Save>
      </Line>
      <Line name="Scenario" detail="The page and the command line open it.">
        <Save onPress={() => saveText(`${base}.json`, writeScenarioText(scenario), 'application/json')}>
          JSON
        </Save>
      </Line>
      <Simulators base={base} link={link} isDone={isDone} onFailed={failed} />
      <section className={styles.cite} aria-label="Citation">
        <h3>Citation</h3>
        <p>{citationText(cited)}</p>
        <pre tabIndex={0} aria-label="BibTeX">
          {citationBibtex(cited)}
        </pre>
        <CopyButton text={citationBibtex(cited)} label="Copy BibTeX" />
      </section>
      <Problem>{problem}</Problem>
    </div>
  );
}

interface SimulatorsProps {
  base: string;
  link: string;
  isDone: boolean;
  onFailed: (error: unknown) => void;
}

/** One lane for ns-2, ns-3, qvis and Wireshark, with a list of what cannot be exported. */
function Simulators({ base, link, isDone, onFailed }: SimulatorsProps) {
  const { catalogue, engine, runner, store } = useLab();
  const title = useRunTitle();
  const lanes = useLabState((state) => state.run.lanes);
  const focus = useLabState((state) => state.view.lane);
  const [lane, setLane] = useState(focus);
  const [made, setMade] = useState<{ exported: Exported; name: string } | null>(null);
  const [captured, setCaptured] = useState<{ name: string; leftOut: readonly string[] } | null>(null);
  const label = lanes[lane]?.label ?? '';
  const origin = { title, link };
  const make = (simulator: Simulator, extension: string): void => {
    const text = JSON.stringify(store.getState().run.scenario);
    engine.ask('program', text, lane, simulator, origin).then((exported) => {
      const name = `${base}-${label.replace(/[^a-z0-9]+/gi, '-')}.${extension}`;
      setMade({ exported, name });
      if (exported.program !== null) saveText(name, exported.program, 'text/plain');
    }, onFailed);
  };
  const qlog = (): void => {
    const { run, view } = store.getState();
    const flow = run.lanes[lane]?.trace?.focus ?? 0;
    const [fromS, toS] = view.timeRange ?? [0, run.durationS];
    const rules = catalogue.rules.map((rule) => rule.title);
    void runner.ask(lane, 'qlog', flow, fromS, toS, { ...origin, rules }).then((text) => {
      if (text === null)
        onFailed(
          new Error('This run is no longer in memory. Open this sheet again when the new run is done.'),
        );
      else saveText(`${base}-${label.replace(/[^a-z0-9]+/gi, '-')}.qlog`, text, 'application/json');
    });
  };
  const capture = (): void => {
    const text = JSON.stringify(store.getState().run.scenario);
    engine.ask('capture', text, lane, origin).then(({ file, leftOut }) => {
      const name = `${base}-${label.replace(/[^a-z0-9]+/gi, '-')}.pcapng`;
      saveBlob(name, new Blob([file], { type: 'application/x-pcapng' }));
      setCaptured({ name, leftOut });
    }, onFailed);
  };
  return (
    <>
      <Line
        name="Other programs"
        detail="One lane as an ns-2 script, an ns-3 program, its link’s rate as a mahimahi trace, or qlog for qvis. qlog holds one flow over the visible range. It includes single packets if there are not too many: zoom in. pcapng is what Wireshark would capture at the lane’s senders, headers only, up to 250 000 packets; the program writes a million."
      >
        {lanes.length > 1 && (
          <Choice
            label="Lane"
            value={String(lane)}
            options={lanes.map((item, at) => ({ id: String(at), name: item.label }))}
            onChange={(id) => {
              setLane(Number(id));
              setMade(null);
              setCaptured(null);
            }}
          />
        )}
        {SIMULATORS.map(({ id, name, extension }) => (
          <Save key={id} onPress={() => make(id, extension)}>
            {name}
          </Save>
        ))}
        <Save isDisabled={!isDone} onPress={qlog}>
          qlog
        </Save>
        <Save onPress={capture}>pcapng</Save>
      </Line>
      {made !== null && <Remarks {...made} />}
      {captured !== null && (
        <p className={styles.remarks} role="status">
          {[`${captured.name} is saved.`, ...captured.leftOut.map((what) => `It leaves out ${what}.`)].join(
            ' ',
          )}
        </p>
      )}
    </>
  );
}

function Remarks({ exported, name }: { exported: Exported; name: string }) {
  const simulator = SIMULATORS.find(({ id }) => id === exported.simulator)?.name ?? exported.simulator;
  const list = exported.program === null ? exported.cannot : exported.differs;
  return (
    <div className={styles.remarks} role="status">
      <p>
        {exported.program === null
          ? `${simulator} cannot express this:`
          : list.length === 0
            ? `${name} is saved.`
            : `${name} is saved. ${simulator} differs in these points (the file lists them too):`}
      </p>
      {list.length > 0 && (
        <ul>
          {list.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Line({ name, detail, children }: { name: string; detail: string; children: ReactNode }) {
  return (
    <section className={styles.line} aria-label={name}>
      <div>
        <h3>{name}</h3>
        <p>{detail}</p>
      </div>
      <div className={styles.buttons}>{children}</div>
    </section>
  );
}

function Save({
  children,
  isDisabled = false,
  onPress,
}: {
  children: string;
  isDisabled?: boolean;
  onPress: () => void;
}) {
  return (
    <Button
      className={styles.save ?? ''}
      aria-label={`Save ${children}`}
      isDisabled={isDisabled}
      onPress={onPress}
    >
      {children}
    </Button>
  );
}

/** Today's date in the reader's time zone. */
function today(): string {
  const now = new Date();
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(now.getFullYear())}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
