import { RUNS_AGAIN, runsInWords } from '../causes/cost.ts';
import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { decodeLink } from '@ackscope/model';
import type { LessonStep } from '@ackscope/model/lesson';
import { Answered } from '../drawer/CausesPart.tsx';
import { useCauses } from '../causes/useCauses.ts';
import buttons from '../kit/buttons.module.css';
import { useLab } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import styles from './Lesson.module.css';

/** Why the lane of a step has its result: its run again without one thing at a time, as bars. */
export function StepWhy({ step, why }: { step: LessonStep; why: NonNullable<LessonStep['why']> }) {
  const { engine } = useLab();
  const lanes = useLanes();
  const [isAsked, setAsked] = useState(false);
  const place = lanes.findIndex(({ run }) => run.label === why.lane);
  const lane = lanes[place];
  const text = useMemo(() => JSON.stringify(decodeLink(step.run).scenario), [step]);
  const name = lane?.name ?? '';
  const question = useMemo(
    () =>
      isAsked && place >= 0
        ? { text, lane: place, name, interval: [why.fromS, why.toS] as [number, number], of: why.of }
        : null,
    [isAsked, place, text, name, why],
  );
  const inquiry = useCauses(engine, question);
  if (!isAsked || inquiry === null)
    return (
      <div className={styles.why}>
        <Button className={buttons.plain ?? ''} onPress={() => setAsked(true)}>
          Show why: run it without one thing at a time
        </Button>
      </div>
    );
  return (
    <section className={styles.why} aria-label="Why">
      {inquiry.stage === 'asking' && (
        <p>
          {/* Spoken once: the number changes with each run. */}
          <span role="status">{RUNS_AGAIN}</span> {runsInWords(inquiry.runs)}
        </p>
      )}
      {inquiry.stage === 'refused' && <p role="status">{inquiry.reason}</p>}
      {inquiry.stage === 'answered' && lane !== undefined && (
        <Answered
          report={inquiry.report}
          lane={lane}
          onTry={(suspect) => {
            const changes = Object.entries(suspect.set).map(([path, value]) =>
              value === null ? `-${path}` : `${path}=${encodeURIComponent(JSON.stringify(value))}`,
            );
            // The step keeps its run and its verdict: the change opens in the lab.
            location.hash = `#${step.run}${step.run.includes('?') ? '&' : '?'}${changes.join('&')}`;
          }}
        />
      )}
    </section>
  );
}
