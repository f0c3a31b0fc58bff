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

/** Draws the pages of a PDF, for browsers that show no PDF in a frame. `onError` is called if the PDF cannot be opened. */
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
      const openedPdf = await task.promise;
      if (!isStopped) setPdf(openedPdf);
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

/** The pages of a PDF, one below the other. They fit the width or are zoomed, and scroll by keyboard too. */
function PageViewer({ pdf, firstPageNumber }: { pdf: PDFDocumentProxy; firstPageNumber: number }) {
  const { area, zoom, ...zooming } = useZoom();
  const [currentPage, setCurrentPage] = useState(1);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    // the width changes when a phone is rotated
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);
  // this need not wait for drawing: a page has its height before it is drawn
  useWhen(firstPageNumber > 1 ? firstPageNumber : null, (first) =>
    area.current?.querySelector(`[data-zooms="${first}"]`)?.scrollIntoView(),
  );

  return (
    <div className={styles.viewer}>
      <div className={`${layout.line} ${styles.pagesBar}`}>
        <p className={`${texts.bold} ${styles.counter}`} aria-live="polite">{`${currentPage} / ${pdf.numPages}`}</p>
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
              onReached={setCurrentPage}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The number of pixels of the largest canvas that iPhones draw. */
const maxPixels = 16_777_216;
/** In ms: a drawn page is drawn again once its size has not changed for this long. */
const redrawDelayMs = 150;

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  area: RefObject<HTMLElement | null>;
  /** The width of the page in pixels. A change draws the page again at full sharpness. */
  size: number;
  /** Called with the page number when the page reaches the middle of the area. */
  onReached: (number: number) => void;
}

/**
 * A page of a PDF, with its text for screen readers. It is drawn when it is near the visible part, and its canvas is removed when it
 * is far away, to free the memory.
 */
function PdfPage({ pdf, number, area, size, onReached }: PdfPageProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(number === 1);
  const [aspectRatio, setAspectRatio] = useState('210 / 297');
  const [pageText, setPageText] = useState('');

  useEffect(() => {
    const target = container.current;
    if (!target) return undefined;
    const root = area.current;
    const nearObserver = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting ?? false), {
      root,
      rootMargin: '600px',
    });
    // the margin of -50% leaves only the horizontal middle line of the area
    const middleObserver = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReached(number), {
      root,
      rootMargin: '-50% 0px',
    });
    nearObserver.observe(target);
    middleObserver.observe(target);
    return () => {
      nearObserver.disconnect();
      middleObserver.disconnect();
    };
  }, [area, number, onReached]);

  useEffect(() => {
    const target = container.current;
    if (!target) return undefined;
    // the size is 0 until it is measured
    if (!isNear || size === 0) {
      target.replaceChildren();
      return undefined;
    }
    let isStopped = false;
    let drawing: RenderTask | undefined;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (isStopped) return;
      const unscaledViewport = page.getViewport({ scale: 1 });
      setAspectRatio(`${unscaledViewport.width} / ${unscaledViewport.height}`);
      const fitScale = target.clientWidth / unscaledViewport.width;
      const viewport = page.getViewport({
        scale: fitScale * densityOf(unscaledViewport.width * unscaledViewport.height * fitScale ** 2),
      });
      const canvas = document.createElement('canvas');
      canvas.className = styles.canvas;
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      drawing = page.render({ canvas, viewport });
      await drawing.promise;
      // until the new canvas is drawn, the old canvas stays and is stretched
      if (!isStopped) target.replaceChildren(canvas);
      const { items } = await page.getTextContent();
      if (!isStopped) setPageText(items.map((item) => ('str' in item ? item.str : '')).join(' '));
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
  }, [pdf, number, isNear, size]);

  return (
    <div className={styles.page}>
      <div
        ref={container}
        className={styles.sheet}
        style={{ aspectRatio: aspectRatio }}
        role="img"
        aria-label={t('Page {number}', { number })}
        data-zooms={number}
      />
      {pageText && <p className={layout.visuallyHidden}>{pageText}</p>}
    </div>
  );
}

/**
 * How many canvas pixels are drawn for each CSS pixel, in each direction.
 * @param pixels the area of the page in CSS pixels
 */
function densityOf(pixels: number): number {
  // a density above 2 looks the same but takes more memory
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

// Only the URLs of these files are in the bundle. A file is fetched when a PDF needs it.
const urls = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
  ],
  { query: '?url', import: 'default', eager: true, exhaustive: true },
);

const folders = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts', wasmUrl: 'wasm' } as const;

/** Fetches the character maps, fonts and decoders that a PDF may need. Without them pdf.js silently omits text and pictures. */
class PdfData {
  async fetch({ kind, filename }: { kind: keyof typeof folders; filename: string }): Promise<Uint8Array> {
    const url = urls[`/node_modules/pdfjs-dist/${folders[kind]}/${filename}`];
    if (!url) throw new Error(`No such file of pdf.js: ${filename}`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
