import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LaneFrame } from '../src/frame/LaneFrame.tsx';
import type { LaneFrameProps } from '../src/frame/LaneFrame.tsx';
import { ROWS, rowsById } from '../src/rows/index.ts';
import { columnsOf } from './columns.ts';
import { laneOf } from './lane.ts';

const signal = <T,>(value: T) => ({ get: () => value, subscribe: () => () => undefined });

function props(change: Partial<LaneFrameProps> = {}): LaneFrameProps {
  const cwnd = columnsOf([
    [0, 3],
    [100, 61.2],
    [400, 35.6],
  ]);
  return {
    label: 'New Reno over 1000 seconds',
    lanes: [laneOf({ cwnd: [cwnd] })],
    rows: rowsById(['cwnd', 'queue']),
    domains: [
      [0, 100],
      [0, 50],
    ],
    timeDomain: [0, 1000],
    timeTicks: [0, 250, 500, 750, 1000],
    bands: [{ fromS: 250, toS: 500, label: 'reverse traffic' }],
    marks: [{ count: 0, timeS: new Float64Array(0), kind: new Uint8Array(0) }],
    leftOut: null,
    pickedS: null,
    clock: signal(150),
    hover: signal<number | null>(null),
    themeKey: 'light',
    onHover: vi.fn(),
    onSeek: vi.fn(),
    onZoom: vi.fn(),
    onPan: vi.fn(),
    onWhole: vi.fn(),
    onPick: vi.fn(() => false),
    ...change,
  };
}

function press(element: Element, clientX: number): void {
  fireEvent.pointerDown(element, { clientX, button: 0, pointerType: 'mouse' });
  fireEvent.pointerUp(element, { clientX, button: 0, pointerType: 'mouse' });
}

const overlayOf = (): Element => {
  const overlay = screen.getByRole('img').lastElementChild;
  if (!overlay) throw new Error('no overlay');
  return overlay;
};

function drag(element: Element, fromX: number, toX: number, more: object = {}): void {
  fireEvent.pointerDown(element, { clientX: fromX, button: 0, pointerType: 'mouse', ...more });
  fireEvent.pointerMove(element, { clientX: toX, pointerType: 'mouse', ...more });
  fireEvent.pointerUp(element, { clientX: toX, button: 0, pointerType: 'mouse', ...more });
}

describe('a lane', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly disconnect = vi.fn();
        private readonly tell: (entries: { contentRect: DOMRect }[]) => void;
        constructor(tell: (entries: { contentRect: DOMRect }[]) => void) {
          this.tell = tell;
        }
        observe(): void {
          this.tell([{ contentRect: new DOMRect(0, 0, 200, 100) }]);
        }
      },
    );
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 100));
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('draws the same geometry for the same trace', () => {
    const { container } = render(<LaneFrame {...props()} />);
    const drawn = [...container.querySelectorAll('svg')].map((svg) =>
      svg.outerHTML.replace(/class="[^"]*"/g, ''),
    );
    expect(drawn).toMatchSnapshot();
  });

  it('reads the values at the clock, and at the cross-hair while there is one', () => {
    const { container, unmount } = render(<LaneFrame {...props()} />);
    expect(container.querySelector('[data-row=cwnd] b')?.textContent).toBe('61.2');
    unmount();
    const second = render(<LaneFrame {...props({ hover: signal<number | null>(500) })} />);
    expect(second.container.querySelector('[data-row=cwnd] b')?.textContent).toBe('35.6');
  });

  it('reads nothing where the run has not come yet', () => {
    const half = { lanes: [laneOf({ cwnd: [columnsOf([[0, 3]])] }, { simulatedS: 400 })] };
    const { container, unmount } = render(<LaneFrame {...props(half)} />);
    expect(container.querySelector('[data-row=cwnd] b')?.textContent).toBe('3');
    unmount();
    const beyond = render(<LaneFrame {...props({ ...half, hover: signal<number | null>(500) })} />);
    expect(beyond.container.querySelector('[data-row=cwnd] b')?.textContent).toBe('–');
  });

  it('ends with the values of what is drawn, however fast one trace follows another', () => {
    vi.useFakeTimers();
    try {
      const held = (value: number) => laneOf({ cwnd: [columnsOf([[0, value]])] });
      const { container, rerender } = render(<LaneFrame {...props({ lanes: [laneOf({})] })} />);
      // The second and third traces arrive before the next update of the digits is due.
      rerender(<LaneFrame {...props({ lanes: [held(3)] })} />);
      rerender(<LaneFrame {...props({ lanes: [held(7)] })} />);
      vi.runAllTimers();
      expect(container.querySelector('[data-row=cwnd] b')?.textContent).toBe('7');
    } finally {
      vi.useRealTimers();
    }
  });

  it('prints no time over another, and none beyond its end', () => {
    // The lane is 200 px wide. 400 and 410 are 2 px apart. 10 and the end have no room for half a
    // label. The beginning needs no label.
    render(<LaneFrame {...props({ timeTicks: [0, 10, 400, 410, 700, 1000] })} />);
    const axis = [...document.querySelectorAll<HTMLElement>('span[style*="left"]')];
    expect(axis.map((label) => label.textContent)).toEqual(['400', '700 s']);
  });

  it('tells where on the clock it was pressed', () => {
    const given = props();
    render(<LaneFrame {...given} />);
    const overlay = screen.getByRole('img', { name: 'New Reno over 1000 seconds' }).lastElementChild;
    if (!overlay) throw new Error('no overlay');
    fireEvent.pointerMove(overlay, { clientX: 50, pointerType: 'mouse' });
    expect(given.onHover).toHaveBeenLastCalledWith(250);
    press(overlay, 100);
    expect(given.onSeek).toHaveBeenLastCalledWith(500);
  });

  it('zooms about the pointer with Ctrl and the wheel, and leaves plain scrolling to the page', () => {
    const given = props();
    render(<LaneFrame {...given} />);
    const overlay = screen.getByRole('img').lastElementChild;
    if (!overlay) throw new Error('no overlay');
    expect(fireEvent.wheel(overlay, { deltaY: 240, clientX: 50 })).toBe(true);
    expect(given.onZoom).not.toHaveBeenCalled();
    expect(fireEvent.wheel(overlay, { deltaY: -240, clientX: 50, ctrlKey: true })).toBe(false);
    expect(given.onZoom).toHaveBeenCalledWith(0.5, 250);
  });

  it('offers a press to the marks first and leaves the clock alone if one takes it', () => {
    const given = props({ onPick: vi.fn(() => true) });
    render(<LaneFrame {...given} />);
    const overlay = screen.getByRole('img').lastElementChild;
    if (!overlay) throw new Error('no overlay');
    press(overlay, 100);
    expect(given.onPick).toHaveBeenCalledWith(500, 25, 'cwnd');
    expect(given.onSeek).not.toHaveBeenCalled();
  });

  it('moves the clock with a drag, and leaves marks alone', () => {
    const given = props({ onPick: vi.fn(() => true) });
    render(<LaneFrame {...given} />);
    drag(overlayOf(), 100, 160); // 200 pixels for 1000 s
    expect(given.onSeek).toHaveBeenLastCalledWith(800);
    expect(given.onPick).not.toHaveBeenCalled();
  });

  it('on a screen of its own zooms with the plain wheel, scrubs with a finger, pans on its axis', () => {
    const given = props({ form: 'screen' });
    render(<LaneFrame {...given} />);
    expect(fireEvent.wheel(overlayOf(), { deltaY: -240, clientX: 50 })).toBe(false);
    expect(given.onZoom).toHaveBeenCalledWith(0.5, 250);
    const finger = { pointerId: 1, button: 0, pointerType: 'touch' };
    fireEvent.pointerDown(overlayOf(), { ...finger, clientX: 50 });
    fireEvent.pointerMove(overlayOf(), { ...finger, clientX: 90 });
    expect(given.onSeek).toHaveBeenLastCalledWith(450);
    const axis = overlayOf().previousElementSibling;
    if (axis === null) throw new Error('no axis');
    drag(axis, 100, 80);
    expect(given.onPan).toHaveBeenLastCalledWith(100);
  });

  it('has the names and the scale of its rows only where it is the first of several', () => {
    const texts = (container: HTMLElement) => container.querySelectorAll('[data-row] svg text').length;
    const { container, rerender } = render(<LaneFrame {...props({ form: 'screen', isFirst: true })} />);
    expect(texts(container)).toBeGreaterThan(0);
    rerender(<LaneFrame {...props({ form: 'screen' })} />);
    expect(texts(container)).toBe(0);
    expect(container.querySelectorAll('[data-plot]')).toHaveLength(2);
  });

  it('cuts a spike off and says how high it was', () => {
    const cwnd = columnsOf([
      [0, 40],
      [100, 125],
      [101, 40],
      [900, 42],
    ]);
    const { container } = render(
      <LaneFrame {...props({ lanes: [laneOf({ cwnd: [cwnd] })], domains: [[0, 50]] })} />,
    );
    expect(container.querySelector<HTMLElement>('[data-spike]')?.dataset.spike).toBe('125');
  });

  it('moves the window with Shift and a drag, and with a sideways wheel', () => {
    const given = props();
    render(<LaneFrame {...given} />);
    drag(overlayOf(), 100, 80, { shiftKey: true });
    expect(given.onPan).toHaveBeenLastCalledWith(100);
    expect(fireEvent.wheel(overlayOf(), { deltaX: 40, clientX: 50 })).toBe(false);
    expect(given.onPan).toHaveBeenLastCalledWith(200);
  });

  it('zooms and moves with two fingers, and leaves one finger to the page', () => {
    const given = props();
    render(<LaneFrame {...given} />);
    const overlay = overlayOf();
    const finger = (pointerId: number, clientX: number) => ({
      pointerId,
      clientX,
      button: 0,
      pointerType: 'touch',
    });
    fireEvent.pointerDown(overlay, finger(1, 50));
    fireEvent.pointerDown(overlay, finger(2, 100));
    fireEvent.pointerMove(overlay, finger(2, 150));
    // The fingers are twice as far apart, and their middle moved 25 px to the right.
    expect(given.onZoom).toHaveBeenCalledWith(0.5, 500);
    expect(given.onPan).toHaveBeenCalledWith(-125);
    fireEvent.pointerUp(overlay, finger(2, 150));
    fireEvent.pointerUp(overlay, finger(1, 50));
    expect(given.onSeek).not.toHaveBeenCalled();
    fireEvent.pointerDown(overlay, finger(3, 50));
    fireEvent.pointerMove(overlay, finger(3, 90));
    fireEvent.pointerUp(overlay, finger(3, 90));
    expect(given.onSeek).not.toHaveBeenCalled();
  });

  it('draws lanes over one another with the value of each at the cross-hair and its name at its line', () => {
    const low = columnsOf([[0, 10]]);
    const lanes = [
      laneOf({ cwnd: [columnsOf([[0, 60]])] }),
      laneOf({ cwnd: [low] }, { name: 'Vegas', colour: 'green' }),
    ];
    const none = { count: 0, timeS: new Float64Array(0), kind: new Uint8Array(0) };
    const { container } = render(<LaneFrame {...props({ lanes, marks: [none, none] })} />);
    expect([...container.querySelectorAll('[data-row=cwnd] b')].map((b) => b.textContent)).toEqual([
      '60',
      '10',
    ]);
    const names = [...container.querySelectorAll<HTMLElement>('[data-row=cwnd] [style*="top"]')];
    expect(names.map((name) => [name.textContent, name.style.top])).toEqual([
      ['New Reno', '40px'],
      ['Vegas', '90px'],
    ]);
  });

  it('says where marks end because the run only counted them', () => {
    render(<LaneFrame {...props({ leftOut: { fromS: 250, count: 12 } })} />);
    expect(screen.getByText(/marks end/).title).toContain('12 more');
  });

  it('has no scale as long as nothing is known that it would be of', () => {
    const texts = (container: HTMLElement) => container.querySelectorAll('[data-row] svg text');
    const waiting = { ...laneOf({}), durationS: 0 };
    const { container, rerender } = render(<LaneFrame {...props({ lanes: [waiting] })} />);
    expect(texts(container)).toHaveLength(0);
    rerender(<LaneFrame {...props()} />);
    expect(texts(container).length).toBeGreaterThan(1);
  });

  it('says why a row is empty', () => {
    const rows = rowsById(['aqm-average', 'jain']);
    render(<LaneFrame {...props({ rows })} />);
    expect(screen.getByText('This discipline has no average queue.').closest('[data-row]')).toHaveProperty(
      'dataset.row',
      'aqm-average',
    );
    expect(screen.getByText('The index needs two flows or more.').closest('[data-row]')).toHaveProperty(
      'dataset.row',
      'jain',
    );
  });
});

it('has a name for every row that fits beside its value in a narrow lane', () => {
  // 200 px hold a value of seven digits and eleven letters.
  expect(ROWS.map((row) => row.tight ?? row.title).filter((name) => name.length > 11)).toEqual([]);
});
