import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useServiceAway } from '../../lib/device/query-copies.ts';
import { t } from '../../lib/language/translate.ts';
import { documentsQuery } from '../../records/site-documents/document-calls.ts';
import { shownDocuments } from '../../records/site-documents/document.ts';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { DocumentRows } from './DocumentRows.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';

/** The documents of a site that the reader may see, to open. Without a connection those that are stored on the device. */
export function SiteDocumentList({ siteId }: { siteId: number }) {
  const documents = useQuery(documentsQuery(siteId));
  const isAway = useServiceAway();
  const [params] = useSearchParams();
  const asked = params.get('document');
  return (
    <Loaded
      query={documents}
      error={
        isAway
          ? t('There is no connection, and the documents of this site are not kept on this device.')
          : t('The documents could not be loaded.')
      }
      skeleton={<ListSkeleton text={t('Loading the documents…')} rows={2} height={64} />}
    >
      {(all) => {
        const shown = shownDocuments(all);
        // what has just been filed comes with the next answer
        const isGone = asked !== null && !documents.isFetching && !shown.some(({ id }) => `${id}` === asked);
        return (
          <div className={layout.gap3}>
            {isGone && <p role="status">{t('This document does not exist any more.')}</p>}
            {shown.length === 0 ? (
              <p className={texts.muted}>{t('No documents of this site have been filed for you.')}</p>
            ) : (
              <DocumentRows documents={shown} />
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
