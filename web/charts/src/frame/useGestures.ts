/**
 * Gestures on a chart. A press sets the clock or picks a mark. A drag moves the clock; with Shift
 * or the middle button it pans. Two fingers zoom, a sideways wheel pans. On a screen that does not
 * scroll, the wheel zooms at the pointer. Elsewhere zooming needs Ctrl (a trackpad's pinch sends
 * that), and the plain wheel scrolls the page.
 */
import { useEffect, useRef } from 'react';
import type { PointerEvent, RefObject } from 'react';
import { timeAt } from './scales.ts';

export interface GestureActions {
  onHover: (timeS: number | null) => void;
  onSeek: (timeS: number) => void;
  /** Zooms in (a factor below one) or out around a time. */
  onZoom: (factor: number, aboutS: number) => void;
  /** Pans the time range by this much. */
  onPan: (byS: number) => void;
  onWhole: () => void;
  /** A click on or near a mark of a row. Returns false if none is within reach. */
  onPick: (timeS: number, withinS: number, row: string | null) => boolean;
}

interface GestureOptions extends GestureActions {
  timeDomain: readonly [number, number];
  width: number;
  /** The wheel zooms without Ctrl, and a finger scrubs, because the screen does not scroll. */
  isScreen: boolean;
}

/** A click picks a mark within this many pixels. */
const REACH = 5;
/** Smaller movements of the pointer count as a click. */
const CLICK_SLOP_PX = 4;
/** This many pixels of wheel movement double or halve the shown range. */
const WHEEL_DOUBLING = 240;

type Drag =
  { kind: 'press'; fromX: number; fromS: number } | { kind: 'scrub' } | { kind: 'pan'; lastX: number };

export interface GestureHandlers {
  onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLDivElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLDivElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLDivElement>) => void;
  onPointerLeave: () => void;
  onDoubleClick: () => void;
}

export function useGestures(
  target: RefObject<HTMLDivElement | null>,
  options: GestureOptions,
): GestureHandlers {
  const drag = useRef<Drag | null>(null);
  const fingers = useRef(new Map<number, number>());
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useWheel(target, latest);

  const secondsPerPixel = (event: PointerEvent<HTMLDivElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    return (options.timeDomain[1] - options.timeDomain[0]) / Math.max(1, box.width);
  };
  const timeOf = (event: PointerEvent<HTMLDivElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    return timeAt(event.clientX - box.left, options.timeDomain, box.width);
  };
  const end = (): void => {
    drag.current = null;
  };
  const press = (fromS: number, row: string | null): void => {
    const withinS = (REACH / Math.max(1, options.width)) * (options.timeDomain[1] - options.timeDomain[0]);
    if (!options.onPick(fromS, withinS, row)) options.onSeek(fromS);
  };

  /** Two fingers: the time under each finger stays under it. */
  const pinch = (event: PointerEvent<HTMLDivElement>): void => {
    const before = [...fingers.current.values()];
    fingers.current.set(event.pointerId, event.clientX);
    const after = [...fingers.current.values()];
    const [a0 = 0, b0 = 0] = before;
    const [a1 = 0, b1 = 0] = after;
    const box = event.currentTarget.getBoundingClientRect();
    const middle = (a1 + b1) / 2;
    const moved = middle - (a0 + b0) / 2;
    if (moved !== 0) options.onPan(-moved * secondsPerPixel(event));
    const [apart, spread] = [Math.abs(a0 - b0), Math.abs(a1 - b1)];
    if (apart > 20 && spread > 20 && apart !== spread)
      options.onZoom(apart / spread, timeAt(middle - box.left, options.timeDomain, box.width));
  };

  return {
    onPointerDown(event) {
      if (event.pointerType === 'touch') {
        fingers.current.set(event.pointerId, event.clientX);
        if (fingers.current.size === 2) {
          end();
          return;
        }
      }
      if (event.button !== 0 && event.button !== 1) return;
      const isMouse = event.pointerType !== 'touch';
      if (event.button === 1 || (event.shiftKey && isMouse)) {
        event.preventDefault();
        drag.current = { kind: 'pan', lastX: event.clientX };
      } else drag.current = { kind: 'press', fromX: event.clientX, fromS: timeOf(event) };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event) {
      if (fingers.current.size === 2 && fingers.current.has(event.pointerId)) {
        pinch(event);
        return;
      }
      const isMouse = event.pointerType !== 'touch';
      if (isMouse) options.onHover(timeOf(event));
      const now = drag.current;
      if (now === null) return;
      if (now.kind === 'pan') {
        options.onPan(-(event.clientX - now.lastX) * secondsPerPixel(event));
        drag.current = { kind: 'pan', lastX: event.clientX };
        return;
      }
      if (now.kind === 'press' && Math.abs(event.clientX - now.fromX) <= CLICK_SLOP_PX) return;
      // On a scrolling page, a moving finger scrolls.
      drag.current = isMouse || options.isScreen ? { kind: 'scrub' } : null;
      if (drag.current === null) return;
      options.onSeek(timeOf(event));
    },
    onPointerUp(event) {
      fingers.current.delete(event.pointerId);
      const now = drag.current;
      end();
      if (now?.kind === 'press') press(now.fromS, rowAt(event));
    },
    onPointerCancel(event) {
      fingers.current.delete(event.pointerId);
      end();
    },
    onPointerLeave() {
      options.onHover(null);
    },
    onDoubleClick() {
      options.onWhole();
    },
  };
}

/** The row under the pointer: the element that gets the events covers all rows. */
function rowAt({ currentTarget, clientY }: PointerEvent<HTMLDivElement>): string | null {
  const plots = currentTarget.parentElement?.querySelectorAll<HTMLElement>('[data-plot]') ?? [];
  for (const plot of plots) {
    const { top, bottom } = plot.getBoundingClientRect();
    if (clientY >= top && clientY < bottom) return plot.dataset.plot ?? null;
  }
  return null;
}

function useWheel(target: RefObject<HTMLDivElement | null>, latest: RefObject<GestureOptions>): void {
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      const { timeDomain, onZoom, onPan, isScreen } = latest.current;
      const box = element.getBoundingClientRect();
      const isAcross = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (event.ctrlKey || event.metaKey || (isScreen && !isAcross)) {
        event.preventDefault();
        onZoom(2 ** (event.deltaY / WHEEL_DOUBLING), timeAt(event.clientX - box.left, timeDomain, box.width));
        return;
      }
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return;
      event.preventDefault();
      onPan((sideways / Math.max(1, box.width)) * (timeDomain[1] - timeDomain[0]));
    };
    // Otherwise the browser uses two fingers for its own zoom.
    const onTouch = (event: TouchEvent): void => {
      if (event.touches.length === 2) event.preventDefault();
    };
    // Not React properties: their listeners are passive and cannot stop the browser's own zoom.
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('touchstart', onTouch, { passive: false });
    element.addEventListener('touchmove', onTouch, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('touchstart', onTouch);
      element.removeEventListener('touchmove', onTouch);
    };
  }, [target, latest]);
}
