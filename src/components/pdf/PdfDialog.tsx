import { useQuery } from '@tanstack/react-query';
import { fileNameOf, objectNameOf } from '../../lib/file-names.ts';
import { saveFile } from '../../lib/save-file.ts';
import { downloadFile, signFiles } from '../../lib/stored-files.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { FullDialog } from '../../ui/FullDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { asPdf } from '../../lib/pdf/pdf-files.ts';
import { ShareButton } from '../ShareButton.tsx';
import styles from './PdfPreview.module.css';
import { PdfPreview } from './PdfPreview.tsx';

interface PdfDialogProps {
  /** As stored; a URL outside the portal's bucket is never contacted. */
  url: string;
  title: string;
  date: string;
  /** Path and query of this dialog; without it, nothing can be shared. */
  link?: string;
  onClose: () => void;
}

/** The download works without the preview. */
export function PdfDialog({ url, title, date, link: ownLink, onClose }: PdfDialogProps) {
  const file = useQuery({
    queryKey: ['pdf', url],
    queryFn: async () => asPdf(await downloadFile(url)),
    // not cached, and never replaced while being read
    gcTime: 0,
    staleTime: Infinity,
  });
  const link = useQuery({ queryKey: ['link', url], queryFn: () => signedLink(url), meta: { fallback: null } });
  const { data, isFetching } = file;

  return (
    <FullDialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {!link.data && !data && !link.isFetching && !isFetching && (
            <p className={styles.noLink} role="alert">
              The download is not available at the moment.
            </p>
          )}
          {ownLink !== undefined && (
            <ShareButton
              title={title}
              link={() => ownLink}
              file={{
                name: fileNameOf(title, date),
                type: 'application/pdf',
                load: async () => data ?? asPdf(await downloadFile(url)),
              }}
            />
          )}
          {link.data ? (
            <ButtonLink variant="primary" href={link.data}>
              <Icon name="download" />
              Download PDF
            </ButtonLink>
          ) : (
            // the file is already here, even if its link has expired
            <Button
              variant="primary"
              busy={link.isFetching}
              onClick={() => (data ? saveFile(data, fileNameOf(title, date)) : void link.refetch())}
            >
              <Icon name="download" />
              Download PDF
            </Button>
          )}
        </>
      }
    >
      <PdfPreview
        file={file}
        title={`${title}, ${date}`}
        hasDownload={Boolean(link.data ?? data)}
        onRetry={() => !link.data && void link.refetch()}
      />
    </FullDialog>
  );
}

async function signedLink(url: string): Promise<string | null> {
  const name = objectNameOf(url);
  return name ? ((await signFiles([name])).get(name) ?? null) : null;
}
