import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { NamedValue } from '../../components/NamedValue.tsx';
import { PdfDialog } from '../../components/pdf/PdfDialog.tsx';
import { PhotoDialog } from '../../components/photo/PhotoDialog.tsx';
import { Thumbnail } from '../../components/photo/Thumbnail.tsx';
import { t } from '../../lib/language/translate.ts';
import type { Change, ChangedGroup } from '../../records/change-log/change-log.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { thumbnailsQuery } from '../../records/task/task-queries.ts';
import { languageOf } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { changeGroups } from './change-log-text.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './ChangeLogRoute.module.css';

/** The values before and after a change. */
export function ChangeValues({ change }: { change: Change }) {
  const sites = useQuery(sitesQuery).data;
  const { groups, more } = changeGroups(change, (id) => sites?.find((site) => site.id === id)?.name);
  // there are no values if only the order has changed, or if they cannot be read
  if (groups.length === 0) return <p className={texts.faint}>{t('There are no values to show.')}</p>;
  return (
    <div className={layout.gap4}>
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
      {more !== null && <p className={texts.faint}>{t('and {more}', { more })}</p>}
    </div>
  );
}

function Group({ group: { title, values } }: { group: ChangedGroup }) {
  const id = useId();
  return (
    <div className={`${layout.gap4} ${styles.group}`}>
      {title !== null && (
        <h3 id={id} className={`${texts.breaks} ${styles.title}`}>
          {title}
        </h3>
      )}
      <DataTable
        heads={[t('Field'), t('Before'), t('After')]}
        cardsBelow={720}
        className={styles.table}
        {...(title === null ? { 'aria-label': t('Values') } : { 'aria-labelledby': id })}
      >
        {values.map(({ label, before, after, photos, pdf }, index) => (
          // the index is the key, because a post can have two entries of one type
          <tr key={index}>
            <th scope="row">{label}</th>
            <ChangedCell side="before" photos={photos?.before} pdf={pdf?.before}>
              {before}
            </ChangedCell>
            <ChangedCell side="after" photos={photos?.after} pdf={pdf?.after}>
              {after}
            </ChangedCell>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

interface ChangedCellProps {
  side: 'before' | 'after';
  photos: readonly string[] | undefined;
  pdf: string | undefined;
  children: string | null;
}

/** A value before or after the change. The cell has the name of its column, because the cards of narrow windows have no column headings. */
function ChangedCell({ side, photos, pdf, children }: ChangedCellProps) {
  return (
    <td>
      <NamedValue head={side === 'before' ? t('Before') : t('After')} nameClass={styles.name}>
        {children === null ? (
          <span className={texts.faint}>{t('(nothing)')}</span>
        ) : (
          <span lang={languageOf(children)}>{children}</span>
        )}
      </NamedValue>
      {photos && photos.length > 0 && <ChangePhotos side={side} photos={photos} />}
      {pdf && <ChangePdf side={side} url={pdf} />}
    </td>
  );
}

/** A button that opens the PDF of a task before or after a change. @param url the stored URL */
function ChangePdf({ side, url }: { side: ChangedCellProps['side']; url: string }) {
  const [open, setOpen] = useState(false);
  const title = t('PDF {side, select, before {before} other {after}} the change', { side });
  return (
    <>
      {' '}
      <Button
        variant="ghost"
        aria-label={t('Preview PDF: {side, select, before {before} other {after}}', { side })}
        onClick={() => setOpen(true)}
      >
        <Icon name="pdf" />
        {t('Preview PDF')}
      </Button>
      {open && <PdfDialog url={url} title={title} date="" onClose={() => setOpen(false)} />}
    </>
  );
}

/** The photos of a task before or after a change. Removed photos can be shown too, because the bucket retains them (`decisions §8`). */
function ChangePhotos({ side, photos }: { side: ChangedCellProps['side']; photos: readonly string[] }) {
  const thumbnails = useQuery(thumbnailsQuery(photos));
  const [openedIndex, setOpenedIndex] = useState<number | null>(null);
  const isSettled = thumbnails.isSuccess || thumbnails.isError;
  return (
    <>
      <ul className={`${layout.row} ${styles.strip}`}>
        {photos.map((photo, index) => {
          const label = t('{side, select, before {Before} other {After}}: photo {place} of {count}', {
            side,
            place: index + 1,
            count: photos.length,
          });
          return (
            // the index is part of the key, because a task may have the same photo twice
            <li key={`${index} ${photo}`}>
              <button
                type="button"
                className={`${surface.bare} ${styles.open}`}
                aria-label={label}
                onClick={() => setOpenedIndex(index)}
              >
                <Thumbnail photo={photo} url={thumbnails.data?.get(photo)} settled={isSettled} alt={label} />
              </button>
            </li>
          );
        })}
      </ul>
      {openedIndex !== null && (
        <PhotoDialog
          photos={photos}
          title={t('Photos {side, select, before {before} other {after}} the change', { side })}
          date=""
          index={openedIndex}
          onIndexChange={setOpenedIndex}
          onClose={() => setOpenedIndex(null)}
        />
      )}
    </>
  );
}
