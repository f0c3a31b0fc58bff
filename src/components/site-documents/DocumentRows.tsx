import type { ReactNode } from 'react';
import { fileNameOf, fileSize } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { storedUrlOf } from '../../lib/stored-files.ts';
import { audienceText, type SiteDocument } from '../../records/site-documents/document.ts';
import { languageOf } from '../../records/task/task.ts';
import { longDate } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PdfDialog } from '../pdf/PdfDialog.tsx';
import { useRight } from '../use-right.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './DocumentRows.module.css';

/** The element id of the title of a document. Its buttons refer to it as their description. */
export const titleIdOfDocument = ({ id }: SiteDocument) => `document-${id}`;

interface DocumentRowsProps {
  /** In the order in which they are shown. */
  documents: readonly SiteDocument[];
  /** Renders the buttons beside a document. */
  renderActions?: (document: SiteDocument) => ReactNode;
}

/**
 * The documents of a site with their size and date. A press opens a document, and the URL names it while it is open. Staff, who see more
 * documents than clients, also see whom a document is for.
 */
export function DocumentRows({ documents, renderActions }: DocumentRowsProps) {
  const [params, change] = useQueryValues<'document'>();
  const opened = documents.find(({ id }) => `${id}` === params.get('document'));
  // people who may add visits see documents that clients do not see
  const saysAudience = useRight('addVisits');
  return (
    <>
      <ul className={`${surface.box} ${layout.clipped}`}>
        {documents.map((document) => (
          <li key={document.id} className={`${surface.divided} ${surface.lit} ${styles.row}`}>
            <span className={`${texts.faint} ${styles.sign}`}>
              <Icon name="pdf" />
            </span>
            <div className={`${layout.gap1} ${texts.breaks} ${styles.words}`}>
              <button
                type="button"
                id={titleIdOfDocument(document)}
                className={`${surface.bare} ${surface.cover} ${styles.title}`}
                lang={languageOf(document.title)}
                onClick={() => change({ document: `${document.id}` })}
              >
                {document.title}
              </button>
              <p className={texts.small}>
                {t('{size}, filed on {day}', { size: fileSize(document.bytes), day: longDate(document.filed_at) })}
              </p>
            </div>
            {saysAudience && (
              <span className={styles.audience}>
                <Badge tone={document.audience === 'client' ? 'info' : 'neutral'}>
                  {audienceText(document.audience)}
                </Badge>
              </span>
            )}
            {renderActions && <div className={`${layout.wrap} ${styles.actions}`}>{renderActions(document)}</div>}
          </li>
        ))}
      </ul>
      {opened && (
        <PdfDialog
          url={storedUrlOf(opened.file)}
          title={opened.title}
          date={longDate(opened.filed_at)}
          fileName={fileNameOf(opened.title)}
          onClose={() => change({ document: null })}
        />
      )}
    </>
  );
}
