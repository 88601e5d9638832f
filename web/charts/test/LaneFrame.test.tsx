import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LaneFrame } from '../src/frame/LaneFrame.tsx';
import type { LaneFrameProps } from '../src/frame/LaneFrame.tsx';
import { rowsById } from '../src/rows/index.ts';
import { columnsOf } from './columns.ts';

const signal = <T,>(value: T) => ({ get: () => value, subscribe: () => () => undefined });

function props(change: Partial<LaneFrameProps> = {}): LaneFrameProps {
  const cwnd = columnsOf([
    [0, 3],
    [100, 61.2],
    [400, 35.6],
  ]);
  return {
    label: 'New Reno over 1000 seconds',
    lane: {
      colour: 'vermilion',
      revision: 1,
      series: (name) => (name === 'cwnd' ? [cwnd] : []),
      rateBps: 2e6,
      capacityPackets: 40,
      estimateUsed: false,
    },
    rows: rowsById(['cwnd', 'queue']),
    domains: [
      [0, 100],
      [0, 50],
    ],
    timeDomain: [0, 1000],
    timeTicks: [0, 250, 500, 750, 1000],
    bands: [{ fromS: 250, toS: 500, label: 'reverse traffic' }],
    marks: { count: 0, timeS: new Float64Array(0), kind: new Uint8Array(0) },
    pickedS: null,
    simulatedS: 1000,
    clock: signal(150),
    hover: signal<number | null>(null),
    themeKey: 'light',
    onHover: vi.fn(),
    onSeek: vi.fn(),
    onZoom: vi.fn(),
    onWindow: vi.fn(),
    onPick: vi.fn(() => false),
    ...change,
  };
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

  it('tells where on the clock it was pressed', () => {
    const given = props();
    render(<LaneFrame {...given} />);
    const overlay = screen.getByRole('img', { name: 'New Reno over 1000 seconds' }).lastElementChild;
    if (!overlay) throw new Error('no overlay');
    fireEvent.pointerMove(overlay, { clientX: 50, pointerType: 'mouse' });
    expect(given.onHover).toHaveBeenLastCalledWith(250);
    fireEvent.pointerDown(overlay, { clientX: 100, button: 0, pointerType: 'touch' });
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
    fireEvent.pointerDown(overlay, { clientX: 100, button: 0, pointerType: 'mouse' });
    expect(given.onPick).toHaveBeenCalledWith(500, 25);
    expect(given.onSeek).not.toHaveBeenCalled();
  });
});
