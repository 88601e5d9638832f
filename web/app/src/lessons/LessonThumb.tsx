import { useMemo } from 'react';
import { laneStyles, TraceThumb } from '@ackscope/charts';
import { decodeLink } from '@ackscope/model';
import type { Lesson } from '@ackscope/model/lesson';
import { useInView } from '../gallery/useInView.ts';
import { useLab } from '../lab/context.ts';
import { readDurationS } from '../lab/knobs.ts';
import { useSignal } from '../lab/useSignal.ts';
import { thumbOf } from './thumbs.ts';
import styles from './LessonThumb.module.css';

/** The share of a lesson's first time range that is shown: its beginning, without the answer. */
const SHOWN = 0.25;

/** The beginning of a lesson's first run. */
export function LessonThumb({ lesson, themeKey }: { lesson: Lesson; themeKey: string }) {
  const [root, isSeen] = useInView<HTMLDivElement>();
  return (
    <div>
      <p className={styles.axis}>cwnd, packets</p>
      <div ref={root} className={styles.picture}>
        {isSeen && <Run lesson={lesson} themeKey={themeKey} />}
      </div>
    </div>
  );
}

function Run({ lesson, themeKey }: { lesson: Lesson; themeKey: string }) {
  const { engine } = useLab();
  const { scenario, durationS, untilS } = useMemo(() => {
    const link = decodeLink(lesson.steps[0]?.run ?? '');
    const wholeS = link.view.zoom?.[1] ?? readDurationS(link.scenario) ?? 1;
    return { scenario: link.scenario, durationS: wholeS, untilS: wholeS * SHOWN };
  }, [lesson]);
  const run = useSignal(
    useMemo(() => thumbOf(engine, lesson.id, scenario, untilS), [engine, lesson.id, scenario, untilS]),
  );
  const lanes = useMemo(() => {
    const looks = laneStyles(run.lanes.map(({ info }) => info.algorithm));
    return run.lanes.flatMap(({ columns }, at) => {
      const style = looks[at];
      return style === undefined ? [] : [{ style, columns }];
    });
  }, [run.lanes]);
  return (
    <TraceThumb
      lanes={lanes}
      durationS={durationS}
      untilS={untilS}
      revision={run.revision}
      label="cwnd in the first quarter of the first run"
      themeKey={themeKey}
      unit="packets"
    />
  );
}
