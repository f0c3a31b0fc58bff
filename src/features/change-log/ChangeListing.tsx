import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OlderPages } from '../../components/OlderPages.tsx';
import { t } from '../../lib/language/translate.ts';
import { notify, withdrawToasts } from '../../lib/notify.ts';
import { isBatch, type Change, type KeyLabel } from '../../records/change-log/change-log.ts';
import { hiddenVisitTopic } from '../../records/task/task-queries.ts';
import { longDate } from '../../records/time.ts';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { BatchItem } from './BatchItem.tsx';
import { ChangeItem } from './ChangeItem.tsx';
import { isFilterEmpty, type ChangeFilter, changesQuery } from './changes-query.ts';
import { RestoreDialog } from './RestoreDialog.tsx';
import { UndoBatchDialog } from './UndoBatchDialog.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './ChangeLogRoute.module.css';

interface ChangeListingProps {
  filter: ChangeFilter;
  sites: readonly { id: number; name: string }[];
  labelOf: KeyLabel;
}

/** The changes that match a filter, by day, with the dialogs that restore a change or undo an action. */
export function ChangeListing({ filter, sites, labelOf }: ChangeListingProps) {
  const [toRestore, setToRestore] = useState<Change | null>(null);
  const [toUndo, setToUndo] = useState<Change | null>(null);
  const site = sites.find(({ name }) => name === filter.site);
  const isSiteUnknown = filter.site !== null && !site;
  const log = useInfiniteQuery({ ...changesQuery(site?.id ?? null, filter), enabled: !isSiteUnknown });

  if (isSiteUnknown) return <p role="status">{t('There is no site “{site}”.', { site: filter.site ?? '' })}</p>;
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
              <ChangeDays
                changes={changes}
                isGrouped={filter.words === ''}
                labelOf={labelOf}
                onRestore={setToRestore}
                onUndo={setToUndo}
              />
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
            // the offers to show hidden visits of this site again are outdated
            withdrawToasts((about) => about.startsWith(hiddenVisitTopic(toRestore.site_name ?? '', '')));
            notify.success(t('Restored. The log has a new line for it.'));
            setToRestore(null);
          }}
        />
      )}
      {toUndo?.batch && <UndoBatchDialog batch={toUndo.batch} labelOf={labelOf} onClose={() => setToUndo(null)} />}
    </section>
  );
}

/** @param hasMore whether older changes are not loaded yet */
function changeCountText(count: number, hasMore: boolean, filter: ChangeFilter): string {
  if (count === 0)
    return t(isFilterEmpty(filter) ? 'Nothing has been changed yet.' : 'No change matches these filters.');
  return hasMore
    ? t('The newest {count, plural, one {# change} other {# changes}}', { count })
    : t('{count, plural, one {# change} other {# changes}}', { count });
}

interface ChangeDaysProps {
  changes: readonly Change[];
  /** Whether all changes of an action share one line. */
  isGrouped: boolean;
  labelOf: KeyLabel;
  onRestore: (change: Change) => void;
  onUndo: (change: Change) => void;
}

function ChangeDays({ changes, isGrouped, labelOf, onRestore, onUndo }: ChangeDaysProps) {
  return daysOf(changes).map(([day, changesOfDay]) => (
    <section key={day} className={`${layout.gap4} ${styles.day}`} aria-label={day}>
      <h2 className={styles.date}>{day}</h2>
      <ul className={`${surface.box} ${styles.list}`}>
        {changesOfDay.map((change) =>
          isGrouped && isBatch(change) ? (
            <BatchItem
              key={change.id}
              newest={change}
              labelOf={labelOf}
              onRestore={onRestore}
              onUndo={() => onUndo(change)}
            />
          ) : (
            <ChangeItem key={change.id} change={change} labelOf={labelOf} onRestore={onRestore} />
          ),
        )}
      </ul>
    </section>
  ));
}

/** Groups the changes by day; days and changes have the given order. */
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
