/** The scenario menu: six groups of four, each with the question that it asks. */
import { presetById } from '@ackscope/model';
import type { JsonObject, Measure } from '@ackscope/model';

export interface MenuEntry {
  id: string;
  name: string;
  question: string;
  /** What the question is about: the sentence tells it. */
  about: Measure;
  /** The scenario's own title, by which it is known when it has no id. */
  title: string;
}

export interface MenuGroup {
  name: string;
  entries: readonly MenuEntry[];
}

const entry = (
  id: string,
  name: string,
  question: string,
  about: Measure = 'goodput',
  title: string = name,
): MenuEntry => ({ id, name, question, about, title });

export const MENU: readonly MenuGroup[] = [
  {
    name: 'Everyday',
    entries: [
      entry('everyday-call', 'A backup starts during your call', 'Which makes your voice late?', 'delay'),
      entry('sender-video', 'Video over a link that changes', 'When does the picture stop?', 'stalls'),
      entry(
        'today-sender-short-flows',
        'The tail of a short transfer',
        'Why does the last packet take longest?',
        'timeouts',
      ),
      entry(
        'net-bufferbloat',
        'Bufferbloat, with and without an AQM',
        'How long does a packet wait?',
        'wait',
      ),
    ],
  },
  {
    name: 'Classics',
    entries: [
      entry('gm04-table1', 'Reverse traffic on and off', 'Who slows down?'),
      entry('today-sawtooth', 'The sawtooth', 'Why does the window go up and down?', 'drops'),
      entry('today-two-flows', 'Two flows, one link', 'Do they end up equal?', 'shares'),
      entry('sender-starts', 'How to start', 'Which is done first, and who loses what?', 'drops'),
    ],
  },
  {
    name: 'Long fat pipes',
    entries: [
      entry('today-small-buffer', 'Big pipe, small buffer', 'Who fills it with a buffer of a tenth?'),
      entry('today-bbr-cubic', 'BBR against CUBIC, one link', 'Who gets the link?', 'shares'),
      entry(
        'mv06-fig9',
        'Two flows, a buffer in between',
        'Do they share it? Mascolo & Vacirca',
        'shares',
        'Two flows of one algorithm',
      ),
      entry(
        'sender-second-visit',
        'The second visit over a satellite',
        'What does a known window gain?',
        'drops',
      ),
    ],
  },
  {
    name: 'Wireless',
    entries: [
      entry('today-radio', 'Away from the router', 'Who takes chance for congestion?'),
      entry('net-varying-links', 'Links that vary', 'Who follows, and who fills the buffer?'),
      entry('today-sender-reordering', 'When packets arrive out of order', 'Is a late packet a lost one?'),
      entry('sender-thin-acks', 'One ACK for a batch', 'What does Wi-Fi do to the clock?'),
    ],
  },
  {
    name: 'ECN and L4S',
    entries: [
      entry('net-drop-or-mark', 'Drop against mark', 'What does a mark save?', 'drops'),
      entry('today-net-prague-cubic', 'CUBIC beside Prague', 'Can both live in one queue?', 'shares'),
      entry('sender-policer', 'A policer instead of a queue', 'What if nothing may wait?'),
      entry('today-net-incast', 'Incast: many answers at once', 'Who waits for a timer?', 'timeouts'),
    ],
  },
  {
    name: 'From the papers',
    entries: [
      entry(
        'gm04-fig4-8',
        'Window and threshold',
        'Who keeps its goodput? Grieco & Mascolo, Figs. 4 to 8',
        'goodput',
        'Window and threshold under reverse traffic on and off',
      ),
      entry(
        'cgmsw02-fig9',
        'Random loss on the radio link',
        'What does Westwood gain? Casetti et al., Fig. 9',
        'goodput',
        'Throughput against random loss of the wireless link',
      ),
      entry(
        'kgm08-fig10',
        'Two bottlenecks, cross traffic',
        'Who takes the path? Kliazovich et al., Fig. 10',
        'goodput',
        'Persistent flows through two bottlenecks',
      ),
      entry(
        'mv06-fig2-8',
        'One flow, buffer whole or a tenth',
        'Who fills the link? Mascolo & Vacirca, Figs. 2 to 8',
        'goodput',
        'One flow over a big pipe',
      ),
    ],
  },
];

/** The entry of the scenario on the screen: of a known one by its id, of another by its title. */
export function entryOf(preset: string | null, scenario: JsonObject | null): MenuEntry | null {
  const all = MENU.flatMap(({ entries }) => entries);
  const found =
    preset === null
      ? all.find(({ id, title }) => presetById(id) === null && title === scenario?.title)
      : all.find(({ id }) => id === preset);
  return found ?? null;
}
