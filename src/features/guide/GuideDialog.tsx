import { useQuery } from '@tanstack/react-query';
import { PdfPreview } from '../../components/pdf/PdfDialog.tsx';
import { ShareButton } from '../../components/ShareButton.tsx';
import type { LanguageCode } from '../../lib/language/languages.ts';
import { t } from '../../lib/language/translate.ts';
import { offline } from '../../lib/online.ts';
import { asPdf } from '../../lib/pdf/pdf-files.ts';
import { RequestError, requestError } from '../../lib/request-error.ts';
import { useStore } from '../../lib/store.ts';
import * as paths from '../../records/portal-paths.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { FullDialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { openedGuideSearch } from './guide-search.ts';
import { editionOf, editionTitle, guideUrl, type Guide } from './guides.ts';

interface GuideDialogProps {
  guide: Guide;
  page: number;
  /** Undefined for the reader's. */
  language: LanguageCode | undefined;
  onClose: () => void;
}

/** Previews a guide over the page (`spec §2`, Guidelines); the download works without it. */
export function GuideDialog({ guide, page, language, onClose }: GuideDialogProps) {
  const { file } = guide;
  const edition = editionOf(guide, language);
  const url = guideUrl(file, edition?.language ?? 'en');
  const bytes = useQuery({
    queryKey: ['guide', url],
    queryFn: ({ signal }) => fetchGuide(url, signal),
    // a guide is viewed once: not cached, and never replaced while being read
    gcTime: 0,
    staleTime: 'static',
  });
  const isOffline = useStore(offline);
  const title = editionTitle(file, edition);
  // pages are those of one language, which a link to one names
  const named = language ?? (page > 1 ? edition?.language : undefined);
  return (
    <FullDialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <ShareButton
            title={title}
            link={() => paths.guide + openedGuideSearch('', file, { page, language: named })}
            file={{
              name: file,
              type: 'application/pdf',
              load: async () => bytes.data ?? fetchGuide(url, new AbortController().signal),
            }}
          />
          <ButtonLink variant="primary" href={url} download={file}>
            <Icon name="download" />
            {t('Download PDF')}
          </ButtonLink>
        </>
      }
    >
      <PdfPreview file={bytes} title={title} pageNumber={page} disconnected={isOffline} hasDownload />
    </FullDialog>
  );
}

/** Downloads a guide. @throws RequestError, also when a host answers with the start page for a missing file. */
async function fetchGuide(url: string, signal: AbortSignal): Promise<Blob> {
  try {
    const response = await fetch(url, { signal });
    if (!response.ok) throw new RequestError('Not there', response.status, 'response');
    return await asPdf(await response.blob());
  } catch (cause) {
    throw cause instanceof RequestError ? cause : requestError(cause);
  }
}
