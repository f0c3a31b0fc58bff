import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Change, ChangedGroup } from '../../records/change-log/change-log.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { languageOf } from '../../records/task/task.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { PdfDialog } from '../../components/pdf/PdfDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import { PhotoDialog } from '../../components/photo/PhotoDialog.tsx';
import { Thumbnail } from '../../components/photo/Thumbnail.tsx';
import { thumbnailsQuery } from '../../records/task/task-queries.ts';
import { changeGroups } from './change-log-text.ts';
import styles from './ChangeValues.module.css';

export function ChangeValues({ change }: { change: Change }) {
  const sites = useQuery(sitesQuery).data;
  const { groups, more } = changeGroups(change, (id) => sites?.find((site) => site.id === id)?.name);
  // only the order has changed, or the values cannot be read
  if (groups.length === 0) return <p className={texts.faint}>There are no values to show.</p>;
  return (
    <div className={layout.stack}>
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
      {more !== null && <p className={texts.faint}>{`and ${more}`}</p>}
    </div>
  );
}

function Group({ group: { title, values } }: { group: ChangedGroup }) {
  const id = useId();
  return (
    <div className={`${layout.stack} ${styles.group}`}>
      {title !== null && (
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
      )}
      <DataTable
        heads={['Field', 'Before', 'After']}
        cardsBelow={720}
        className={styles.table}
        {...(title === null ? { 'aria-label': 'Values' } : { 'aria-labelledby': id })}
      >
        {values.map(({ label, before, after, photos, pdf }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a post can have two entries of one type
          <tr key={place}>
            <th scope="row">{label}</th>
            <ChangedCell name="Before" photos={photos?.before} pdf={pdf?.before}>
              {before}
            </ChangedCell>
            <ChangedCell name="After" photos={photos?.after} pdf={pdf?.after}>
              {after}
            </ChangedCell>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

interface ChangedCellProps {
  name: string;
  photos: readonly string[] | undefined;
  pdf: string | undefined;
  children: string | null;
}

/** Names its column on a phone, where rows have no head. */
function ChangedCell({ name, photos, pdf, children }: ChangedCellProps) {
  return (
    <td>
      <span className={styles.name}>{`${name}: `}</span>
      {children === null ? (
        <span className={texts.faint}>(nothing)</span>
      ) : (
        <span lang={languageOf(children)}>{children}</span>
      )}
      {photos && photos.length > 0 && <ChangePhotos name={name} photos={photos} />}
      {pdf && <ChangePdf name={name} url={pdf} />}
    </td>
  );
}

/** The PDF of a task before or after a change. `name`: `Before` or `After`; `url` as stored. */
function ChangePdf({ name, url }: { name: string; url: string }) {
  const [open, setOpen] = useState(false);
  const title = `PDF ${name.toLowerCase()} the change`;
  return (
    <>
      {' '}
      <Button variant="ghost" aria-label={`Preview PDF: ${name.toLowerCase()}`} onClick={() => setOpen(true)}>
        <Icon name="pdf" />
        Preview PDF
      </Button>
      {open && <PdfDialog url={url} title={title} date="" onClose={() => setOpen(false)} />}
    </>
  );
}

interface ChangePhotosProps {
  name: string;
  photos: readonly string[];
}

/** The photos of a task before or after a change: removed ones stay in the bucket (`decisions §8`). */
function ChangePhotos({ name, photos }: ChangePhotosProps) {
  const signed = useQuery(thumbnailsQuery(photos));
  const [opened, setOpened] = useState<number | null>(null);
  const settled = signed.isSuccess || signed.isError;
  return (
    <>
      <ul className={`${layout.row} ${styles.strip}`}>
        {photos.map((photo, index) => {
          const label = `${name}: photo ${index + 1} of ${photos.length}`;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a task may hold the same photo twice
            <li key={`${index} ${photo}`}>
              <button type="button" className={styles.open} aria-label={label} onClick={() => setOpened(index)}>
                <Thumbnail photo={photo} url={signed.data?.get(photo)} settled={settled} alt={label} />
              </button>
            </li>
          );
        })}
      </ul>
      {opened !== null && (
        <PhotoDialog
          photos={photos}
          title={`Photos ${name.toLowerCase()} the change`}
          date=""
          index={opened}
          onIndexChange={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
