import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { decodeLink } from '@ackscope/model';
import type { Lesson } from '@ackscope/model/lesson';
import buttons from '../../kit/buttons.module.css';
import { useLab } from '../../lab/context.ts';
import { useKeydown } from '../../base/useKeydown.ts';
import { BeliefPicture } from '../BeliefPicture.tsx';
import { Blocks } from '../Blocks.tsx';
import { COURSE } from '../../course/course.ts';
import { givenOf } from '../../course/given.ts';
import { channelOf, commandOf } from './lecture.ts';
import type { Command, Message, Moment, RoomNews } from './lecture.ts';
import styles from './Notes.module.css';

const SEES = {
  asked: 'the question, the run is hidden',
  cloud: 'the answers of the class, the run is hidden',
  shown: 'the run',
  named: 'the run with its events',
};

/** The teacher's window: what to look for, wrong answers, the clock, the next step. The room sees the other one. */
export function Notes({ lesson }: { lesson: Lesson }) {
  const { catalogue } = useLab();
  const [news, setNews] = useState<RoomNews | null>(null);
  const room = news?.state ?? null;
  const [began] = useState(() => Date.now());
  const channel = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    document.title = `Notes: ${lesson.title} · Ackscope`;
    const open = channelOf(lesson.id);
    channel.current = open;
    open.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data !== 'hello' && 'state' in data) setNews(data);
    };
    open.postMessage('hello' satisfies Message);
    return () => {
      channel.current = null;
      open.close();
    };
  }, [lesson]);
  const send = (command: Command): void => channel.current?.postMessage({ command } satisfies Message);
  useKeydown(
    (event) => {
      const command = commandOf(event);
      if (command === null || command === 'notes') return;
      event.preventDefault();
      send(command);
    },
    { isFirst: true },
  );
  const at = room?.at ?? 0;
  const step = lesson.steps[at];
  const next = lesson.steps[at + 1];
  const unit = COURSE.find(({ number }) => number === lesson.unit);
  const beliefs = (unit?.beliefs ?? []).filter((belief) => belief.lesson === lesson.id);
  return (
    <main
      className={styles.notes}
      data-notes={lesson.id}
      data-step={at + 1}
      data-phase={room?.phase}
      data-cover={room?.cover}
    >
      <header className={styles.head}>
        <h1>
          Notes, step {at + 1} of {lesson.steps.length}
        </h1>
        <p>
          {room === null
            ? 'No lecture is open in this browser: press N there.'
            : 'This window is for you. The room sees the other one.'}
        </p>
        <Clock key={at} began={began} minutes={lesson.minutes / lesson.steps.length} />
      </header>
      <section className={styles.main}>
        <h2>What to look for</h2>
        <Blocks blocks={lesson.note.slice(0, 1)} />
        <h2>Wrong answers, each with the run that refutes it</h2>
        {beliefs.length === 0 && <p>None are noted for this lesson.</p>}
        <ul>
          {beliefs.map((belief) => (
            <li key={belief.they} data-now={belief.at === at || undefined}>
              <div className={styles.picture}>
                <BeliefPicture belief={belief} />
              </div>
              <div>
                <h3>{belief.they}</h3>
                <p>{belief.says}</p>
                <Button className={buttons.quiet ?? ''} onPress={() => send({ show: belief.at })}>
                  Show this run to the room
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <aside className={styles.side}>
        <h2>The room sees now</h2>
        <p>
          {step?.title}: {SEES[room?.phase ?? 'asked']}
          {room?.cover === 'black' && ', black'}
          {room?.cover === 'qr' && ', with the code'}
        </p>
        {/* The room has the question alone: this is for whoever reads it out. */}
        <Blocks blocks={[...(at === 0 ? lesson.intro : []), ...(step?.text ?? [])]} />
        <p>{step?.predict?.ask}</p>
        <p data-part="given">{step !== undefined && givenOf(decodeLink(step.run), catalogue)}</p>
        <h2>Then</h2>
        <Blocks blocks={step?.after ?? []} />
        <label className={styles.codes}>
          <span>Codes of the class</span>
          <textarea
            rows={4}
            spellCheck={false}
            placeholder="Paste them, one on each line: their answers come between the question and the run."
            defaultValue={news?.codes}
            key={news === null ? 'none' : 'room'}
            onChange={({ target }) =>
              channel.current?.postMessage({ pasted: target.value } satisfies Message)
            }
          />
        </label>
        <p role="status">
          {news !== null && news.codes.trim() !== '' && `${String(news.answers)} of them answer this step.`}
        </p>
        <h2>Next</h2>
        <p>
          {next === undefined
            ? 'This is the last step.'
            : `Step ${at + 2}, ${next.title}: ${next.predict?.ask ?? ''}`}
        </p>
      </aside>
      <footer className={styles.foot}>
        <Button className={buttons.plain ?? ''} onPress={() => send('back')}>
          Previous
        </Button>
        <Button className={buttons.primary ?? ''} onPress={() => send('next')}>
          {onwards(news?.next ?? null, at)}
        </Button>
        <span />
        <Button className={buttons.plain ?? ''} onPress={() => send('qr')}>
          Show the QR code
        </Button>
        <Button className={buttons.plain ?? ''} onPress={() => send('black')}>
          Show black
        </Button>
      </footer>
    </main>
  );
}

/** What the next key shows. */
function onwards(next: Moment | null, at: number): string {
  if (next?.at !== at) return 'On';
  return { asked: 'On', cloud: 'Show the answers', shown: 'Reveal the run', named: 'Name its events' }[
    next.phase
  ];
}

/** The time since this step and since the lecture began. */
function Clock({ began, minutes }: { began: number; minutes: number }) {
  const [start] = useState(() => Date.now());
  const [now, setNow] = useState(start);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={styles.clock}>
      <b>{inMinutes(now - start)}</b> of {Math.round(minutes)} min for this step, {inMinutes(now - began)} in
      all
    </p>
  );
}

function inMinutes(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
