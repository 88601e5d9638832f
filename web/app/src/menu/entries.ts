/** The scenario menu: six groups of four, each with the question that it asks. */

export interface MenuEntry {
  /** The experiment's id. */
  id: string;
  name: string;
  question: string;
}

export interface MenuGroup {
  name: string;
  entries: readonly MenuEntry[];
}

const entry = (id: string, name: string, question: string): MenuEntry => ({ id, name, question });

export const MENU: readonly MenuGroup[] = [
  {
    name: 'Everyday',
    entries: [
      entry('everyday-call', 'A backup starts during your call', 'Whose voice comes late?'),
      entry('sender-video', 'Video over a link that changes', 'When does the picture stop?'),
      entry('sender-short-flows', 'The tail of a short transfer', 'Why does the last packet take longest?'),
      entry('net-bufferbloat', 'Bufferbloat, with and without an AQM', 'How long does a packet wait?'),
    ],
  },
  {
    name: 'Classics',
    entries: [
      entry('gm04-table1', 'Reverse traffic on and off', 'Who slows down?'),
      entry('sawtooth', 'The sawtooth', 'Why does the window go up and down?'),
      entry('two-flows', 'Two flows, one link', 'Do they end up equal?'),
      entry('sender-slow-start', 'The end of slow start', 'Who overshoots, and by how much?'),
    ],
  },
  {
    name: 'Long fat pipes',
    entries: [
      entry('small-buffer', 'Big pipe, small buffer', 'Who fills it with a buffer of a tenth?'),
      entry('sender-bbr3', 'BBR: version 1, version 3 and CUBIC', 'Who takes the link?'),
      entry('mv06-fig9', 'Two flows, a buffer in between', 'Do they share it? Mascolo & Vacirca'),
      entry('kgm08-fig3', 'One flow over 100 Mbit/s, 180 ms', 'How long to fill it? Kliazovich et al.'),
    ],
  },
  {
    name: 'Wireless',
    entries: [
      entry('random-loss', 'One packet in a hundred', 'Who takes chance for congestion?'),
      entry('sender-reordering', 'When packets arrive out of order', 'Is a late packet a lost one?'),
      entry('sender-thin-acks', 'One ACK for a batch', 'What does Wi-Fi do to the clock?'),
      entry('cgmsw02-fig15', 'Good and bad states', 'What does fading cost? Casetti et al.'),
    ],
  },
  {
    name: 'ECN and L4S',
    entries: [
      entry('net-drop-or-mark', 'Drop against mark', 'What does a mark save?'),
      entry('net-prague-cubic', 'CUBIC beside Prague', 'Can both live in one queue?'),
      entry('sender-policer', 'A policer instead of a queue', 'What if nothing may wait?'),
      entry('net-incast', 'Incast: many answers at once', 'Who waits for a timer?'),
    ],
  },
  {
    name: 'From the papers',
    entries: [
      entry('gm04-fig4-8', 'Window and threshold', 'Grieco & Mascolo 2004, Figs. 4 to 8'),
      entry('cgmsw02-fig9', 'Random loss on the radio link', 'Casetti et al. 2002, Fig. 9'),
      entry('kgm08-fig10', 'Two bottlenecks, cross traffic', 'Kliazovich et al. 2008, Fig. 10'),
      entry('mv06-fig2-8', 'One flow, buffer whole or a tenth', 'Mascolo & Vacirca 2006, Figs. 2 to 8'),
    ],
  },
];
