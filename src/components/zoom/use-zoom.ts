import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useKeys } from '../../lib/screen/use-keys.ts';
import { useZoomGestures, type ZoomPoint } from './use-zoom-gestures.ts';

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
