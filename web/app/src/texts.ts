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
    text: 'A flow sends without end, or what the scenario says: transfers, requests with think times, video. Web pages of many parts and the programs themselves are not modelled.',
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
    text: 'With ECN both ends and all links take part: nothing is negotiated, and no link erases marks. COBALT and CAKE are missing. TCP is the only transport that answers congestion.',
  },
  {
    title: 'Chance.',
    text: 'The seed fixes all random numbers: the same link gives the same run, bit for bit. One seed is one sample. If another seed reverses a difference between two lanes, that difference is not a result.',
  },
];

export const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Space'], does: 'Play or pause, wherever the focus is. Enter presses buttons and switches' },
  { keys: ['←', '→'], does: 'One step back or forward; with Shift, ten steps' },
  { keys: ['[', ']'], does: 'Previous or next event of the sender' },
  {
    keys: ['(', ')'],
    does: 'Previous or next event of the bottleneck’s queue: a packet marked, dropped or lost, and what it decided',
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
    does: 'Listen: ACKs as ticks, losses as thuds, the queue as pitch, lanes from left to right; scrubbing sounds, too',
  },
  {
    keys: ['z', 'x'],
    does: 'Zoom in or out. On a lane: the wheel zooms at the pointer, a drag moves the clock, Shift and drag pans',
  },
  { keys: ['0'], does: 'The whole run' },
  {
    keys: ['1', '…', '9'],
    does: 'Select this lane: follow its packets and decisions. While a question is open: answer it',
  },
  { keys: ['o'], does: 'All lanes in one chart, or side by side' },
  { keys: ['i'], does: 'Open or close the drawer: which rule applied, and what others would do' },
  {
    keys: ['r'],
    does: 'Keep this run as the reference, in grey behind the next ones; again: take it away. Without it the run before the last change is there',
  },
  {
    keys: ['g'],
    does: 'Trigger: every loss (or timeout, end of recovery, crossing of a level) at one moment, over the others. The wheel changes what is shown around it',
  },
  {
    keys: ['c'],
    does: 'Cursors: the time, the difference and the slope between two moments and two levels; mean, min, max and integral of every lane. Drag them, or type their values',
  },
  {
    keys: ['m'],
    does: 'Math: an expression over the rows, such as cwnd / rtt, is a row of its own. Units are checked',
  },
  {
    keys: ['v'],
    does: 'Landscapes: over each knob a curve per lane of the goodput (or delay, or retransmissions) along its way, computed in the background',
  },
  {
    keys: ['f'],
    does: 'Fork: from the clock on the run goes on with another algorithm, rate, buffer or loss, as a lane of its own',
  },
  { keys: ['h'], does: 'Hide the future: nothing behind the clock is shown' },
  { keys: ['t'], does: 'The run as text and tables' },
  { keys: ['s'], does: 'Share: link, QR code, embed, files' },
  { keys: ['p'], does: 'Presentation: full screen, large type, no knobs. Esc leaves it' },
  { keys: ['Ctrl Z', 'Ctrl Y'], does: 'Undo or redo a change of the scenario' },
  { keys: ['n', 'b'], does: 'In a lesson: next or previous step' },
  { keys: ['?'], does: 'This list' },
];
