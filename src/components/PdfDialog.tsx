import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { objectNameOf } from '../lib/file-names.ts';
import { downloadFile, signFiles } from '../lib/files.ts';
import { RequestError } from '../lib/rows.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { showsPdfInFrame } from './pdf-viewer.ts';
import styles from './PdfDialog.module.css';
import { PdfFrame } from './PdfFrame.tsx';

interface PdfDialogProps {
  /** Stored address; one that is not of the portal's bucket is never contacted. */
  url: string;
  title: string;
  date: string;
  onClose: () => void;
}

/** The PDF of a task: previewed from bytes that were checked, and a download that works without the preview. */
export function PdfDialog({ url, title, date, onClose }: PdfDialogProps) {
  const [unreadable, setUnreadable] = useState(false);
  const file = useQuery({
    queryKey: ['pdf', url],
    queryFn: () => downloadPdf(url),
    // looked at once: not kept, and never exchanged while it is read
    gcTime: 0,
    staleTime: Infinity,
  });
  // fetched beside the file, and not with lazy(): without signal this is a preview that failed, not a broken page
  const framed = showsPdfInFrame(navigator);
  const drawing = useQuery({
    queryKey: ['pdf drawing'],
    queryFn: async () => (await import('./PdfPages.tsx')).PdfPages,
    enabled: !framed,
    staleTime: Infinity,
  });
  const PdfPages = drawing.data;
  const failed = unreadable || file.isError || drawing.isError;
  const link = useQuery({ queryKey: ['link', url], queryFn: () => linkTo(url) });

  const retry = () => {
    setUnreadable(false);
    void file.refetch();
    if (drawing.isError) void drawing.refetch();
    if (!link.data) void link.refetch();
  };

  return (
    <Dialog
      open
      size="full"
      title={title}
      onClose={onClose}
      footer={
        link.data ? (
          <ButtonLink variant="primary" href={link.data}>
            <Icon name="download" />
            Download PDF
          </ButtonLink>
        ) : (
          <>
            {!link.isFetching && (
              <p className={styles['noLink']} role="alert">
                The download is not available at the moment.
              </p>
            )}
            <Button variant="primary" busy={link.isFetching} onClick={() => void link.refetch()}>
              <Icon name="download" />
              Download PDF
            </Button>
          </>
        )
      }
    >
      {failed && !file.isFetching && !drawing.isFetching ? (
        <LoadFailed
          message={link.data ? 'Preview not available. Download the file instead.' : 'Preview not available.'}
          onRetry={retry}
        />
      ) : framed && file.data ? (
        <PdfFrame file={file.data} title={`${title}, ${date}`} />
      ) : PdfPages && file.data ? (
        <PdfPages file={file.data} onFailed={() => setUnreadable(true)} />
      ) : (
        <p className={styles['loading']} role="status">
          Loading the document…
        </p>
      )}
    </Dialog>
  );
}

async function downloadPdf(url: string): Promise<Blob> {
  const file = await downloadFile(url);
  // anything else could run as a page of ours once it is in a frame
  const start = await file.slice(0, 5).text();
  if (start !== '%PDF-') throw new RequestError('Not a PDF', 200, 'answer');
  return file.slice(0, file.size, 'application/pdf');
}

async function linkTo(url: string): Promise<string | null> {
  const name = objectNameOf(url);
  return name ? ((await signFiles([name])).get(name) ?? null) : null;
}
