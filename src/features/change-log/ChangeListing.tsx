import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState, useId } from 'react';
import { NamedValue } from '../../components/NamedValue.tsx';
import { OlderPages } from '../../components/OlderPages.tsx';
import { PdfDialog } from '../../components/pdf/PdfDialog.tsx';
import { PhotoDialog } from '../../components/photo/PhotoDialog.tsx';
import { Thumbnail } from '../../components/photo/Thumbnail.tsx';
import { t } from '../../lib/language/translate.ts';
import { notify, withdrawToasts } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { serverRefusal, RequestError } from '../../lib/request-error.ts';
import {
  type Change,
  type KeyLabel,
  authorOf,
  canRestore,
  changesKey,
  type ChangedGroup,
} from '../../records/change-log/change-log.ts';
import { restoreChange } from '../../records/change-log/restore-change.ts';
import { failureQueryKey } from '../../records/failure/failure-queries.ts';
import { invalidateSites, sitesQuery } from '../../records/site/site-queries.ts';
import { movedRefusal } from '../../records/task/moved-visits.ts';
import { hiddenVisit, thumbnailsQuery } from '../../records/task/task-queries.ts';
import { languageOf } from '../../records/task/task.ts';
import { longDate, momentText, siteTime } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { changeSentences, changeGroups } from './change-log-text.ts';
import { isFilterEmpty, type ChangeFilter, changesQuery } from './changes-query.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './ChangeLogRoute.module.css';

interface ChangeListingProps {
  filter: ChangeFilter;
  sites: readonly { id: number; name: string }[];
  labelOf: KeyLabel;
}

export function ChangeListing({ filter, sites, labelOf }: ChangeListingProps) {
  const [toRestore, setToRestore] = useState<Change | null>(null);
  const site = sites.find(({ name }) => name === filter.site);
  const unknown = filter.site !== null && !site;
  const log = useInfiniteQuery({ ...changesQuery(site?.id ?? null, filter), enabled: !unknown });

  if (unknown) return <p role="status">{t('There is no site “{site}”.', { site: filter.site ?? '' })}</p>;
  return (
    <section className={layout.gap4} aria-label={t('Changes')} aria-busy={log.isFetching}>
      <Loaded
        query={log}
        error={t('Error fetching data.')}
        skeleton={<ListSkeleton text={t('Loading changes…')} rows={4} height={88} />}
      >
        {({ pages }) => {
          const changes = pages.flatMap((page) => page.changes);
          return (
            <>
              <p className={texts.muted} role="status">
                {changeCountText(changes.length, log.hasNextPage, filter)}
              </p>
              <ChangeDays changes={changes} labelOf={labelOf} onRestore={setToRestore} />
              <OlderPages list={log} kind="changes" action={t('Show older')} />
            </>
          );
        }}
      </Loaded>
      {toRestore && (
        <RestoreDialog
          change={toRestore}
          labelOf={labelOf}
          onClose={() => setToRestore(null)}
          onRestored={() => {
            withdrawToasts((about) => about.startsWith(hiddenVisit(toRestore.site_name ?? '', '')));
            notify.success(t('Restored. The log has a new line for it.'));
            setToRestore(null);
          }}
        />
      )}
    </section>
  );
}

function changeCountText(count: number, more: boolean, filter: ChangeFilter): string {
  if (count === 0)
    return t(isFilterEmpty(filter) ? 'Nothing has been changed yet.' : 'No change matches these filters.');
  return more
    ? t('The newest {count, plural, one {# change} other {# changes}}', { count })
    : t('{count, plural, one {# change} other {# changes}}', { count });
}

interface ChangeDaysProps {
  changes: readonly Change[];
  labelOf: KeyLabel;
  onRestore: (change: Change) => void;
}

function ChangeDays({ changes, labelOf, onRestore }: ChangeDaysProps) {
  return daysOf(changes).map(([day, changesOfDay]) => (
    <section key={day} className={`${layout.gap4} ${styles.day}`} aria-label={day}>
      <h2 className={styles.date}>{day}</h2>
      <ul className={`${surface.box} ${styles.list}`}>
        {changesOfDay.map((change) => (
          <ChangeItem key={change.id} change={change} labelOf={labelOf} onRestore={() => onRestore(change)} />
        ))}
      </ul>
    </section>
  ));
}

function daysOf(changes: readonly Change[]): [string, Change[]][] {
  const days = new Map<string, Change[]>();
  for (const change of changes) {
    const day = longDate(change.at);
    const changesOfDay = days.get(day);
    if (changesOfDay) changesOfDay.push(change);
    else days.set(day, [change]);
  }
  return [...days];
}

function ChangeItem({ change, labelOf, onRestore }: { change: Change; labelOf: KeyLabel; onRestore: () => void }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const [first, ...others] = changeSentences(change, labelOf);

  return (
    <li className={styles.item}>
      <time className={texts.muted} dateTime={change.at} title={momentText(change.at)}>
        {siteTime(change.at).clock}
      </time>
      <div className={`${layout.gap1} ${texts.breaks}`}>
        <p className={texts.bold} lang={languageOf(first)}>
          {first}
        </p>
        {others.map((sentence, index) => (
          // two sentences can be alike, and they never move
          <p key={index} lang={languageOf(sentence)}>
            {sentence}
          </p>
        ))}
        <p className={texts.hint}>
          {t('By {author}', { author: authorOf(change) })}
          {change.site_name !== null && ` · ${change.site_name}`}
        </p>
      </div>
      <div className={`${layout.wrap} ${styles.actions}`}>
        <Button
          variant="ghost"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          aria-label={t('Before and after: {change}', { change: first })}
          onClick={() => setOpen(!open)}
        >
          <Icon name="chevron-down" />
          {t('Before and after')}
        </Button>
        {canRestore(change) && (
          <Button aria-label={t('Restore: {change}', { change: first })} onClick={onRestore}>
            {t('Restore')}
          </Button>
        )}
      </div>
      <div id={id} className={styles.values} hidden={!open}>
        {open && <ChangeValues change={change} />}
      </div>
    </li>
  );
}

// Restoring what was there before a change

interface RestoreDialogProps {
  change: Change;
  labelOf: KeyLabel;
  onClose: () => void;
  onRestored: () => void;
}

function RestoreDialog({ change, labelOf, onClose, onRestored }: RestoreDialogProps) {
  const restore = useMutation({
    mutationFn: () => restoreChange(change.id),
    onSettled: invalidateRecords,
    onSuccess: onRestored,
    onError: (error) => {
      if (!restoreRefusal(error).final) console.error('The change could not be restored', error);
    },
  });
  const refusal = restore.isError ? restoreRefusal(restore.error) : null;

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Restore what was there before this change?')}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {t(refusal?.final ? 'Close' : 'Cancel')}
          </Button>
          {!refusal?.final && (
            <Button variant="primary" busy={restore.isPending} onClick={() => restore.mutate()}>
              {t(restore.isPending ? 'Restoring…' : 'Restore')}
            </Button>
          )}
        </>
      }
    >
      <div className={`${layout.gap3} ${texts.breaks}`}>
        <ul className={`${layout.gap1} ${texts.medium} ${styles.change}`}>
          {changeSentences(change, labelOf).map((sentence, index) => (
            // two sentences can be alike, and they never move
            <li key={index} lang={languageOf(sentence)}>
              {sentence}
            </li>
          ))}
        </ul>
        <p className={texts.muted}>
          {t('{site}, by {author}, {time}', {
            site: change.site_name ?? t('Site {id}', { id: `${change.site_id}` }),
            author: authorOf(change),
            time: momentText(change.at),
          })}
        </p>
        <p>
          {change.move
            ? t(
                'The visit is shown at {from} again as it was, and hidden at {to}. The log keeps both lines.',
                change.move,
              )
            : t(
                change.table_name === 'carpost'
                  ? 'The posts and failure counts go back to what they were before. The log keeps both lines.'
                  : 'What was changed goes back to what it was before; a visit that was added is hidden. The log keeps both lines.',
              )}
        </p>
        <ErrorNote>{refusal?.text}</ErrorNote>
      </div>
    </Dialog>
  );
}

interface RestoreRefusal {
  text: string;
  /** Whether trying again would not help. */
  final: boolean;
}

/** Has all that shows records or their changes read again; after an error too, which may hide a success. */
function invalidateRecords(): void {
  invalidateSites();
  for (const queryKey of [changesKey, failureQueryKey]) void queryClient.invalidateQueries({ queryKey });
}

function restoreRefusal(error: unknown): RestoreRefusal {
  const status = error instanceof RequestError ? error.status : 0;
  const { code } = serverRefusal(error);
  // a value is taken: only the name is unique
  if (code === '23505')
    return final(t('Another site has the old name now, and names are unique. Rename that site first.'));
  const there = movedRefusal(error);
  if (there)
    return final(
      t('This visit is at {site} now, so nothing was restored. Move it back from there first.', { site: there.site }),
    );
  // some gateways give a refusal another status
  if (status === 409 || code === 'PT409')
    return final(t('This has been changed again since, so nothing was restored. Restore the newer change first.'));
  if (status === 404) return final(t('This change is no longer in the log. Nothing was restored.'));
  if (status === 422) return final(t('This change cannot be undone: new records and keys stay. Nothing was restored.'));
  if (status >= 400 && status < 500)
    return { text: t('Error updating data. Nothing was restored. Try again.'), final: false };
  // any other failure may hide a success: the server may have restored it
  return { text: t('Error updating data. Check the top of the log before you try again.'), final: false };
}

function final(text: string): RestoreRefusal {
  return { text, final: true };
}

// The values before and after a change

function ChangeValues({ change }: { change: Change }) {
  const sites = useQuery(sitesQuery).data;
  const { groups, more } = changeGroups(change, (id) => sites?.find((site) => site.id === id)?.name);
  // when only the order has changed, or the values cannot be read
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
          // a post can have two entries of one type
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

/** A value before or after the change. It names its column, as rows have no head on a phone. */
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

/** The PDF of a task before or after a change; `url` as stored. */
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

/** The photos of a task before or after a change: removed ones stay in the bucket (`decisions §8`). */
function ChangePhotos({ side, photos }: { side: ChangedCellProps['side']; photos: readonly string[] }) {
  const signed = useQuery(thumbnailsQuery(photos));
  const [opened, setOpened] = useState<number | null>(null);
  const settled = signed.isSuccess || signed.isError;
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
            // a task may hold the same photo twice
            <li key={`${index} ${photo}`}>
              <button
                type="button"
                className={`${surface.bare} ${styles.open}`}
                aria-label={label}
                onClick={() => setOpened(index)}
              >
                <Thumbnail photo={photo} url={signed.data?.get(photo)} settled={settled} alt={label} />
              </button>
            </li>
          );
        })}
      </ul>
      {opened !== null && (
        <PhotoDialog
          photos={photos}
          title={t('Photos {side, select, before {before} other {after}} the change', { side })}
          date=""
          index={opened}
          onIndexChange={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
