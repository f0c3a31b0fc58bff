import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DocumentRows, titleIdOfDocument } from '../../../components/site-documents/DocumentRows.tsx';
import { t } from '../../../lib/language/translate.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { documentsQuery } from '../../../records/site-documents/document-calls.ts';
import {
  documentLimits,
  removedDocuments,
  shownDocuments,
  type SiteDocument,
} from '../../../records/site-documents/document.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Loaded } from '../../../ui/message/Loaded.tsx';
import { ListSkeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { EditDocumentDialog } from './EditDocumentDialog.tsx';
import { PickedDocuments } from './PickedDocuments.tsx';
import { useIsShownChanging, setDocumentShown } from './show-document.ts';
import { usePickedDocuments } from './use-picked-documents.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import sites from '../SitesRoute.module.css';
import styles from './SiteDocuments.module.css';

interface SiteDocumentsProps {
  site: EditedSite;
  onUnsaved: (text: string | null) => void;
}

/** The documents of a site for the office: filing, titles, who sees them, removing and bringing back. */
export function SiteDocuments({ site, onUnsaved }: SiteDocumentsProps) {
  const headingId = useId();
  const documents = useQuery(documentsQuery(site.id));
  const [params] = useSearchParams();
  const isLinked = params.get('part') === 'documents';
  // a link of the profile leads to this part: it scrolls past the form
  const show = useCallback(
    (part: HTMLElement | null) => {
      if (!isLinked || !part) return;
      part.scrollIntoView({ block: 'start' });
      part.focus({ preventScroll: true });
    },
    [isLinked],
  );
  return (
    <section
      ref={show}
      tabIndex={-1}
      className={`${surface.box} ${layout.gap4} ${sites.part} ${styles.part}`}
      aria-labelledby={headingId}
    >
      <div className={layout.gap1}>
        <h2 id={headingId} className={sites.partTitle}>
          {t('Documents')}
        </h2>
        <p className={`${texts.note} ${texts.measure}`}>
          {t(
            'Contract, drawings, handbooks and other PDFs of the site. For a newer version, file it and remove the old one.',
          )}
        </p>
      </div>
      <Loaded
        query={documents}
        error={t('The documents could not be loaded.')}
        skeleton={<ListSkeleton text={t('Loading the documents…')} rows={2} height={64} />}
      >
        {(all) => <FiledDocuments site={site} all={all} onUnsaved={onUnsaved} />}
      </Loaded>
    </section>
  );
}

interface FiledDocumentsProps extends SiteDocumentsProps {
  all: readonly SiteDocument[];
}

function FiledDocuments({ site, all, onUnsaved }: FiledDocumentsProps) {
  const listedDocuments = shownDocuments(all);
  const removedList = removedDocuments(all);
  const picking = usePickedDocuments(site.id, documentLimits.site - listedDocuments.length);
  const [edited, setEdited] = useState<SiteDocument | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const count = picking.picked.length;
  useEffect(() => {
    if (count === 0) return undefined;
    onUnsaved(
      t('{count, plural, one {# chosen document is} other {# chosen documents are}} not filed yet.', { count }),
    );
    return () => onUnsaved(null);
  }, [count, onUnsaved]);
  return (
    <div className={layout.gap4}>
      <PickedDocuments picking={picking} />
      <div ref={list} tabIndex={-1} className={`${layout.gap4} ${styles.part}`}>
        {listedDocuments.length === 0 && count === 0 && <p>{t('No documents yet.')}</p>}
        {listedDocuments.length > 0 && (
          <DocumentRows
            documents={listedDocuments}
            renderActions={(document) => (
              <DocumentActions
                document={document}
                onEdit={() => setEdited(document)}
                // the pressed button disappears with its row
                onRemove={() => focusAfter(() => list.current)}
              />
            )}
          />
        )}
        {removedList.length > 0 && (
          <RemovedDocuments documents={removedList} onBroughtBack={() => focusAfter(() => list.current)} />
        )}
      </div>
      {edited && (
        <EditDocumentDialog document={edited} onClose={() => setEdited(null)} onSaved={() => setEdited(null)} />
      )}
    </div>
  );
}

interface DocumentActionsProps {
  document: SiteDocument;
  onEdit: () => void;
  onRemove: () => void;
}

function DocumentActions({ document, onEdit, onRemove }: DocumentActionsProps) {
  const busy = useIsShownChanging(document.id);
  return (
    <>
      <Button aria-describedby={titleIdOfDocument(document)} onClick={onEdit}>
        {t('Edit')}
      </Button>
      <Button
        busy={busy}
        aria-describedby={titleIdOfDocument(document)}
        onClick={() => {
          setDocumentShown(document, false);
          onRemove();
        }}
      >
        {t('Remove')}
      </Button>
    </>
  );
}

interface RemovedDocumentsProps {
  documents: readonly SiteDocument[];
  onBroughtBack: () => void;
}

/** The removed documents, which are listed once a button is pressed. */
function RemovedDocuments({ documents, onBroughtBack }: RemovedDocumentsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={layout.gap3}>
      <div>
        <Button variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('Removed')} <span className={surface.count}>{documents.length}</span>
        </Button>
      </div>
      {isOpen && (
        <DocumentRows
          documents={documents}
          renderActions={(document) => <BringBack document={document} onBroughtBack={onBroughtBack} />}
        />
      )}
    </div>
  );
}

function BringBack({ document, onBroughtBack }: { document: SiteDocument; onBroughtBack: () => void }) {
  const busy = useIsShownChanging(document.id);
  return (
    <Button
      busy={busy}
      aria-describedby={titleIdOfDocument(document)}
      onClick={() => {
        setDocumentShown(document, true);
        onBroughtBack();
      }}
    >
      {t('Bring back')}
    </Button>
  );
}
