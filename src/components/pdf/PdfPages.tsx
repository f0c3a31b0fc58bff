import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { PdfData } from '../../lib/pdf-data.ts';
import { getDocument } from '../../lib/pdf-js.ts';
import { PdfPage } from './PdfPage.tsx';
import layout from '../../ui/layout.module.css';
import styles from './PdfPages.module.css';

interface PdfPagesProps {
  file: Blob;
  /** From 1. */
  firstPage?: number;
  onFailed: () => void;
}

/** For browsers that show no PDF in a frame. */
export function PdfPages({ file, firstPage = 1, onFailed }: PdfPagesProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [current, setCurrent] = useState(1);
  const reportFailed = useEffectEvent(onFailed);

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
      reportFailed();
    });
    return () => {
      gone = true;
      void destroy?.();
    };
  }, [file]);

  const pages = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // pages have their height before they are drawn
    if (pdf && firstPage > 1) pages.current?.querySelectorAll('canvas')[firstPage - 1]?.scrollIntoView();
  }, [pdf, firstPage]);

  if (!pdf)
    return (
      <p className={styles.loading} role="status">
        Loading the document…
      </p>
    );
  return (
    <div ref={pages} className={`${layout.tight} ${styles.pages}`}>
      <p className={styles.counter} aria-live="polite">{`${current} / ${pdf.numPages}`}</p>
      {Array.from({ length: pdf.numPages }, (_, index) => (
        <PdfPage key={index + 1} pdf={pdf} number={index + 1} onReached={setCurrent} />
      ))}
    </div>
  );
}
