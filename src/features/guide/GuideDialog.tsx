import { useQuery } from '@tanstack/react-query';
import { PdfPreview } from '../../components/pdf/PdfPreview.tsx';
import { ShareButton } from '../../components/ShareButton.tsx';
import * as paths from '../../records/portal-paths.ts';
import { guideTitle, guideUrl } from './guide-names.ts';
import { openedGuideSearch } from './use-opened-guide.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { FullDialog } from '../../ui/FullDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { asPdf } from '../../lib/pdf/pdf-files.ts';
import { RequestError, requestError } from '../../lib/request-error.ts';

interface GuideDialogProps {
  file: string;
  page: number;
  onClose: () => void;
}

/** Previews a guide over the page (`spec §2`, Guidelines); the download works without it. */
export function GuideDialog({ file, page, onClose }: GuideDialogProps) {
  const bytes = useQuery({
    queryKey: ['guide', file],
    queryFn: ({ signal }) => fetchGuide(file, signal),
    // viewed once: not cached, and never replaced while being read
    gcTime: 0,
    staleTime: Infinity,
  });
  const title = guideTitle(file);
  return (
    <FullDialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <ShareButton
            title={title}
            link={() => paths.guide + openedGuideSearch('', file, page)}
            file={{
              name: file,
              type: 'application/pdf',
              load: async () => bytes.data ?? fetchGuide(file, new AbortController().signal),
            }}
          />
          <ButtonLink variant="primary" href={guideUrl(file)} download={file}>
            <Icon name="download" />
            Download PDF
          </ButtonLink>
        </>
      }
    >
      <PdfPreview file={bytes} title={title} pageNumber={page} hasDownload />
    </FullDialog>
  );
}

/** @throws RequestError, also when a host answers with the start page for a missing file. */
async function fetchGuide(file: string, signal: AbortSignal): Promise<Blob> {
  try {
    const response = await fetch(guideUrl(file), { signal });
    if (!response.ok) throw new RequestError('Not there', response.status, 'response');
    return await asPdf(await response.blob());
  } catch (cause) {
    throw cause instanceof RequestError ? cause : requestError(cause);
  }
}
