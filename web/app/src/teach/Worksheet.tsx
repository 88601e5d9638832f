import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { domainTo, formatNumber, formatQuantity, PaperChart } from '@ackscope/charts';
import type { PaperLine, PaperMark } from '@ackscope/charts';
import { bottleneck, decodeLink, encodeLink, focusSeries } from '@ackscope/model';
import type { DecodedLink, LaneRun, TimeRange } from '@ackscope/model';
import { questionsOf, sheetMarks, sheetOptions, worksheetHref, worksheetLink } from '@ackscope/model/teach';
import type { SheetOptions, SheetQuestion } from '@ackscope/model/teach';
import { Band } from '../kit/Band.tsx';
import { Choice } from '../kit/Choice.tsx';
import buttons from '../kit/buttons.module.css';
import { replaceAddress } from '../base/backStep.ts';
import { LabProvider, useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { useOwnLab } from '../lab/useOwnLab.ts';
import { useRunMarks } from '../site/useRunMarks.ts';
import { useRunTitle } from '../site/useRunTitle.ts';
import type { Inquiry } from '../causes/useCauses.ts';
import { LongRun } from '../site/LongRun.tsx';
import { answerInWords } from './gameTexts.ts';
import { useSheetCauses, WhyAnswered, WhyAsked, WhyWaits } from './SheetWhy.tsx';
import teach from './Teach.module.css';
import { Problem } from '../kit/Problem.tsx';
import styles from './Worksheet.module.css';

/** Fits between the margins of A4 and of Letter alike. */
const PAPER_WIDTH_PX = 680;
const CURVE_PX = 250;
const GRID_PX = 230;
/** More letters would overlap. */
const MAX_MARKS = 26;

/** A sheet to print from any run: the curve to read, an empty grid, and the solution. */
export function Worksheet({ query }: { query: string }) {
  const { engine } = useLab();
  // The sheet writes its own changes into the address; another address opens another sheet.
  const [link] = useState(() => decodeLink(worksheetLink(query)));
  const [options] = useState(() => sheetOptions(query));
  const lab = useOwnLab(engine, link);
  return (
    <>
      <div className={styles.screenOnly} data-band="">
        <Band title="Worksheet">
          Two pages from one run: the first to read and draw on, the second with the solution. Every number
          comes from the run. For another scenario or time range, open the worksheet from the lab’s file menu.
        </Band>
        {link.problems.length > 0 && (
          <Problem>{link.problems.join(' ')} The closest valid scenario is shown.</Problem>
        )}
      </div>
      {lab !== null && (
        <LabProvider value={lab}>
          <Sheets link={link} first={options} />
        </LabProvider>
      )}
    </>
  );
}

function Sheets({ link: opened, first }: { link: DecodedLink; first: SheetOptions }) {
  const root = useRunMarks('Worksheet');
  const lanes = useLanes();
  const [label, setLabel] = useState(opened.view.lane);
  const isDone = useLabState((state) => state.run.status === 'done');
  const isAsking = useLabState((state) => state.scenario.asking !== null);
  const durationS = useLabState((state) => state.run.durationS);
  const lane = lanes.find(({ run }) => run.label === label) ?? lanes[0];
  const timeRange: TimeRange = opened.view.zoom ?? [0, durationS];
  const [options, setOptions] = useState(first);
  const { isEmpty, asksWhy } = options;
  const why = useSheetCauses(
    lane,
    lane === undefined ? 0 : lanes.indexOf(lane),
    timeRange,
    asksWhy && isDone,
  );
  const isChanged = useRef(false);
  const link = useMemo(() => ({ ...opened, view: { ...opened.view, lane: label } }), [opened, label]);
  useEffect(() => {
    if (label === opened.view.lane && options === first && !isChanged.current) return;
    isChanged.current = true;
    replaceAddress(worksheetHref(encodeLink(link), options));
  }, [link, label, options, opened, first]);
  return (
    <div ref={root} data-sheets={isDone || undefined}>
      <div className={`${teach.row ?? ''} ${styles.tools ?? ''} ${styles.screenOnly ?? ''}`}>
        {lane !== undefined && lanes.length > 1 && (
          <Choice
            label="Algorithm"
            className={styles.choice}
            value={lane.run.label}
            options={lanes.map(({ run, name }) => ({ id: run.label, name }))}
            onChange={setLabel}
          />
        )}
        <Button
          className={buttons.plain ?? ''}
          aria-pressed={isEmpty}
          onPress={() => {
            setOptions({ ...options, isEmpty: !isEmpty });
          }}
        >
          {isEmpty ? 'Show the curve' : 'Hide the curve: students draw it'}
        </Button>
        <Button
          className={buttons.plain ?? ''}
          aria-pressed={asksWhy}
          onPress={() => {
            setOptions({ ...options, asksWhy: !asksWhy });
          }}
        >
          {asksWhy ? 'Remove the question why' : 'Ask why: one suspect at a time'}
        </Button>
        <Button
          className={buttons.primary ?? ''}
          isDisabled={!isDone}
          onPress={() => {
            globalThis.print();
          }}
        >
          Print
        </Button>
      </div>
      <LongRun />
      <WhyWaits {...why} />
      {lane === undefined || !isDone ? (
        <p role="status" className={styles.screenOnly}>
          {isAsking ? 'Waiting for your answer.' : 'Computing…'}
        </p>
      ) : (
        <Pages {...{ lane, timeRange, isEmpty, link }} why={why.inquiry} />
      )}
    </div>
  );
}

function Pages({
  lane,
  timeRange,
  isEmpty,
  link,
  why,
}: {
  lane: LaneView;
  timeRange: TimeRange;
  isEmpty: boolean;
  link: DecodedLink;
  why: Inquiry | null;
}) {
  const { rules } = useLab();
  const title = useRunTitle('A run');
  const questions = useMemo(() => questionsOf(lane.run, rules, timeRange), [lane.run, rules, timeRange]);
  const { trace } = lane.run;
  if (trace === null) return null;
  const cwnd = focusSeries(trace, 'cwnd')[0];
  const queue = focusSeries(trace, 'queue')[0];
  const capacity = bottleneck(trace.info, trace.focus)?.capacity_packets ?? 0;
  const line = (label: string, columns: typeof cwnd): PaperLine[] =>
    columns === undefined ? [] : [{ label, columns, untilS: trace.simulatedS }];
  const marks: PaperMark[] = sheetMarks(trace, rules, timeRange)
    .slice(0, MAX_MARKS)
    .map((mark) => ({ timeS: mark.timeS, letter: mark.kind === 'timeout' ? 'T' : 'F' }));
  const common = { timeDomain: timeRange, unit: 'packets' as const, width: PAPER_WIDTH_PX };
  const cwndChart = {
    ...common,
    title: 'Congestion window',
    domain: domainTo(largestOf(questions)),
    height: CURVE_PX,
  };
  const queueChart = {
    ...common,
    title: 'Queue at the bottleneck',
    domain: domainTo(Math.max(queue?.peak ?? 0, capacity)),
    height: GRID_PX,
  };
  return (
    <div className={styles.sheets}>
      {/* On a phone a sheet scrolls sideways, also by keyboard. */}
      <article className={styles.sheet} aria-label="Questions" tabIndex={0}>
        <header>
          <h2>{title}</h2>
          <p>
            {lane.name}. {pathInWords(lane.run)}
          </p>
          <p className={styles.name}>Name:</p>
        </header>
        <PaperChart
          {...cwndChart}
          label={isEmpty ? 'An empty chart for the window' : 'The window to read'}
          lines={isEmpty ? [] : line('cwnd', cwnd)}
          isGrid
        />
        <PaperChart {...queueChart} label="An empty chart for the queue" lines={[]} isGrid />
        <ol className={styles.questions}>
          {questions.map((question) => (
            <li key={question.id}>{question.ask}</li>
          ))}
        </ol>
        {why?.stage === 'answered' && <WhyAsked report={why.report} name={lane.name} />}
        <Source link={link} seed={link.scenario.seed} />
      </article>
      <article className={styles.sheet} aria-label="Solution" tabIndex={0}>
        <header>
          <h2>{title}: the solution</h2>
          <p>
            {lane.name}. F: fast retransmit. T: timeout.
            {marks.length === MAX_MARKS ? ' Only the first are marked.' : ''}
          </p>
        </header>
        <PaperChart
          {...cwndChart}
          label="The window with the detected losses"
          lines={line('cwnd', cwnd)}
          marks={marks}
        />
        <PaperChart
          {...queueChart}
          title="Queue at the bottleneck, lowest to highest"
          label="The queue of the run"
          lines={line('queue', queue).map((item) => ({ ...item, isRange: true }))}
        />
        <Answers questions={questions} />
        {why?.stage === 'answered' && <WhyAnswered report={why.report} />}
        <Source link={link} seed={link.scenario.seed} />
      </article>
    </div>
  );
}

/** The largest window of the range, which fills the chart. */
function largestOf(questions: readonly SheetQuestion[]): number {
  const largest = questions.find(({ id }) => id === 'peak')?.answers[1];
  return largest !== undefined && 'value' in largest ? largest.value : 0;
}

function Answers({ questions }: { questions: readonly SheetQuestion[] }) {
  return (
    <ol className={styles.questions}>
      {questions.map((question) => (
        <li key={question.id}>{answerInWords(question)}</li>
      ))}
    </ol>
  );
}

/** The source line; its link gives the same run to everybody. */
function Source({ link, seed }: { link: DecodedLink; seed: unknown }) {
  const address = new URL(location.href);
  address.hash = encodeLink(link);
  return (
    <footer className={styles.source}>
      Simulated by Ackscope{typeof seed === 'number' ? `, seed ${seed}` : ''}: {address.href}
    </footer>
  );
}

function pathInWords(run: LaneRun): string {
  const { info, trace } = run;
  if (info === null || trace === null) return '';
  const hop = bottleneck(info, trace.focus);
  const flow = info.flows.find(({ index }) => index === trace.focus);
  if (hop === null || flow === undefined) return '';
  const others = info.flows.length - 1;
  return [
    `The bottleneck carries ${formatQuantity(hop.rate_bps, 'bps')}`,
    `a round trip takes ${formatQuantity(flow.rtt_s, 's')} without queues`,
    hop.capacity_packets === null ? '' : `the buffer holds ${formatNumber(hop.capacity_packets)} packets`,
    hop.loss_kind === 'none' ? '' : 'the link loses packets',
    others === 0 ? '' : `there ${others === 1 ? 'is' : 'are'} ${others} other flow${others === 1 ? '' : 's'}`,
    `a packet has ${formatNumber(flow.packet_bytes, 6)} bytes`,
  ]
    .filter((part) => part !== '')
    .join('; ')
    .concat('.');
}
