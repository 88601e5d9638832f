import { useEffect, useMemo } from 'react';
import { cssColour } from '@ackscope/charts';
import { comparedLane, goodputAt, isCompared, isQuestionOpen, ofReference } from '@ackscope/model';
import { useLab, useLabState } from '../lab/context.ts';
import { findingAt } from '../laneData/finding.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { sentenceText } from '../lab/sentenceText.ts';
import { comparedHead } from '../scenario/turned.ts';
import { toldTime } from '../clock/toldTime.ts';
import { useLanes } from '../lab/useLanes.ts';
import { keepUnits } from '../base/keepUnits.ts';
import { useModule } from '../base/useModule.ts';
import { useSignal } from '../base/useSignal.ts';
import { storyTitleOf } from '../story/cell.ts';
import { PathSentence } from '../pathSentence/PathSentence.tsx';
import { QuestionText } from '../question/Question.tsx';
import { comparedShares, comparedVoice, intervalIn, intervalOf, plain } from './told.ts';
import type { Word } from './told.ts';
import { useSubject, useTelling } from './useTold.ts';
import type { Telling } from './useTold.ts';
import { NO_NOTES, notesOf } from '../notes/cell.ts';
import type { Ghost } from '../notes/ghost.ts';
import { useGhost } from './useGhost.ts';
import { Proof } from './Proof.tsx';
import { causeKnob, comparedBars, comparedWords, proofBars } from './proof.ts';
import type { Bar } from './proof.ts';
import type { Subject } from './subject.ts';
import { useVerdict } from './useVerdict.ts';
import { WhyButtons } from './WhyButtons.tsx';
import styles from './Sentence.module.css';

/** The finding and its cause in one line, the proof below it, and then the two buttons. */
export function Sentence() {
  const lanes = useLanes();
  const telling = useTelling();
  const verdict = useVerdict();
  const compared = useCompared();
  const timeS = useLabState(toldTime);
  const elsewhere = telling === null ? '' : intervalIn(telling.subject, timeS);
  useEvidence(telling, useGhost(telling));
  useText(telling, elsewhere);
  const isAsked = useLabState(isQuestionOpen);
  const wanted = useLabState((state) => state.scenario.wanted);
  const told = telling?.told ?? null;
  const story = useSignal(storyTitleOf(useLab()));
  const line = story !== null ? [{ text: story }] : told === null ? (compared?.words ?? null) : told.line;
  const before = story === null ? elsewhere : '';
  const said = line === null ? null : before + plain(line);
  const subject = telling?.subject ?? compared?.subject ?? null;
  const found = telling?.report == null ? null : proofBars(telling.subject, lanes, telling.report);
  const bars = story === null ? (found ?? compared?.bars ?? null) : found;
  const proof = isAsked ? (
    HINT
  ) : story !== null ? null : told !== null ? (
    <Words words={told.proof} lanes={lanes} />
  ) : (
    compared !== null &&
    (compared.bars === null
      ? 'Grey: the run before. The percents compare with it.'
      : comparedWords(compared.bars))
  );
  return (
    <>
      <p className={styles.line} data-part="question" data-length={lengthOf(said)}>
        <strong data-part={said === null ? undefined : 'sentence'}>
          {said === null ? (
            <QuestionText />
          ) : (
            <>
              {before}
              <Words words={line ?? []} lanes={lanes} />
            </>
          )}
        </strong>
      </p>
      {/* Once, with its cause: what is still asked for is not spoken. */}
      <span className="visually-hidden" role="status">
        {story ?? (telling?.isAsking === true ? '' : `${verdict?.text ?? ''} ${said ?? ''}`.trim())}
      </span>
      <div className={styles.row}>
        {/* Once the sentence tells the answer, the head of the chosen lane has its sign. */}
        {verdict !== null && (
          <b className={said === null ? undefined : 'visually-hidden'} data-part="verdict">
            {verdict.text}
          </b>
        )}
        <PathSentence changed={causeKnob(telling?.report ?? null, wanted)} />
        {!isAsked && <WhyButtons isFine={telling?.report?.answer.kind === 'nothing'} />}
      </div>
      <div className={styles.side} data-asked={isAsked || undefined}>
        {bars !== null && subject !== null && (
          <Proof bars={bars} lanes={lanes} interval={intervalOf(subject)} />
        )}
        <p className={bars === null ? undefined : 'visually-hidden'} data-part="proof-words">
          {proof}
        </p>
      </div>
    </>
  );
}

/** A long line has smaller letters: 'long' on a small screen, 'two lines' on every one. */
const lengthOf = (said: string | null): 'long' | 'two lines' | undefined =>
  said === null || said.length <= LONG ? undefined : said.length <= ONE_LINE ? 'long' : 'two lines';

/** More characters than this do not fit on one line of a small screen. */
const LONG = 72;
/** And more than these not on one of any. */
const ONE_LINE = 86;

/** For a saved picture: the sentence and its proof, and its interval where the clock is elsewhere. */
function useText(telling: Telling | null, elsewhere: string): void {
  const shown = sentenceText(useLab());
  const told = telling?.told.hasCause === true ? telling.told : null;
  const text = told === null ? null : `${elsewhere}${plain(told.line)} ${plain(told.proof)}`;
  useEffect(() => {
    shown.set(text);
    return () => shown.set(null);
  }, [shown, text]);
}

/** The marks stand in the interval shown, and vanish when one plays on. */
function useEvidence(telling: Telling | null, ghost: Ghost | null): void {
  const lab = useLab();
  const lanes = useLanes();
  const isStill = useLabState(({ clock, view, run }) => {
    if (telling === null || clock.playing || view.hidesFuture || run.status !== 'done') return false;
    return clock.timeS > telling.subject.fromS && clock.timeS <= telling.subject.toS;
  });
  const key = telling?.report === null || !isStill ? null : telling?.report;
  const evidence = useModule(key != null, () => import('./evidence.ts'));
  const notes = useMemo(
    () =>
      telling === null || key == null || evidence === null
        ? NO_NOTES
        : evidence.withGhostNote(evidence.evidenceOf(telling.subject, lanes, key), telling.subject, ghost),
    // The subject is that of the report.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key, lanes, ghost, evidence],
  );
  const shown = notesOf(lab);
  const told = isStill && telling?.subject.place?.isTie === false ? telling.subject.lane : null;
  useEffect(() => {
    // The packets' picture follows the lane of the sentence.
    const { ask, view, actions } = lab.store.getState();
    if (told !== null && ask !== null && view.lane !== told) actions.focusLane(told);
  }, [lab, told]);
  useEffect(() => {
    shown.set(notes);
    return () => shown.set(NO_NOTES);
  }, [shown, notes]);
}

function Words({ words, lanes }: { words: readonly Word[]; lanes: readonly LaneView[] }) {
  return words.map(({ text, lane, isStrong }, at) => {
    const style = lane === undefined ? undefined : lanes[lane]?.style;
    if (style !== undefined)
      return (
        <span key={at} style={{ color: cssColour(style.colour) }}>
          {text}
        </span>
      );
    return isStrong === true ? <b key={at}>{keepUnits(text)}</b> : keepUnits(text);
  });
}

/** With a reference, the sentence says what the change did. */
function useCompared(): {
  words: readonly Word[];
  subject: Subject | null;
  bars: readonly Bar[] | null;
} | null {
  const lanes = useLanes();
  const subject = useSubject();
  const timeS = useLabState(toldTime);
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  const reference = useLabState((state) => state.reference);
  const ask = useLabState((state) => state.ask);
  const run = useLabState((state) => state.run);
  const preset = useLabState((state) => state.scenario.preset);
  if (reference.run === null || run.scenario === null || !isCompared(reference, run)) return null;
  if (subject !== null) {
    const head = comparedHead(reference, run.scenario, subject);
    const before = reference.run.lanes;
    const words = comparedVoice(subject, lanes, before, head) ?? comparedShares(subject, lanes, before, head);
    if (words !== null) return { words, subject, bars: null };
  }
  const text = findingAt({ ask, reference, run, preset, timeS, hidesFuture }, lanes);
  if (text === null) return null;
  const moment = { timeS: subject?.toS ?? 0, hidesFuture: false, knownS: run.knownS };
  const before = lanes.map((_, at) => {
    const was = comparedLane(reference, run, at);
    return was === null ? null : (goodputAt(was, ofReference(moment))?.bps ?? null);
  });
  const bars = subject === null ? null : comparedBars(subject, lanes, before);
  return { words: [{ text }], subject, bars };
}

/** Beside an open question: the doors say how it is answered. */
const HINT = 'Each runs alone.';
