import { useQuery } from '@tanstack/react-query';
import { objectNameOf } from '../../lib/file-names.ts';
import { downloadFile, signFiles } from '../../lib/stored-files.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { asPdf } from '../../lib/as-pdf.ts';
import styles from './PdfDialog.module.css';
import { PdfPreview } from './PdfPreview.tsx';

interface PdfDialogProps {
  /** Stored address; one that is not of the portal's bucket is never contacted. */
  url: string;
  title: string;
  date: string;
  onClose: () => void;
}

/** The PDF of a task: previewed from bytes that were checked, and a download that works without the preview. */
export function PdfDialog({ url, title, date, onClose }: PdfDialogProps) {
  const file = useQuery({
    queryKey: ['pdf', url],
    queryFn: async () => asPdf(await downloadFile(url)),
    // looked at once: not kept, and never exchanged while it is read
    gcTime: 0,
    staleTime: Infinity,
  });
  const link = useQuery({ queryKey: ['link', url], queryFn: () => linkTo(url) });

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
              <p className={styles.noLink} role="alert">
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
      <PdfPreview
        file={file}
        title={`${title}, ${date}`}
        hasDownload={Boolean(link.data)}
        onRetry={() => !link.data && void link.refetch()}
      />
    </Dialog>
  );
}

async function linkTo(url: string): Promise<string | null> {
  const name = objectNameOf(url);
  return name ? ((await signFiles([name])).get(name) ?? null) : null;
}
