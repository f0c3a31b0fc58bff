import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useIsUnanswered } from '../../lib/device/query-copies.ts';
import { useSlow, fetchCode } from '../../lib/fetch-code.ts';
import { fileNameOf, objectNameOf } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { offline } from '../../lib/online.ts';
import { asPdf, showsPdfInFrame } from '../../lib/pdf/pdf-files.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useStore } from '../../lib/store.ts';
import { downloadFile, linkCheckMs, savingUrl, signFiles } from '../../lib/stored-files.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { FullDialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { LoadError, Notice } from '../../ui/message/Notice.tsx';
import { ShareButton } from '../ShareButton.tsx';
import { UnavailableDownload } from '../UnavailableDownload.tsx';
import { PdfLoading } from './PdfLoading.tsx';
import texts from '../../ui/text.module.css';
import styles from './PdfDialog.module.css';

interface PdfDialogProps {
  /** The stored URL. A URL outside the portal's bucket is never requested. */
  url: string;
  title: string;
  date: string;
  /** The file name of the download. */
  fileName?: string;
  /** The path and query of this dialog, for sharing. Without it the dialog has no share button. */
  link?: string;
  onClose: () => void;
}

/** A dialog with the preview of a PDF and buttons to share and download it. The download works without the preview. */
export function PdfDialog({
  url,
  title,
  date,
  fileName = fileNameOf(title, date),
  link: ownLink,
  onClose,
}: PdfDialogProps) {
  const file = useQuery({
    queryKey: pdfKey(url),
    queryFn: async () => asPdf(await downloadFile(url)),
    // the content is large, so it is not cached after closing; a stored file never changes, so it is not fetched again
    gcTime: 0,
    staleTime: 'static',
  });
  const link = useQuery({
    queryKey: ['link', url],
    queryFn: () => signedLink(url),
    meta: { fallback: null },
    // signed again before the link expires, even if the dialog is open for long
    refetchInterval: linkCheckMs,
  });
  const { data } = file;
  const hasDownload = Boolean(link.data ?? data);
  const isUnanswered = useIsUnanswered(pdfKey(url));
  const disconnected = useStore(offline) || (!hasDownload && isUnanswered);
  // without a connection a signed link does not work either
  const cannotDownload = disconnected && !data && hasFailed(file);

  return (
    <FullDialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {!hasDownload && !disconnected && link.isFetched && hasFailed(file) && (
            <p className={`${texts.muted} ${styles.noLink}`} role="alert">
              {t('The download is not available at the moment.')}
            </p>
          )}
          {ownLink !== undefined && (
            <ShareButton
              title={t('{title}, {day}', { title, day: date })}
              link={() => ownLink}
              file={{
                name: fileName,
                type: 'application/pdf',
                load: async () => data ?? asPdf(await downloadFile(url)),
              }}
            />
          )}
          {cannotDownload ? (
            <UnavailableDownload label={t('Download PDF')} why={documentNotStored()} />
          ) : link.data ? (
            <ButtonLink variant="primary" href={savingUrl(link.data, fileName)}>
              <Icon name="download" />
              {t('Download PDF')}
            </ButtonLink>
          ) : (
            // the loaded file can be saved even if its link has expired
            <Button
              variant="primary"
              busy={link.isFetching}
              onClick={() => (data ? saveFile(data, fileName) : void link.refetch())}
            >
              <Icon name="download" />
              {t('Download PDF')}
            </Button>
          )}
        </>
      }
    >
      <PdfPreview
        file={file}
        title={t('{title}, {day}', { title, day: date })}
        disconnected={disconnected}
        hasDownload={hasDownload}
        onRetry={() => !link.data && void link.refetch()}
      />
    </FullDialog>
  );
}

const pdfKey = (url: string) => ['pdf', url];

async function signedLink(url: string): Promise<string | null> {
  const name = objectNameOf(url);
  return name ? ((await signFiles([name])).get(name) ?? null) : null;
}

interface PdfPreviewProps {
  /** Checked with `asPdf`: a file of another type could run scripts in the frame as a page of the portal. */
  file: UseQueryResult<Blob>;
  title: string;
  pageNumber?: number;
  /** Whether the file is missing because the service does not answer. An error answer does not count: it proves a connection. */
  disconnected: boolean;
  hasDownload: boolean;
  onRetry?: () => void;
}

/** Shows a PDF in the browser's viewer, or draws its pages if the browser has no viewer. */
export function PdfPreview({ file, title, pageNumber = 1, disconnected, hasDownload, onRetry }: PdfPreviewProps) {
  const [isUnreadable, setIsUnreadable] = useState(false);
  const showsInFrame = showsPdfInFrame(navigator);
  // the code is loaded by a query and not by lazy(), so that without a connection only the preview fails and not the page
  const drawing = useQuery({
    queryKey: ['pdf drawing'],
    queryFn: async () => (await fetchCode(() => import('./PdfPages.tsx'))).PdfPages,
    enabled: !showsInFrame,
    staleTime: 'static',
  });
  const PdfPages = drawing.data;
  const isSlow = useSlow(drawing.isFetching);
  const { data, isFetching } = file;

  const retry = () => {
    setIsUnreadable(false);
    void file.refetch();
    if (drawing.isError) void drawing.refetch();
    onRetry?.();
  };

  if (isUnreadable || hasFailed(file) || hasFailed(drawing))
    return (
      <LoadError
        message={failureText({ disconnected, isLoaded: data !== undefined, hasDownload })}
        busy={isFetching || drawing.isFetching}
        onRetry={retry}
      />
    );
  if (showsInFrame && data) return <PdfFrame file={data} title={title} pageNumber={pageNumber} />;
  if (PdfPages && data)
    return <PdfPages file={data} firstPageNumber={pageNumber} onError={() => setIsUnreadable(true)} />;
  if (isSlow)
    return (
      <Notice
        role="status"
        message={t('The preview is taking a long time to load. The connection may be slow.')}
        action={t('Try again')}
        // a pending import cannot be sent again from the same page, so only a new page can retry it; the opened file is in the URL
        onAction={() => location.reload()}
      />
    );
  return <PdfLoading />;
}

const documentNotStored = () => t('There is no connection, and this document is not kept on this device.');

interface Failure {
  disconnected: boolean;
  /** Whether the file itself is loaded. */
  isLoaded: boolean;
  hasDownload: boolean;
}

function failureText({ disconnected, isLoaded, hasDownload }: Failure): string {
  if (disconnected && !isLoaded) return documentNotStored();
  return t(hasDownload ? 'Preview not available. Download the file instead.' : 'Preview not available.');
}

function PdfFrame({ file, title, pageNumber }: { file: Blob; title: string; pageNumber: number }) {
  const show = useCallback(
    (frame: HTMLIFrameElement) => {
      const url = URL.createObjectURL(file);
      // navpanes=0 hides Chrome's list of thumbnails, which takes a fifth of the width
      frame.src = `${url}#navpanes=0${pageNumber > 1 ? `&page=${pageNumber}` : ''}`;
      return () => URL.revokeObjectURL(url);
    },
    [file, pageNumber],
  );
  // oxlint-disable-next-line react/iframe-missing-sandbox -- Chromium shows no PDF in a sandboxed frame, and the bytes were checked
  return <iframe ref={show} className={styles.frame} title={title} />;
}
