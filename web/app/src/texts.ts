/** Longer texts of the page, in one place. */

export const SIMULATED =
  'Every curve and number here was computed in this page a moment ago: each segment and each ACK is queued, serialised, delayed and possibly lost. Nothing is recorded and nothing is drawn by hand. This is what the model does not have:';

export interface Note {
  title: string;
  text: string;
}

export const LEFT_OUT: readonly Note[] = [
  {
    title: 'Applications.',
    text: 'A flow has data to send as long as it is on. There are no think times, no requests and no web pages in it.',
  },
  {
    title: 'Hosts.',
    text: 'Computing takes no time, and clocks are exact. No interrupt is merged, no segmentation is left to a network card, and the receiver reads at once: its window never closes unless the scenario sets it small.',
  },
  {
    title: 'The lower layers.',
    text: 'A link has a rate, a delay and a loss process. There is no medium to share, no retransmission of frames, no varying radio rate unless the scenario gives one, and packets never overtake one another.',
  },
  {
    title: 'Routing.',
    text: 'The path is a line of routers that never changes, and a flow never moves to another.',
  },
  {
    title: 'ECN and QUIC.',
    text: 'Congestion is told by loss and by delay. Packets carry no marks, and there is one transport: TCP with delayed ACKs, timestamps, fast retransmit and recovery.',
  },
  {
    title: 'Chance.',
    text: 'Each random part draws from a stream of its own, fixed by the seed: the same link gives the same run, bit for bit. One seed is one draw. A difference between two lanes that another seed turns round is not a finding.',
  },
];

export const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Space'], does: 'Play or pause, wherever the focus is; Enter works buttons and switches' },
  { keys: ['←', '→'], does: 'A little back or forth; with Shift, ten times as far' },
  { keys: ['[', ']'], does: 'Previous or next event' },
  { keys: ['{', '}'], does: 'One round-trip time back or forth' },
  {
    keys: [',', '.'],
    does: 'Previous or next packet of the flow in focus: one that is sent, or an ACK that arrives',
  },
  { keys: ['Home', 'End'], does: 'Start or end of the run' },
  { keys: ['−', '+'], does: 'Slower or faster, from 1/100 of real time to as fast as it computes' },
  { keys: ['l'], does: 'Loop what is shown' },
  {
    keys: ['z', 'x'],
    does: 'Zoom in or out; on a lane also Ctrl and the wheel, and Shift and drag to move along',
  },
  { keys: ['0'], does: 'The whole run' },
  { keys: ['1', '…', '9'], does: 'Follow the packets and decisions of this lane' },
  { keys: ['t'], does: 'The run in words and numbers' },
  { keys: ['p'], does: 'Presentation: large type, panels away; also Esc to leave' },
  { keys: ['Ctrl Z', 'Ctrl Y'], does: 'Take back a change of the scenario, or bring it back' },
  { keys: ['n', 'b'], does: 'In a lesson: the next step, or back' },
  { keys: ['?'], does: 'This list' },
];
