import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import layout from '../../ui/layout.module.css';
import styles from './PdfPage.module.css';

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  /** From 1. */
  number: number;
  /** Called when the page crosses the middle of the window. */
  onReached: (number: number) => void;
}

/** Drawn when it comes near, with its text for screen readers. */
export function PdfPage({ pdf, number, onReached }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [near, setNear] = useState(number === 1);
  const [words, setWords] = useState('');

  useEffect(() => {
    const place = canvas.current;
    if (!place) return undefined;
    const approach = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '600px',
    });
    const middle = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReached(number), {
      rootMargin: '-50% 0px',
    });
    approach.observe(place);
    middle.observe(place);
    return () => {
      approach.disconnect();
      middle.disconnect();
    };
  }, [number, onReached]);

  useEffect(() => {
    const target = canvas.current;
    if (!near || !target) return undefined;
    let gone = false;
    let drawing: RenderTask | undefined;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (gone) return;
      const natural = page.getViewport({ scale: 1 });
      // more than 2 device pixels cannot be seen, but takes memory
      const density = Math.min(2, globalThis.devicePixelRatio || 1);
      const viewport = page.getViewport({ scale: (target.clientWidth / natural.width) * density });
      target.width = Math.round(viewport.width);
      target.height = Math.round(viewport.height);
      drawing = page.render({ canvas: target, viewport });
      await drawing.promise;
      const { items } = await page.getTextContent();
      if (!gone) setWords(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    };
    draw().catch((error: unknown) => {
      if (!gone) console.error(`Page ${number} could not be drawn`, error);
    });
    return () => {
      gone = true;
      drawing?.cancel();
    };
  }, [pdf, number, near]);

  return (
    <div className={styles.page}>
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={`Page ${number}`} />
      {words && <p className={layout.spoken}>{words}</p>}
    </div>
  );
}
