import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { changeGroups } from './change-log-text.ts';
import type { Change, ChangedGroup } from '../../records/change-log/change-log.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { languageOf } from '../../records/task/task.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { ChangePhotos } from './ChangePhotos.tsx';
import { PdfDialog } from '../../components/pdf/PdfDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
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
