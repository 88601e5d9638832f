/** Longer texts of the page, in one place. */

export const SIMULATED =
  'This page computes every curve and number itself. It simulates each segment and each ACK: queueing, transmission, delay and loss. Nothing is recorded or drawn by hand. The model leaves out:';

export interface Note {
  title: string;
  text: string;
}

export const LEFT_OUT: readonly Note[] = [
  {
    title: 'Applications.',
    text: 'A flow sends without end, unless the scenario gives it transfers, requests with think times, or video. Web pages of many parts and the programs themselves are not modelled.',
  },
  {
    title: 'Hosts.',
    text: 'Computing takes no time. Clocks are exact. There is no interrupt coalescing and no segmentation offload. The receiver reads data at once, so its window never closes, unless the scenario makes it small.',
  },
  {
    title: 'The lower layers.',
    text: 'A link has a rate, a delay and a loss model. There is no shared medium and no retransmission of frames. The rate changes, and packets are reordered or arrive in bursts, only if the scenario says so.',
  },
  {
    title: 'Routing.',
    text: 'The path is a line of routers. It never changes.',
  },
  {
    title: 'ECN and QUIC.',
    text: 'ECN is not negotiated: a flow with ECN uses it at both ends. No link erases marks. COBALT and CAKE are missing. TCP is the only transport that responds to congestion.',
  },
  {
    title: 'Chance.',
    text: 'The seed fixes all random numbers: the same link gives the same run, bit for bit. One seed is one sample. If another seed reverses a difference between two lanes, that difference is not a result.',
  },
];

export const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  {
    keys: ['Space'],
    does: 'Play or pause. On a button or a switch that the Tab key has come to: press it, as Enter does',
  },
  { keys: ['←', '→'], does: 'One step back or forward; with Shift, ten steps' },
  { keys: ['[', ']'], does: 'Previous or next event of the sender' },
  {
    keys: ['(', ')'],
    does: 'Previous or next event at the bottleneck: a packet is marked, dropped or lost, or the queue makes a decision',
  },
  { keys: ['{', '}'], does: 'One round-trip time back or forward' },
  {
    keys: [',', '.'],
    does: 'Previous or next packet of the selected flow: a segment sent or an ACK received',
  },
  { keys: ['Home', 'End'], does: 'Start or end of the run' },
  { keys: ['−', '+'], does: 'Slower or faster, from 1/100 of real time to the maximum' },
  { keys: ['k'], does: 'Loop visible range' },
  {
    keys: ['l'],
    does: 'Listen: an ACK is a tick, a loss is a thud, the queue is the pitch. Lanes sound from left to right. Moving the clock by hand makes the sounds, too',
  },
  {
    keys: ['z', 'x'],
    does: 'Zoom in or out. On a lane: the wheel zooms at the pointer, a drag moves the clock, a drag with Shift moves the range',
  },
  { keys: ['0'], does: 'Show the whole run' },
  {
    keys: ['d'],
    does: 'The film: single packets at the clock, then back through round trips to what stood here. Any key ends it',
  },
  {
    keys: ['1', '…', '9'],
    does: 'Select this lane and follow its packets and decisions. While a question is open, the number is the answer',
  },
  { keys: ['o'], does: 'Draw all lanes in one chart, or side by side' },
  { keys: ['i'], does: 'Open or close the drawer: which rule applied, and what other algorithms would do' },
  {
    keys: ['r'],
    does: 'Reference: this run stays in grey behind the next runs. Press again to remove it. Without it, the grey run is the one before the last change',
  },
  {
    keys: ['g'],
    does: 'Trigger: all losses (or timeouts, ends of recovery, crossings of a level) are drawn over one another. The wheel changes the time shown around them',
  },
  {
    keys: ['c'],
    does: 'Cursors: measure the time, the difference and the slope between two moments and two levels, and the mean, min, max and integral of every lane. Drag them, or type their values',
  },
  {
    keys: ['m'],
    does: 'Math: an expression over the rows, such as cwnd / rtt, becomes a new row. Units are checked',
  },
  {
    keys: ['v'],
    does: 'Landscapes: curves above each knob show the goodput (or delay, or retransmissions) of each lane at every value of the knob. They are computed in the background',
  },
  {
    keys: ['y'],
    does: 'The story of one packet: how a loss, a mark or a late packet next to the clock reaches the sender. Then PageUp and PageDown turn to others, ← and → go through the steps, Escape closes it',
  },
  {
    keys: ['f'],
    does: 'Fork: a new lane continues the run from the clock on with another algorithm, rate, buffer or loss',
  },
  { keys: ['h'], does: 'Hide the future: nothing after the clock is shown' },
  { keys: ['t'], does: 'Show the run as text and tables' },
  { keys: ['s'], does: 'Share: link, QR code, embed, files' },
  { keys: ['p'], does: 'Presentation: full screen, large type, no knobs. Esc leaves it' },
  { keys: ['Ctrl Z', 'Ctrl Y'], does: 'Undo or redo a change of the scenario' },
  { keys: ['n', 'b'], does: 'In a lesson: next or previous step' },
  { keys: ['?'], does: 'This list' },
];
