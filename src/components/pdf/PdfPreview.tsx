import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { LoadError } from '../../ui/message/LoadError.tsx';
import { Notice } from '../../ui/message/Notice.tsx';
import { useSlow } from '../../lib/code-loading.ts';
import { fetchCode } from '../../lib/fetch-code.ts';
import { showsPdfInFrame } from '../../lib/pdf/pdf-files.ts';
import { PdfLoading } from './PdfLoading.tsx';
import styles from './PdfPreview.module.css';

interface PdfPreviewProps {
  /** Checked with `asPdf`: in a frame, anything else could run as a page of ours. */
  file: UseQueryResult<Blob>;
  title: string;
  pageNumber?: number;
  hasDownload: boolean;
  onRetry?: () => void;
}

/** In the browser's viewer, or page by page where there is none. */
export function PdfPreview({ file, title, pageNumber = 1, hasDownload, onRetry }: PdfPreviewProps) {
  const [unreadable, setUnreadable] = useState(false);
  // not with lazy(): offline only the preview fails, not the page
  const framed = showsPdfInFrame(navigator);
  const drawing = useQuery({
    queryKey: ['pdf drawing'],
    queryFn: async () => (await fetchCode(() => import('./PdfPages.tsx'))).PdfPages,
    enabled: !framed,
    staleTime: Infinity,
  });
  const PdfPages = drawing.data;
  const slow = useSlow(drawing.isFetching);
  // always read: a query reports changes only of properties read before
  const { data, isError, isFetching } = file;
  const failed = unreadable || isError || drawing.isError;

  const retry = () => {
    setUnreadable(false);
    void file.refetch();
    if (drawing.isError) void drawing.refetch();
    onRetry?.();
  };

  if (failed && !isFetching && !drawing.isFetching)
    return (
      <LoadError
        message={hasDownload ? 'Preview not available. Download the file instead.' : 'Preview not available.'}
        onRetry={retry}
      />
    );
  if (framed && data) return <PdfFrame file={data} title={title} pageNumber={pageNumber} />;
  if (PdfPages && data)
    return <PdfPages file={data} firstPageNumber={pageNumber} onError={() => setUnreadable(true)} />;
  if (slow)
    return (
      <Notice
        role="status"
        message="The preview is taking a long time to load. The connection may be slow."
        action="Try again"
        // browsers cache a failed import, so only a new page can retry it; the opened file is in the URL
        onAction={() => location.reload()}
      />
    );
  return <PdfLoading />;
}

interface PdfFrameProps {
  file: Blob;
  title: string;
  pageNumber: number;
}

function PdfFrame({ file, title, pageNumber }: PdfFrameProps) {
  const show = useCallback(
    (frame: HTMLIFrameElement) => {
      const url = URL.createObjectURL(file);
      // hides Chrome's list of thumbnails, a fifth of the width
      frame.src = `${url}#navpanes=0${pageNumber > 1 ? `&page=${pageNumber}` : ''}`;
      return () => URL.revokeObjectURL(url);
    },
    [file, pageNumber],
  );
  // oxlint-disable-next-line react/iframe-missing-sandbox -- Chromium shows no PDF in a sandboxed frame, and the bytes were checked
  return <iframe ref={show} className={styles.frame} title={title} />;
}
