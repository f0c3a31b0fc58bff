import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useEffectEvent, useState, useRef, type RefObject } from 'react';
import { t } from '../../lib/language/translate.ts';
import { getDocument } from '../../lib/pdf/pdf-js.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useZoom, type Zoom } from '../zoom/use-zoom.ts';
import { PdfLoading } from './PdfLoading.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './PdfDialog.module.css';

interface PdfPagesProps {
  file: Blob;
  firstPageNumber?: number;
  onError: () => void;
}

/** Draws the pages of a PDF, for browsers that show none in a frame. */
export function PdfPages({ file, firstPageNumber = 1, onError }: PdfPagesProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const notifyError = useEffectEvent(onError);

  useEffect(() => {
    let isStopped = false;
    let destroy: (() => Promise<void>) | undefined;
    const open = async () => {
      const data = await file.arrayBuffer();
      if (isStopped) return;
      const task = getDocument({ data, cMapPacked: true, BinaryDataFactory: PdfData, verbosity: 0 });
      destroy = () => task.destroy();
      const opened = await task.promise;
      if (!isStopped) setPdf(opened);
    };
    open().catch((error: unknown) => {
      if (isStopped) return;
      console.error('The PDF could not be drawn', error);
      notifyError();
    });
    return () => {
      isStopped = true;
      void destroy?.();
    };
  }, [file]);

  if (pdf) return <PageViewer pdf={pdf} firstPageNumber={firstPageNumber} />;
  return <PdfLoading />;
}

/** Pages one below the other, fitted or zoomed; scrollable by keyboard too. */
function PageViewer({ pdf, firstPageNumber }: { pdf: PDFDocumentProxy; firstPageNumber: number }) {
  const { area, zoom, ...zooming } = useZoom();
  const [current, setCurrent] = useState(1);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    // a phone may be rotated
    const resized = new ResizeObserver(() => setWidth(element.clientWidth));
    resized.observe(element);
    return () => resized.disconnect();
  }, [area]);
  // pages have their height before they are drawn
  useWhen(firstPageNumber > 1 ? firstPageNumber : null, (first) =>
    area.current?.querySelector(`[data-zooms="${first}"]`)?.scrollIntoView(),
  );

  return (
    <div className={styles.viewer}>
      <div className={`${layout.line} ${styles.pagesBar}`}>
        <p className={`${texts.bold} ${styles.counter}`} aria-live="polite">{`${current} / ${pdf.numPages}`}</p>
        <ZoomBar zoom={zoom} {...zooming} />
      </div>
      <div
        ref={area}
        className={styles.area}
        role="region"
        aria-label={t('Pages')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrolling region
        tabIndex={0}
      >
        <div className={layout.gap3} style={{ width: `${zoom * 100}%` }}>
          {Array.from({ length: pdf.numPages }, (_, index) => (
            <PdfPage
              key={index + 1}
              pdf={pdf}
              number={index + 1}
              area={area}
              size={width * zoom}
              onReached={setCurrent}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

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

/** A page, drawn when near, with its text for screen readers. Far away, it frees its memory. */
function PdfPage({ pdf, number, area, size, onReached }: PdfPageProps) {
  const container = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(number === 1);
  const [shape, setShape] = useState('210 / 297');
  const [words, setWords] = useState('');

  useEffect(() => {
    const target = container.current;
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
    const target = container.current;
    if (!target) return undefined;
    // there is nothing to draw without a size
    if (!near || size === 0) {
      target.replaceChildren();
      return undefined;
    }
    let isStopped = false;
    let drawing: RenderTask | undefined;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (isStopped) return;
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
      // only now: until it is drawn, the old canvas is stretched
      if (!isStopped) target.replaceChildren(canvas);
      const { items } = await page.getTextContent();
      if (!isStopped) setWords(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    };
    const timer = setTimeout(
      () => {
        draw().catch((error: unknown) => {
          if (!isStopped) console.error(`Page ${number} could not be drawn`, error);
        });
      },
      target.hasChildNodes() ? redrawDelayMs : 0,
    );
    return () => {
      isStopped = true;
      clearTimeout(timer);
      drawing?.cancel();
    };
  }, [pdf, number, near, size]);

  return (
    <div className={styles.page}>
      <div
        ref={container}
        className={styles.sheet}
        style={{ aspectRatio: shape }}
        role="img"
        aria-label={t('Page {number}', { number })}
        data-zooms={number}
      />
      {words && <p className={layout.visuallyHidden}>{words}</p>}
    </div>
  );
}

/** Canvas pixels for each of the page's `pixels`. */
function densityOf(pixels: number): number {
  // more than 2 is invisible, but takes memory
  return Math.min(2, globalThis.devicePixelRatio || 1, Math.sqrt(maxPixels / pixels));
}

function ZoomBar({ zoom, zoomTo, stepZoom }: Pick<Zoom, 'zoom' | 'zoomTo' | 'stepZoom'>) {
  return (
    <div className={`${layout.line} ${styles.bar}`} role="group" aria-label={t('Zoom')}>
      <Button aria-label={t('Zoom out')} onClick={() => stepZoom(-1)}>
        <Icon name="minus" />
      </Button>
      <output className={`${texts.bold} ${styles.percent}`}>
        {t('{percent} %', { percent: Math.round(zoom * 100) })}
      </output>
      <Button aria-label={t('Zoom in')} onClick={() => stepZoom(1)}>
        <Icon name="plus" />
      </Button>
      <Button onClick={() => zoomTo(1)}>{t('Fit')}</Button>
    </div>
  );
}

// Only the URLs are bundled; a file is fetched when a PDF needs it.
const urls = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
  ],
  { query: '?url', import: 'default', eager: true, exhaustive: true },
);

const folders = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts', wasmUrl: 'wasm' } as const;

/** Character maps, fonts and decoders that a PDF may need. Without them pdf.js silently drops text and pictures. */
class PdfData {
  async fetch({ kind, filename }: { kind: keyof typeof folders; filename: string }): Promise<Uint8Array> {
    const url = urls[`/node_modules/pdfjs-dist/${folders[kind]}/${filename}`];
    if (!url) throw new Error(`No such file of pdf.js: ${filename}`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
