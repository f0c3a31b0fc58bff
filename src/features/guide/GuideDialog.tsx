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
  /** Undefined for the reader's language. */
  language: LanguageCode | undefined;
  onClose: () => void;
}

/** A preview of a guide in a dialog (`spec §2`, Guidelines). The guide can be downloaded even if the preview fails. */
export function GuideDialog({ guide, page, language, onClose }: GuideDialogProps) {
  const { file } = guide;
  const edition = editionOf(guide, language);
  const url = guideUrl(file, edition?.language ?? 'en');
  const bytes = useQuery({
    queryKey: ['guide', url],
    queryFn: ({ signal }) => fetchGuide(url, signal),
    // a guide is not cached after its preview, and never refetched while somebody reads it
    gcTime: 0,
    staleTime: 'static',
  });
  const isOffline = useStore(offline);
  const title = editionTitle(file, edition);
  // page numbers differ between languages, so a link to a page has the language too
  const linkLanguage = language ?? (page > 1 ? edition?.language : undefined);
  return (
    <FullDialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <ShareButton
            title={title}
            link={() => paths.guide + openedGuideSearch('', file, { page, language: linkLanguage })}
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

/** Downloads a guide. @throws RequestError, also if a host answers with the start page because the file is missing */
async function fetchGuide(url: string, signal: AbortSignal): Promise<Blob> {
  try {
    const response = await fetch(url, { signal });
    if (!response.ok) throw new RequestError('Not there', response.status, 'response');
    return await asPdf(await response.blob());
  } catch (cause) {
    throw cause instanceof RequestError ? cause : requestError(cause);
  }
}
