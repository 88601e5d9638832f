import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fairSlope, loadLine, phaseTop, sustainedPeak } from '../src/phase/lines.ts';
import { PhasePlot } from '../src/phase/PhasePlot.tsx';
import type { PhasePlotProps } from '../src/phase/PhasePlot.tsx';
import { nearestPoint, pointBefore, trajectory, cwndAt } from '../src/phase/trajectory.ts';
import type { PhaseFlow } from '../src/phase/trajectory.ts';
import { columnsOf } from './columns.ts';

function flowOf(samples: readonly (readonly [number, number])[], change: Partial<PhaseFlow> = {}): PhaseFlow {
  return {
    name: 'A',
    cwnd: columnsOf(samples),
    active: [[0, 100]],
    rttS: 0.1,
    packetBits: 12_000,
    ...change,
  };
}

const A = flowOf([
  [0, 10],
  [20, 40],
  [40, 20],
]);
const B = flowOf(
  [
    [10, 2],
    [40, 4],
  ],
  { name: 'B', active: [[10, 50]] },
);

const pointsOf = (path: ReturnType<typeof trajectory>) =>
  Array.from({ length: path.count }, (_, at) => [path.timeS[at], path.x[at], path.y[at]]);

describe('a trajectory', () => {
  it('has a point wherever either window changed, and lies on the axis while one does not send', () => {
    expect(pointsOf(trajectory(A, B, [0, 100]))).toEqual([
      [0, 10, 0],
      [10, 10, 2],
      [20, 40, 2],
      [40, 20, 4],
    ]);
    expect(cwndAt(B, 5)).toBe(0);
    expect(cwndAt(B, 60)).toBe(0);
  });

  it('of a window begins with what held there', () => {
    expect(pointsOf(trajectory(A, B, [15, 30]))).toEqual([
      [15, 10, 2],
      [20, 40, 2],
    ]);
  });

  it('is found by time and by place', () => {
    const path = trajectory(A, B, [0, 100]);
    expect(pointBefore(path, 25)).toBe(2);
    expect(pointBefore(path, -1)).toBe(-1);
    expect(nearestPoint(path, 38, 3, 5)).toBe(2);
    expect(nearestPoint(path, 100, 100, 5)).toBeNull();
  });
});

describe('the lines', () => {
  it('of equal round trips are the diagonal, and the pipe', () => {
    expect(fairSlope(A, B)).toBe(1);
    // 4 Mbit/s for 100 ms are 33.3 packets of 1500 bytes.
    const pipe = loadLine(A, B, 4e6, 0);
    expect(pipe.onX).toBeCloseTo(33.33, 2);
    expect(pipe.onY).toBeCloseTo(33.33, 2);
    // Twice that if 33.3 more packets, 100 ms of delay, are in the queue.
    expect(loadLine(A, B, 4e6, 0.1).onX).toBeCloseTo(66.67, 2);
  });

  it('turn where one round trip is longer: the same rate takes a larger window', () => {
    const far = { ...B, rttS: 0.2 };
    expect(fairSlope(A, far)).toBe(2);
    expect(loadLine(A, far, 4e6, 0).onY).toBeCloseTo(66.67, 2);
  });

  it('widen the scale, unless they lie far outside', () => {
    expect(phaseTop([40, 4], [{ onX: 66, onY: 66 }])).toBeCloseTo(66 * 1.04);
    expect(phaseTop([40, 4], [{ onX: 900, onY: 900 }])).toBeCloseTo(40 * 1.04);
    expect(phaseTop([], [])).toBe(1);
  });

  it('leave out what a window was only for a moment', () => {
    const burst = flowOf([
      [0, 90],
      [0.5, 20],
      [50, 45],
    ]);
    expect(sustainedPeak(burst, [0, 100])).toBe(45);
    expect(sustainedPeak(burst, [0, 1])).toBe(90);
  });
});

const signal = <T,>(value: T) => ({ get: () => value, subscribe: () => () => undefined });

function props(change: Partial<PhasePlotProps> = {}): PhasePlotProps {
  return {
    label: 'A against B',
    colour: 'vermilion',
    flows: [A, B],
    link: { rateBps: 4e6, fullQueueS: 0.1 },
    top: 80,
    timeDomain: [0, 100],
    clock: signal(20),
    hover: signal<number | null>(null),
    revision: 1,
    themeKey: 'light',
    onSeek: vi.fn(),
    onHover: vi.fn(),
    ...change,
  };
}

describe('a phase plot', () => {
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
          this.tell([{ contentRect: new DOMRect(0, 0, 300, 280) }]);
        }
      },
    );
    // The field is a square of 160 px, two per packet.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 160, 160));
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const field = (): Element => {
    const found = screen.getByRole('img').querySelector('[data-field]');
    if (found === null) throw new Error('no field');
    return found;
  };

  it('says both windows at the clock, and at the cross-hair while there is one', () => {
    const { rerender } = render(<PhasePlot {...props()} />);
    expect(screen.getByText(/^20(\.0+)? s: A 40, B 2$/)).toBeDefined();
    rerender(<PhasePlot {...props({ hover: signal<number | null>(40) })} />);
    expect(screen.getByText(/^40(\.0+)? s: A 20, B 4$/)).toBeDefined();
  });

  it('sets the clock to the moment of the point that is pressed, and to none where there is none', () => {
    const given = props();
    render(<PhasePlot {...given} />);
    fireEvent.click(field(), { clientX: 82, clientY: 156 });
    expect(given.onSeek).toHaveBeenCalledExactlyOnceWith(20);
    fireEvent.click(field(), { clientX: 150, clientY: 10 });
    expect(given.onSeek).toHaveBeenCalledTimes(1);
    fireEvent.pointerMove(field(), { clientX: 40, clientY: 150 });
    expect(given.onHover).toHaveBeenLastCalledWith(40);
  });

  it('names its axes and its lines, and has none of the link where others share it', () => {
    const { rerender } = render(<PhasePlot {...props()} />);
    for (const text of [
      'cwnd of A, packets',
      'cwnd of B, packets',
      'equal shares',
      'link full',
      'buffer full',
    ])
      expect(screen.getByText(text)).toBeDefined();
    rerender(<PhasePlot {...props({ link: null })} />);
    expect(screen.queryByText('link full')).toBeNull();
    expect(screen.getByText('equal shares')).toBeDefined();
  });
});
