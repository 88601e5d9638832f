import { presetById } from './presets.ts';
import { DEFAULT_ROWS } from './slices/view.ts';

/** The question that a known scenario opens with. Its answer is computed from the run. */
export interface Ask {
  /** Short enough for one line. */
  text: string;
  /** The clock plays up to this time and waits for an answer. */
  atS: number;
  /** The quantity that decides, in the measured interval after `atS`. */
  quantity: 'goodput' | 'queue' | 'delay';
  which: 'most' | 'least';
  /** The scenario always opens with its question, not on a first visit alone. */
  always?: true;
  /** The rows that show the cause; by default the usual ones. */
  rows?: readonly string[];
  /** What a lane does, by its label, if that is not its algorithm's alone. */
  tells?: Readonly<Record<string, string>>;
}

const ASKS: Readonly<Record<string, Ask>> = {
  'gm04-table1': {
    text: 'Ten flows start the other way. Who delivers least?',
    atS: 250,
    quantity: 'goodput',
    which: 'least',
  },
  'everyday-call': {
    text: 'A backup starts during your call. Which makes your voice late?',
    atS: 10,
    quantity: 'delay',
    which: 'most',
    always: true,
    rows: ['delay', 'queue', 'cwnd'],
    tells: { 'CUBIC behind FQ-CoDel': 'Each flow has a queue of its own.' },
  },
  'today-radio': {
    text: 'One packet in a thousand is lost. Who stays fast?',
    atS: 20,
    quantity: 'goodput',
    which: 'most',
    always: true,
  },
  'today-random-loss': {
    text: 'The link loses one packet in a hundred. Who delivers most?',
    atS: 10,
    quantity: 'goodput',
    which: 'most',
  },
  'today-sawtooth': {
    text: 'One flow fills one buffer. Who keeps the queue shortest?',
    atS: 12,
    quantity: 'queue',
    which: 'least',
  },
  'today-small-buffer': {
    text: 'The buffer holds a tenth of the pipe. Who fills the link?',
    atS: 20,
    quantity: 'goodput',
    which: 'most',
  },
};

/** The questions of the opening page, each one press after the one before. The first one was chosen by trial. */
const OPENING = ['today-radio', 'gm04-table1', 'everyday-call'];

/** The question after that of a scenario; null if it is none of the opening page. */
export function nextQuestion(preset: string | null): string | null {
  const at = OPENING.indexOf(preset ?? '');
  return at < 0 ? null : (OPENING[(at + 1) % OPENING.length] ?? null);
}

/** Rows with which a known scenario opens: those of a question about a quantity that has its own. */
export function rowsOf(preset: string | null): readonly string[] {
  const ask = askOf(preset);
  return (ask?.quantity === 'delay' ? ask.rows : null) ?? DEFAULT_ROWS;
}

/** Whether a scenario always opens with its question, not on a first visit alone. */
export const isQuestion = (preset: string | null): boolean => askOf(preset)?.always === true;

/** The rows of another scenario: those that the reader chose, but not those of the old one's question. */
export function rowsAfter(rows: readonly string[], from: string | null, to: string): readonly string[] {
  const isOwn = rows === DEFAULT_ROWS || rows === askOf(from)?.rows;
  return isOwn ? rowsOf(to) : rows;
}

/** Returns the question of a known scenario; null if it has none. */
export function askOf(preset: string | null): Ask | null {
  return preset === null ? null : (ASKS[presetById(preset)?.today ?? preset] ?? null);
}
