import { useEffect, type RefObject } from 'react';

/** In pixels of the screen. */
export interface ZoomPoint {
  x: number;
  y: number;
}

/** Zoom of a double tap. */
const close = 2.5;
/** Milliseconds and pixels between two taps that count as one. */
const doubleTapMs = 350;
const doubleTapReach = 30;

export function useZoomGestures(
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

/** 0 for any number of touches but two. */
function distanceOf({ 0: one, 1: other, length }: TouchList): number {
  return one && other && length === 2 ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
}

function touchCentre({ 0: one, 1: other }: TouchList): ZoomPoint | undefined {
  return one && other && { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
}
