import { useCallback, useLayoutEffect, useRef, useState, type RefObject, useEffect } from 'react';
import { useKeys } from '../../lib/screen/keyboard.ts';

/** The zoom factors of the buttons and keys. At 1 the content fits the area. */
const steps = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5] as const;
const maxZoom = 5;
const doubleTapZoom = 2.5;
/** Two taps are a double tap if at most this time, in ms, and this distance, in pixels, are between them. */
const doubleTapMs = 350;
const doubleTapReach = 30;

/** A point of the screen, in pixels. */
interface ZoomPoint {
  x: number;
  y: number;
}

export type Zoom = ReturnType<typeof useZoom>;

/**
 * Zooms the content of a scrolling area by buttons, the keys + - 0, pinching, double tap or double click. A mouse can
 * also drag the content. The caller sets the width of the content from `zoom` and marks its parts with `data-zooms`.
 */
export function useZoom() {
  const area = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
  const currentZoom = useRef(1);
  const [zoom, setZoom] = useState(1);

  /** Sets the zoom, within its limits. The point `centre`, or else the middle of the area, stays in place. */
  const zoomTo = useCallback((requested: number, centre?: ZoomPoint) => {
    const next = Math.min(maxZoom, Math.max(1, requested));
    if (next === currentZoom.current) return;
    currentZoom.current = next;
    if (area.current) anchor.current = anchorAt(area.current, centre);
    setZoom(next);
  }, []);
  const stepZoom = useCallback(
    (direction: 1 | -1) => {
      // the steps beyond the current zoom in this direction; 0.01 allows for the inexact zoom of a pinch
      const furtherSteps = steps.filter((step) => (step - currentZoom.current) * direction > 0.01);
      zoomTo((direction > 0 ? furtherSteps[0] : furtherSteps.at(-1)) ?? currentZoom.current);
    },
    [zoomTo],
  );

  useLayoutEffect(() => {
    if (area.current && anchor.current) scrollBack(area.current, anchor.current);
    anchor.current = null;
  });

  const enlarge = () => stepZoom(1);
  useKeys({ '+': enlarge, '=': enlarge, '-': () => stepZoom(-1), '0': () => zoomTo(1) });
  useZoomGestures(area, currentZoom, zoomTo);

  return { area, zoom, zoomTo, stepZoom };
}

/** A position within a part of the content, and the point of the screen where it is shown. */
interface Anchor {
  part: Element;
  /** The position as a share of the width and of the height of the part. */
  across: number;
  down: number;
  point: ZoomPoint;
}

/** The anchor at a point, or at the middle of the area; null if the area has no marked part. */
function anchorAt(area: HTMLElement, centre?: ZoomPoint): Anchor | null {
  const box = area.getBoundingClientRect();
  const point = centre ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const parts = Array.from(area.querySelectorAll('[data-zooms]'));
  // a point between two parts belongs to the next part
  const part = parts.find((candidate) => candidate.getBoundingClientRect().bottom >= point.y) ?? parts.at(-1);
  if (!part) return null;
  const { left, top, width, height } = part.getBoundingClientRect();
  return { part, across: (point.x - left) / width, down: (point.y - top) / height, point };
}

/** Scrolls the anchor back to its point after the content was resized. */
function scrollBack(area: HTMLElement, { part, across, down, point }: Anchor): void {
  const { left, top, width, height } = part.getBoundingClientRect();
  area.scrollLeft += left + across * width - point.x;
  area.scrollTop += top + down * height - point.y;
}

function useZoomGestures(
  area: RefObject<HTMLElement | null>,
  currentZoom: RefObject<number>,
  zoomTo: (zoom: number, centre?: ZoomPoint) => void,
): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const controller = new AbortController();
    const { signal } = controller;

    let pinch: { distance: number; zoom: number } | null = null;
    element.addEventListener(
      'touchstart',
      ({ touches }) => {
        const distance = distanceOf(touches);
        pinch = distance > 0 ? { distance, zoom: currentZoom.current } : null;
      },
      { signal, passive: true },
    );
    element.addEventListener(
      'touchmove',
      (event) => {
        if (!pinch || event.touches.length !== 2) return;
        // without this the browser would zoom the whole page, which stretches the drawn canvas
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
        if (isSecond) zoomTo(currentZoom.current > 1 ? 1 : doubleTapZoom, { x, y });
      },
      { signal },
    );

    element.addEventListener(
      'pointermove',
      (event) => {
        // only a mouse that drags: for touches the browser scrolls itself
        if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
        element.scrollBy(-event.movementX, -event.movementY);
      },
      { signal },
    );
    return () => controller.abort();
  }, [area, currentZoom, zoomTo]);
}

/** The distance between two touches; 0 for any other number of touches. */
function distanceOf({ 0: first, 1: second, length }: TouchList): number {
  if (!first || !second || length !== 2) return 0;
  return Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
}

function touchCentre({ 0: first, 1: second }: TouchList): ZoomPoint | undefined {
  return first && second && { x: (first.clientX + second.clientX) / 2, y: (first.clientY + second.clientY) / 2 };
}
