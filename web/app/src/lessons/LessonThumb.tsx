import { useMemo } from 'react';
import { laneStyles, TraceThumb } from '@ackscope/charts';
import { decodeLink } from '@ackscope/model';
import type { Lesson } from '@ackscope/model/lesson';
import { useInView } from '../gallery/useInView.ts';
import { useLab } from '../lab/context.ts';
import { readDurationS } from '../scenario/knobs.ts';
import { useSignal } from '../base/useSignal.ts';
import { questionStartS } from '../course/course.ts';
import { cell } from '../base/signals.ts';
import { NO_RUN, thumbOf } from './thumbs.ts';
import styles from './LessonThumb.module.css';

export interface LessonThumbProps {
  lesson: Lesson;
  /** Index of the step. */
  at: number;
  themeKey: string;
  /** The step is answered: its whole run is shown. */
  isWhole?: boolean;
}

const NOTHING = cell(NO_RUN);

/** A step's run up to the time at which its question starts. It fills the element around it. */
export function LessonThumb(props: LessonThumbProps) {
  const [root, isSeen] = useInView<HTMLDivElement>();
  return (
    <div ref={root} className={styles.picture}>
      {isSeen && <Run {...props} />}
    </div>
  );
}

function Run({ lesson, at, themeKey, isWhole = false }: LessonThumbProps) {
  const { engine } = useLab();
  const { scenario, durationS, untilS, top } = useMemo(() => {
    const step = lesson.steps[at];
    const link = decodeLink(step?.run ?? '');
    const wholeS = link.view.zoom?.[1] ?? readDurationS(link.scenario) ?? 1;
    const seenS = isWhole ? wholeS : Math.min(wholeS, questionStartS(step));
    const drawn =
      step?.predict?.kind === 'draw' && step.predict.series === 'cwnd' ? step.predict.top : undefined;
    return { scenario: link.scenario, durationS: wholeS, untilS: seenS, top: drawn };
  }, [lesson, at, isWhole]);
  const run = useSignal(
    useMemo(
      // Where the question starts with the run there is nothing to compute.
      () => (untilS > 0 ? thumbOf(engine, `${lesson.id}/${at}/${untilS}`, scenario, untilS) : NOTHING),
      [engine, lesson.id, at, scenario, untilS],
    ),
  );
  const lanes = useMemo(() => {
    const looks = laneStyles(run.lanes.map(({ info }) => info.algorithm));
    return run.lanes.flatMap(({ columns }, lane) => {
      const style = looks[lane];
      return style === undefined ? [] : [{ style, columns }];
    });
  }, [run.lanes]);
  return (
    <TraceThumb
      lanes={lanes}
      durationS={durationS}
      untilS={untilS}
      revision={run.revision}
      label={untilS < durationS ? 'cwnd before the question' : 'cwnd'}
      themeKey={themeKey}
      unit="packets"
      {...(top !== undefined && { top })}
    />
  );
}
