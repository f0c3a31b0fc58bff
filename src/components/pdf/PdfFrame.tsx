import { useCallback } from 'react';
import styles from './PdfFrame.module.css';

interface PdfFrameProps {
  file: Blob;
  title: string;
  /** From 1. */
  page: number;
}

export function PdfFrame({ file, title, page }: PdfFrameProps) {
  const show = useCallback(
    (frame: HTMLIFrameElement) => {
      const url = URL.createObjectURL(file);
      // without Chrome's own list of small pages, which takes a fifth of the width
      frame.src = `${url}#navpanes=0${page > 1 ? `&page=${page}` : ''}`;
      return () => URL.revokeObjectURL(url);
    },
    [file, page],
  );
  // oxlint-disable-next-line react/iframe-missing-sandbox -- Chromium shows no PDF in a sandboxed frame, and the bytes were checked
  return <iframe ref={show} className={styles.frame} title={title} />;
}
