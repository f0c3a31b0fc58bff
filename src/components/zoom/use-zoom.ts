import { useCallback, useLayoutEffect, useRef, useState, type RefObject, useEffect } from 'react';
import { useKeys } from '../../lib/screen/use-keys.ts';

/** Steps of buttons and keys; 1 fits the area. */
const steps = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5] as const;
const maxZoom = 5;

export interface Zoom {
  area: RefObject<HTMLDivElement | null>;
  zoom: number;
  /** Keeps the point `at`, or the middle of the area, in place. */
  zoomTo: (zoom: number, at?: ZoomPoint) => void;
  stepZoom: (way: 1 | -1) => void;
}

/**
 * Zooms the content of a scrolling area: buttons, the keys + - 0, pinching, double tap or double click; scrolled or
 * dragged with the mouse. The caller sets the content's width from `zoom`, and marks its parts with `data-zooms`.
 */
export function useZoom(): Zoom {
  const area = useRef<HTMLDivElement>(null);
  const held = useRef<(() => void) | null>(null);
  const current = useRef(1);
  const [zoom, setZoom] = useState(1);

  const zoomTo = useCallback((wanted: number, at?: ZoomPoint) => {
    const next = Math.min(maxZoom, Math.max(1, wanted));
    if (next === current.current) return;
    current.current = next;
    if (area.current) held.current = holdPlace(area.current, at);
    setZoom(next);
  }, []);
  const stepZoom = useCallback(
    (way: 1 | -1) => {
      const further = steps.filter((step) => (step - current.current) * way > 0.01);
      zoomTo((way > 0 ? further[0] : further.at(-1)) ?? current.current);
    },
    [zoomTo],
  );

  useLayoutEffect(() => {
    held.current?.();
    held.current = null;
  });

  const enlarge = () => stepZoom(1);
  useKeys({ '+': enlarge, '=': enlarge, '-': () => stepZoom(-1), '0': () => zoomTo(1) });
  useZoomGestures(area, current, zoomTo);

  return { area, zoom, zoomTo, stepZoom };
}

/** Returns a function to call after resizing, which scrolls the same place back to the same point. */
function holdPlace(area: HTMLElement, at?: ZoomPoint): () => void {
  const box = area.getBoundingClientRect();
  const { x, y } = at ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const parts = Array.from(area.querySelectorAll('[data-zooms]'));
  // between two parts, the next one
  const part = parts.find((one) => one.getBoundingClientRect().bottom >= y) ?? parts.at(-1);
  if (!part) return () => undefined;
  const before = part.getBoundingClientRect();
  const across = (x - before.left) / before.width;
  const down = (y - before.top) / before.height;
  return () => {
    const now = part.getBoundingClientRect();
    area.scrollLeft += now.left + across * now.width - x;
    area.scrollTop += now.top + down * now.height - y;
  };
}

/** A point, in pixels of the screen. */
interface ZoomPoint {
  x: number;
  y: number;
}

/** Zoom of a double tap. */
const close = 2.5;
/** Milliseconds and pixels between two taps that count as one. */
const doubleTapMs = 350;
const doubleTapReach = 30;

function useZoomGestures(
  area: RefObject<HTMLElement | null>,
  current: RefObject<number>,
  zoomTo: (zoom: number, at?: ZoomPoint) => void,
): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const ended = new AbortController();
    const { signal } = ended;

    let pinch: { distance: number; zoom: number } | null = null;
    element.addEventListener(
      'touchstart',
      ({ touches }) => {
        const distance = distanceOf(touches);
        pinch = distance > 0 ? { distance, zoom: current.current } : null;
      },
      { signal, passive: true },
    );
    element.addEventListener(
      'touchmove',
      (event) => {
        if (!pinch || event.touches.length !== 2) return;
        // the browser's own zoom would only stretch the canvas
        event.preventDefault();
        zoomTo((pinch.zoom * distanceOf(event.touches)) / pinch.distance, touchCentre(event.touches));
      },
      { signal, passive: false },
    );

    let lastTap = { x: 0, y: 0, time: -doubleTapMs };
    element.addEventListener(
      'click',
      (event) => {
        const { clientX: x, clientY: y, timeStamp: time } = event;
        const isSecond = time - lastTap.time < doubleTapMs && Math.hypot(x - lastTap.x, y - lastTap.y) < doubleTapReach;
        lastTap = { x, y, time: isSecond ? -doubleTapMs : time };
        if (isSecond) zoomTo(current.current > 1 ? 1 : close, { x, y });
      },
      { signal },
    );

    element.addEventListener(
      'pointermove',
      (event) => {
        // the browser itself scrolls by touch
        if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
        element.scrollBy(-event.movementX, -event.movementY);
      },
      { signal },
    );
    return () => ended.abort();
  }, [area, current, zoomTo]);
}

/** Pixels between two touches; 0 for any other number of touches. */
function distanceOf({ 0: one, 1: other, length }: TouchList): number {
  return one && other && length === 2 ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
}

function touchCentre({ 0: one, 1: other }: TouchList): ZoomPoint | undefined {
  return one && other && { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
}
