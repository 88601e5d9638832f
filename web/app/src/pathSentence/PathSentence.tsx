/** The scenario as one sentence, whose numbers can be changed where they stand. */
import { memo, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { formatNumber } from '@ackscope/charts';
import type { JsonObject } from '@ackscope/model';
import { getPath, isObject, isQuestionOpen, presetById } from '@ackscope/model';
import { Later } from '../kit/Later.tsx';
import { Scrub } from './Scrub.tsx';
import { useLab, useLabState } from '../lab/context.ts';
import { openKnobOf } from '../landscape/openKnob.ts';
import { lazyAfterCurve } from '../lab/firstCurve.ts';
import { countInWords } from '../base/countInWords.ts';
import { KNOB_SPECS } from '../scenario/firstKnobs.ts';
import type { FirstKnobId } from '../scenario/firstKnobs.ts';
import { hasSeveralHops, lossFromS } from '../scenario/knobs.ts';
import { FirstKnob, KNOB_FORMS, useKnobState } from '../settings/FirstKnobs.tsx';
import styles from './PathSentence.module.css';

/** Loaded when a number is opened. */
const LandscapeInterval = lazyAfterCurve('LandscapeInterval', () => import('../landscape/parts.ts'));

export interface Clause {
  id: FirstKnobId;
  before: string;
  after: string;
}

const CLAUSES: readonly Clause[] = [
  { id: 'rate', before: 'a link of ', after: '' },
  { id: 'rtt', before: '', after: ' there and back' },
  { id: 'buffer', before: 'a buffer of ', after: '' },
  { id: 'reverse', before: '', after: ' the other way' },
  { id: 'loss', before: '', after: '' },
];

/** A number of the sentence, with its unit. */
export function numberOf(id: FirstKnobId, value: number): string {
  if (id === 'reverse' && value === 0) return 'no reverse traffic';
  if (id === 'reverse') return `${countInWords(value)} ${value < 2 ? 'flow' : 'flows'}`;
  if (id === 'loss') return value === 0 ? 'no random loss' : `${formatNumber(value, 3)} % random loss`;
  const unit = id === 'buffer' && value === 1 ? 'packet' : KNOB_SPECS[id].unit;
  return `${formatNumber(value, 6)} ${unit}`;
}

/** Where flows share a link one way, its buffer decides who gets how much: it comes first. */
function orderOf(scenario: JsonObject): readonly Clause[] {
  const flows = Array.isArray(scenario.flows) ? scenario.flows.filter(isObject) : [];
  const rivals = flows.filter(({ direction, kind }) => direction !== 'backward' && kind === undefined);
  if (rivals.length < 2) return CLAUSES;
  return CLAUSES.toSorted((a, b) => Number(b.id === 'buffer') - Number(a.id === 'buffer'));
}

function afterOf({ id, after }: Clause, value: number, scenario: JsonObject): string {
  if (id === 'reverse' && value === 0) return '';
  if (id === 'rate' && isObject(getPath(scenario, 'hops.0.rate'))) return ' on average';
  const fromS = id === 'loss' ? lossFromS(scenario) : null;
  return fromS === null ? after : ` from ${formatNumber(fromS)} s`;
}

/**
 * The clauses of a scenario: what has no single number is left out. The first letter is large. What is absent in `known`
 * comes last: an open question leaves it out, and after the answer nothing before it moves.
 */
export function clausesOf(scenario: JsonObject, known = scenario): (Clause & { value: number })[] {
  const isAbsent = ({ id }: Clause): number => Number(KNOB_SPECS[id].read(known) === 0);
  const order = orderOf(scenario).toSorted((a, b) => isAbsent(a) - isAbsent(b));
  const clauses = order.flatMap((clause) => {
    const value = KNOB_SPECS[clause.id].read(scenario);
    const before = clause.id === 'rate' && hasSeveralHops(scenario) ? 'a first link of ' : clause.before;
    return value === null ? [] : [{ ...clause, before, after: afterOf(clause, value, scenario), value }];
  });
  return clauses.map((clause, at) => ({
    ...clause,
    before: at === 0 ? clause.before.replace(/^./, (letter) => letter.toUpperCase()) : `, ${clause.before}`,
  }));
}

/** Beside an open question what is not there is not told. */
const askedClauses = (scenario: JsonObject): ReturnType<typeof clausesOf> =>
  clausesOf(scenario).filter(({ value }) => value > 0);

/** The sentence beside an open question, in plain words. */
export const askedSentence = (scenario: JsonObject): string =>
  `${askedClauses(scenario)
    .map(({ id, before, after, value }) => `${before}${numberOf(id, value)}${after}`)
    .join('')}.`;

/**
 * While a question is open, the sentence is one control, and its numbers are touched one press later: who has a
 * question before them looks at the lanes first.
 */
export const PathSentence = memo(function PathSentence({ changed }: { changed?: FirstKnobId | null }) {
  const wanted = useLabState((state) => state.scenario.wanted);
  const isAsked = useLabState(isQuestionOpen);
  const [isTouched, setTouched] = useState(false);
  const root = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    // The button that was pressed is gone: its focus goes to the first number.
    if (isTouched) root.current?.querySelector<HTMLElement>('[role=slider]')?.focus();
  }, [isTouched]);
  // In the order of the scenario as it was opened: a number in the hand does not move.
  const known = useLabState(({ scenario }) =>
    scenario.preset === null ? scenario.came : presetById(scenario.preset)?.scenario,
  );
  const clauses = clausesOf(wanted, known ?? wanted);
  if (clauses.length === 0) return null;
  if (isAsked && !isTouched)
    return (
      <button
        type="button"
        className={styles.sentence}
        title="Change the path"
        onClick={() => setTouched(true)}
        data-part="path-sentence"
      >
        {askedClauses(wanted).map(({ id, before, after, value }) => (
          <span key={id}>
            {before}
            <b>{numberOf(id, value)}</b>
            {after}
          </span>
        ))}
        .
      </button>
    );
  return (
    <p ref={root} className={styles.sentence} data-part="path-sentence">
      {clauses.map(({ id, before, after }) => (
        <span key={id} data-changed={changed === id || undefined}>
          {before}
          <PathNumber id={id} />
          {after}
        </span>
      ))}
      .
    </p>
  );
});

function PathNumber({ id }: { id: FirstKnobId }) {
  const { wanted, change, onHold } = useKnobState();
  const { read, change: changeTo, unit } = KNOB_SPECS[id];
  const value = read(wanted);
  if (value === null) return null;
  return (
    <Scrub
      knob={id}
      label={KNOB_FORMS[id].label(wanted)}
      value={value}
      scale={KNOB_SPECS[id].scale(wanted)}
      text={`${formatNumber(value, 4)} ${unit}`}
      onChange={(to) => change(changeTo(wanted, to))}
      onHold={onHold}
      slider={(typed) => (
        <Opened id={id}>
          <FirstKnob id={id} typed={typed} hasLandscape />
          <Later>
            <LandscapeInterval isNamed />
          </Later>
        </Opened>
      )}
    >
      {numberOf(id, value)}
    </Scrub>
  );
}

/** While it is mounted, the number's own landscape is computed before those of the others. */
function Opened({ id, children }: { id: FirstKnobId; children: ReactNode }) {
  const open = openKnobOf(useLab());
  useLayoutEffect(() => {
    open.set(id);
    return () => open.set(null);
  }, [open, id]);
  return children;
}
