import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { showsPdfInFrame } from '../../lib/pdf-viewer.ts';
import { PdfFrame } from './PdfFrame.tsx';
import styles from './PdfPreview.module.css';

interface PdfPreviewProps {
  /** The bytes, checked with `asPdf`: anything else could run as a page of ours once it is in a frame. */
  file: UseQueryResult<Blob>;
  /** What the frame is called. */
  title: string;
  /** The page to begin with, from 1. */
  page?: number;
  /** Whether there is a download to point at when the preview fails. */
  hasDownload: boolean;
  /** Called when somebody wants another try, besides fetching the file again. */
  onRetry?: () => void;
}

/** A PDF in the browser's viewer, or drawn page by page where there is none; what went wrong, and another try. */
export function PdfPreview({ file, title, page = 1, hasDownload, onRetry }: PdfPreviewProps) {
  const [unreadable, setUnreadable] = useState(false);
  // fetched beside the file, and not with lazy(): without signal this is a preview that failed, not a broken page
  const framed = showsPdfInFrame(navigator);
  const drawing = useQuery({
    queryKey: ['pdf drawing'],
    queryFn: async () => (await import('./PdfPages.tsx')).PdfPages,
    enabled: !framed,
    staleTime: Infinity,
  });
  const PdfPages = drawing.data;
  // read at every drawing: a result tells of a change only to those who have read it before
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
      <LoadFailed
        message={hasDownload ? 'Preview not available. Download the file instead.' : 'Preview not available.'}
        onRetry={retry}
      />
    );
  if (framed && data) return <PdfFrame file={data} title={title} page={page} />;
  if (PdfPages && data) return <PdfPages file={data} firstPage={page} onFailed={() => setUnreadable(true)} />;
  return (
    <p className={styles.loading} role="status">
      Loading the document…
    </p>
  );
}
