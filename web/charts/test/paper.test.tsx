import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { outlineOf } from '../src/draw/outline.ts';
import { DrawBoard } from '../src/paper/DrawBoard.tsx';
import { drawingPath, EMPTY_DRAWING, gapPath, isDrawn, withStroke } from '../src/paper/drawing.ts';
import type { Drawing } from '../src/paper/drawing.ts';
import { outlinePath } from '../src/paper/outlinePath.ts';
import { PaperChart } from '../src/paper/PaperChart.tsx';
import { columnsOf } from './columns.ts';

describe('a drawing beside the truth', () => {
  const truth = EMPTY_DRAWING.map(() => 10);

  it('has an area between them only where something is drawn', () => {
    const left = withStroke(EMPTY_DRAWING, { part: 0, value: 10 }, { part: 9, value: 19 });
    const both = withStroke(left, { part: 100, value: 0 }, { part: 119, value: 0 });
    const path = gapPath(both, truth, 120, (value) => value);
    // Two closed areas: forward along the drawing, back along the truth.
    expect(path.match(/Z/g)).toHaveLength(2);
    expect(path.startsWith('M0.5 10.0L1.5 11.0')).toBe(true);
    expect(path).toContain('9.5 19.0L9.5 10.0');
    expect(gapPath(EMPTY_DRAWING, truth, 120, (value) => value)).toBe('');
  });
});

it('the room for letters grows with them', () => {
  const placeOf = (scale: number): (string | null | undefined)[] => {
    const { container, unmount } = render(
      <PaperChart
        label="a run"
        title="cwnd"
        unit="packets"
        timeDomain={[0, 10]}
        domain={[0, 10]}
        width={600 * scale}
        height={200 * scale}
        scale={scale}
        lines={[]}
      />,
    );
    const found = [
      container.querySelector('g')?.getAttribute('transform'),
      container.querySelector('text')?.getAttribute('y'),
      ...[...container.querySelectorAll('text')].slice(-3).map((text) => text.textContent),
    ];
    unmount();
    return found;
  };
  expect(placeOf(1)).toEqual(['translate(46 24)', '-13', '6', '8', '10 s']);
  expect(placeOf(2)).toEqual(['translate(92 48)', '-26', '6', '8', '10 s']);
});

it('a low chart has few ticks above one another', () => {
  const ticksAt = (height: number): string[] => {
    const { container, unmount } = render(
      <PaperChart
        label="a run"
        title="cwnd"
        unit="packets"
        timeDomain={[0, 1]}
        domain={[0, 120]}
        width={600}
        height={height}
        scale={2}
        lines={[]}
      />,
    );
    const ticks = [...container.querySelectorAll('text[dy="0.32em"]')].map((text) => text.textContent);
    unmount();
    return ticks;
  };
  expect(ticksAt(600)).toEqual(['0', '20', '40', '60', '80', '100', '120']);
  expect(ticksAt(220)).toEqual(['0', '50', '100']);
});

it('letters that would lie over one another stand below one another', () => {
  const { container, unmount } = render(
    <PaperChart
      label="marks"
      title="cwnd"
      unit="packets"
      timeDomain={[0, 100]}
      domain={[0, 100]}
      width={158}
      height={200}
      lines={[]}
      marks={[0, 5, 50].map((timeS) => ({ timeS, letter: 'F' }))}
    />,
  );
  // 100 px show 100 s, so the second letter is 5 px beside the first.
  const heights = [...container.querySelectorAll('text')]
    .filter((text) => text.textContent === 'F')
    .map((text) => Number(text.getAttribute('y')));
  expect(heights[1]).toBeGreaterThan(heights[0] ?? 0);
  expect(heights[2]).toBe(heights[0]);
  unmount();
});

describe('a curve drawn by hand', () => {
  it('is straight along a stroke, whichever way the hand goes, and replaces what was there', () => {
    const there = withStroke(EMPTY_DRAWING, { part: 10, value: 0 }, { part: 20, value: 100 });
    const back = withStroke(EMPTY_DRAWING, { part: 20, value: 100 }, { part: 10, value: 0 });
    expect(there).toEqual(back);
    expect(there[15]).toBe(50);
    expect(there[9]).toBeNull();
    const again = withStroke(there, { part: 15, value: 7 }, { part: 15, value: 7 });
    expect([again[14], again[15], again[16]]).toEqual([40, 7, 60]);
  });

  it('is complete once nearly all of it is drawn, and its path is open where it is not', () => {
    const half = withStroke(EMPTY_DRAWING, { part: 0, value: 1 }, { part: 60, value: 1 });
    expect(isDrawn(half)).toBe(false);
    expect(isDrawn(withStroke(half, { part: 60, value: 1 }, { part: 117, value: 1 }))).toBe(true);
    const gap = withStroke(half, { part: 80, value: 1 }, { part: 90, value: 1 });
    expect(drawingPath(gap, 240, (value) => value).match(/M/g)).toHaveLength(2);
  });
});

describe('the path of an outline', () => {
  it('touches the lowest and the highest of a pixel column, and holds the last value up to where it is known', () => {
    const columns = columnsOf([
      [0, 40],
      [3.2, 1],
      [3.21, 39],
    ]);
    const path = outlinePath(outlineOf(columns, [0, 10], 10), (value) => 100 - value, 10);
    expect(path.startsWith('M0.0 60.0')).toBe(true);
    // The path dips to 1, rises to 39 and continues to the end.
    expect(path).toContain('L3.0 99.0');
    expect(path.endsWith('L10.0 61.0')).toBe(true);
  });
});

describe('a chart on paper', () => {
  it('shows a curve only up to where it is known', () => {
    const columns = columnsOf([
      [0, 10],
      [2, 20],
      [8, 30],
    ]);
    const line = { label: 'cwnd', columns, untilS: 4 };
    const { container } = render(
      <PaperChart
        label="a curve"
        title="cwnd"
        unit="packets"
        timeDomain={[0, 10]}
        domain={[0, 40]}
        width={158}
        height={154}
        lines={[line]}
        marks={[{ timeS: 2, letter: 'F' }]}
      />,
    );
    // 100 px show 10 s, so a curve known up to 4 s ends at 40 px.
    const path = container.querySelector('path[class*=line]')?.getAttribute('d') ?? '';
    const xs = [...path.matchAll(/[ML]([\d.]+)/g)].map(([, x]) => Number(x));
    expect(Math.max(...xs)).toBe(40);
    expect(screen.getByText('F').textContent).toBe('F');
    expect(container.querySelector('text[class*=title]')?.textContent).toBe('cwnd, packets');
  });
});

function Board() {
  const [drawing, setDrawing] = useState<Drawing>(EMPTY_DRAWING);
  return (
    <>
      <DrawBoard
        label="draw"
        title="cwnd"
        unit="packets"
        timeDomain={[0, 120]}
        domain={[0, 100]}
        drawing={drawing}
        lines={[]}
        onDraw={setDrawing}
      />
      <output>{drawing.map((value) => value ?? '').join(' ')}</output>
    </>
  );
}

describe('the drawing board', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly observe = vi.fn();
        readonly disconnect = vi.fn();
      },
    );
  });

  it('has twelve handles for keys: each says its time and value, and joins its neighbours', () => {
    render(<Board />);
    const handles = screen.getAllByRole('slider');
    expect(handles).toHaveLength(12);
    const [first, second] = handles as [HTMLElement, HTMLElement];
    expect(first.getAttribute('aria-valuetext')).toBe('not drawn');
    // Shift moves by five of sixty steps of the height.
    fireEvent.keyDown(first, { key: 'ArrowUp', shiftKey: true });
    const drawn = (): string[] => screen.getByRole('status').textContent.trim().split(' ');
    expect(drawn()).toHaveLength(10);
    expect(first.getAttribute('aria-valuetext')).toBe('8.33 packets');
    // End draws the rest at this height: a line by keys needs no hundred presses.
    fireEvent.keyDown(first, { key: 'End' });
    expect(drawn()).toHaveLength(120);
    expect(handles.map((handle) => handle.getAttribute('aria-valuetext'))).toEqual(
      Array(12).fill('8.33 packets'),
    );
    fireEvent.keyDown(first, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second, { key: 'ArrowUp' });
    expect(second.getAttribute('aria-valuetext')).toBe('10 packets');
    // Two handles further nothing has changed.
    expect(handles[3]?.getAttribute('aria-valuetext')).toBe('8.33 packets');
  });
});
