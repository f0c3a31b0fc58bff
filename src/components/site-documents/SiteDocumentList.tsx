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

/** The documents of a site that the reader may open. Without a connection they come from the copies on this device. */
export function SiteDocumentList({ siteId }: { siteId: number }) {
  const documents = useQuery(documentsQuery(siteId));
  const isServiceAway = useServiceAway();
  const [params] = useSearchParams();
  const requestedId = params.get('document');
  return (
    <Loaded
      query={documents}
      error={
        isServiceAway
          ? t('There is no connection, and the documents of this site are not kept on this device.')
          : t('The documents could not be loaded.')
      }
      skeleton={<ListSkeleton text={t('Loading the documents…')} rows={2} height={64} />}
    >
      {(all) => {
        const visibleDocuments = shownDocuments(all);
        // while the list is fetched again, a document that was just filed may be missing from it
        const isMissing =
          requestedId !== null && !documents.isFetching && !visibleDocuments.some(({ id }) => `${id}` === requestedId);
        return (
          <div className={layout.gap3}>
            {isMissing && <p role="status">{t('This document does not exist any more.')}</p>}
            {visibleDocuments.length === 0 ? (
              <p className={texts.muted}>{t('No documents of this site have been filed for you.')}</p>
            ) : (
              <DocumentRows documents={visibleDocuments} />
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
