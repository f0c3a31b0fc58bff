import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState, type RefObject } from 'react';
import layout from '../../ui/layout.module.css';
import styles from './PdfPage.module.css';

/** Pixels of the largest canvas that iPhones draw. */
const maxPixels = 16_777_216;
/** The size must be stable for this long before a visible page is redrawn. */
const redrawDelayMs = 150;

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  area: RefObject<HTMLElement | null>;
  /** Width of the page in pixels; a change redraws it at full sharpness. */
  size: number;
  onReached: (number: number) => void;
}

/** Drawn when near, with its text for screen readers; frees its memory when far away. */
export function PdfPage({ pdf, number, area, size, onReached }: PdfPageProps) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(number === 1);
  const [shape, setShape] = useState('210 / 297');
  const [words, setWords] = useState('');

  useEffect(() => {
    const target = place.current;
    if (!target) return undefined;
    const root = area.current;
    const approach = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root,
      rootMargin: '600px',
    });
    const middle = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReached(number), {
      root,
      rootMargin: '-50% 0px',
    });
    approach.observe(target);
    middle.observe(target);
    return () => {
      approach.disconnect();
      middle.disconnect();
    };
  }, [area, number, onReached]);

  useEffect(() => {
    const target = place.current;
    if (!target) return undefined;
    // there is nothing to draw without a size
    if (!near || size === 0) {
      target.replaceChildren();
      return undefined;
    }
    let gone = false;
    let drawing: RenderTask | undefined;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (gone) return;
      const natural = page.getViewport({ scale: 1 });
      setShape(`${natural.width} / ${natural.height}`);
      const fitting = target.clientWidth / natural.width;
      const viewport = page.getViewport({ scale: fitting * densityOf(natural.width * natural.height * fitting ** 2) });
      const canvas = document.createElement('canvas');
      canvas.className = styles.canvas;
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      drawing = page.render({ canvas, viewport });
      await drawing.promise;
      // until then the old canvas is stretched
      if (!gone) target.replaceChildren(canvas);
      const { items } = await page.getTextContent();
      if (!gone) setWords(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    };
    const timer = setTimeout(
      () => {
        draw().catch((error: unknown) => {
          if (!gone) console.error(`Page ${number} could not be drawn`, error);
        });
      },
      target.hasChildNodes() ? redrawDelayMs : 0,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
      drawing?.cancel();
    };
  }, [pdf, number, near, size]);

  return (
    <div className={styles.page}>
      <div
        ref={place}
        className={styles.sheet}
        style={{ aspectRatio: shape }}
        role="img"
        aria-label={`Page ${number}`}
        data-zooms={number}
      />
      {words && <p className={layout.spoken}>{words}</p>}
    </div>
  );
}

/** Canvas pixels for each of the page's `pixels`. */
function densityOf(pixels: number): number {
  // more than 2 is invisible, but takes memory
  return Math.min(2, globalThis.devicePixelRatio || 1, Math.sqrt(maxPixels / pixels));
}
