import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useEffectEvent, useState } from 'react';
import { PdfData } from '../../lib/pdf/pdf-data.ts';
import { getDocument } from '../../lib/pdf/pdf-js.ts';
import { useWhen } from '../../lib/screen/use-when.ts';
import { ZoomBar } from '../zoom/ZoomBar.tsx';
import { useZoom } from '../zoom/use-zoom.ts';
import { PdfLoading } from './PdfLoading.tsx';
import { PdfPage } from './PdfPage.tsx';
import styles from './PdfPages.module.css';

interface PdfPagesProps {
  file: Blob;
  firstPageNumber?: number;
  onError: () => void;
}

/** For browsers that show no PDF in a frame. */
export function PdfPages({ file, firstPageNumber = 1, onError }: PdfPagesProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const reportError = useEffectEvent(onError);

  useEffect(() => {
    let gone = false;
    let destroy: (() => Promise<void>) | undefined;
    const open = async () => {
      const data = await file.arrayBuffer();
      if (gone) return;
      const task = getDocument({ data, cMapPacked: true, BinaryDataFactory: PdfData, verbosity: 0 });
      destroy = () => task.destroy();
      const opened = await task.promise;
      if (!gone) setPdf(opened);
    };
    open().catch((error: unknown) => {
      if (gone) return;
      console.error('The PDF could not be drawn', error);
      reportError();
    });
    return () => {
      gone = true;
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
      <div className={styles.bar}>
        <p className={styles.counter} aria-live="polite">{`${current} / ${pdf.numPages}`}</p>
        <ZoomBar zoom={zoom} {...zooming} />
      </div>
      <div
        ref={area}
        className={styles.area}
        role="region"
        aria-label="Pages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrolling region
        tabIndex={0}
      >
        <div className={styles.pages} style={{ width: `${zoom * 100}%` }}>
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
