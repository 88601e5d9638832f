/** The question that a known scenario opens with. Its answer is computed from the run. */
export interface Ask {
  /** Short enough for one line. */
  text: string;
  /** The clock plays up to this time and waits for an answer. */
  atS: number;
  /** The quantity that decides, in the measured interval after `atS`. */
  quantity: 'goodput' | 'queue';
  which: 'most' | 'least';
}

const ASKS: Readonly<Record<string, Ask>> = {
  'gm04-table1': {
    text: 'Ten flows start the other way. Who slows down most?',
    atS: 250,
    quantity: 'goodput',
    which: 'least',
  },
  'random-loss': {
    text: 'The link loses one packet in a hundred. Who delivers most?',
    atS: 10,
    quantity: 'goodput',
    which: 'most',
  },
  sawtooth: {
    text: 'One flow fills one buffer. Who keeps the queue shortest?',
    atS: 12,
    quantity: 'queue',
    which: 'least',
  },
  'small-buffer': {
    text: 'The buffer holds a tenth of the pipe. Who fills the link?',
    atS: 20,
    quantity: 'goodput',
    which: 'most',
  },
};

/** Returns the question of a known scenario; null if it has none. */
export function askOf(preset: string | null): Ask | null {
  return preset === null ? null : (ASKS[preset] ?? null);
}
