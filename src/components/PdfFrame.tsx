import { useCallback } from 'react';
import styles from './PdfFrame.module.css';

/** The browser's own viewer. No sandbox: Chromium shows no PDF in a sandboxed frame, and the bytes were checked. */
export function PdfFrame({ file, title }: { file: Blob; title: string }) {
  const show = useCallback(
    (frame: HTMLIFrameElement) => {
      const url = URL.createObjectURL(file);
      frame.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  // oxlint-disable-next-line react/iframe-missing-sandbox -- see above
  return <iframe ref={show} className={styles['frame']} title={title} />;
}
