import { useState, type Ref } from 'react';
import { Link } from 'react-router-dom';
import { AsOf } from '../../components/AsOf.tsx';
import { NearestNote } from '../../components/search/NearestNote.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { countFilters } from '../../lib/screen/list-filters.ts';
import { orderOptions, listOrderValue } from '../../lib/screen/list-order.ts';
import { searchRemark } from '../../lib/text-search.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { isArchived } from '../../records/site/archive.ts';
import { isUnreadEnd } from '../../records/site/contract.ts';
import type { WatchedSite } from '../../records/site/watched-site.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { archiveShow, overviewOrders } from './overview-list.ts';
import { ContractEndsDialog } from './selection/ContractEndsDialog.tsx';
import type { OverviewList } from './use-overview-list.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './OverviewRoute.module.css';

interface OverviewControlsProps {
  overview: OverviewList;
  inputRef: Ref<HTMLInputElement>;
  onExport: () => void;
  onCalendar: () => void;
}

/** The search, the order, and the buttons that export, print and save a calendar of the list. */
export function OverviewControls({ overview, inputRef, onExport, onCalendar }: OverviewControlsProps) {
  const { query, filter, order, list, change } = overview;
  const isEmpty = list.shown.length === 0;
  return (
    <div className={`${layout.wrap} ${styles.controls}`}>
      <div className={`${layout.unprinted} ${styles.search}`}>
        <SearchField
          label={t('Search by name, address or person')}
          inputRef={inputRef}
          value={query}
          error={searchRemark(query)}
          onChange={(q) => change({ q })}
        />
      </div>
      <div className={`${layout.unprinted} ${styles.order}`}>
        <SelectField
          label={t('Sort by')}
          value={listOrderValue(overviewOrders, order)}
          onChange={(sort) => change({ sort })}
          options={orderOptions(overviewOrders).map((option) => ({ ...option, label: said(option.label) }))}
        />
      </div>
      <div className={styles.actions}>
        <Button disabled={isEmpty} onClick={onExport}>
          <Icon name="download" />
          {t('Export CSV')}
        </Button>
        <Button disabled={isEmpty || filter.show === archiveShow} onClick={onCalendar}>
          <Icon name="calendar" />
          {t('Calendar')}
        </Button>
        <Button disabled={isEmpty} onClick={() => print()}>
          <Icon name="printer" />
          {t('Print')}
        </Button>
      </div>
    </div>
  );
}

interface OverviewCountProps {
  overview: OverviewList;
  /** All sites in use, or all archived sites while the archive is shown. */
  sites: readonly WatchedSite[];
  /** When the server answered, in milliseconds since 1970. */
  readAt: number;
  onClear: () => void;
}

/** The number of shown sites, the age of the data, and the ways to see more sites. */
export function OverviewCount({ overview, sites, readAt, onClear }: OverviewCountProps) {
  const { filter, list, namesFirst, corrections } = overview;
  const query = overview.query.trim();
  const shown = list.shown.length;
  return (
    <>
      <p className={`${texts.muted} ${texts.medium}`} role="status">
        {shown === 0 ? t('No site matches.') : foundSitesText(shown, sites.length, namesFirst)}
      </p>
      {shown > 0 && <NearestNote corrections={corrections} of="site" />}
      <AsOf at={readAt} />
      <UnreadEnds sites={sites} />
      {(query !== '' || countFilters(filter) > 0) && <Button onClick={onClear}>{t('Clear filters')}</Button>}
      {shown === 0 && query !== '' && (
        <Link to={linkTo(paths.visitSearch, { q: overview.query })}>
          {t('Search all visits for “{query}”', { query })}
        </Link>
      )}
    </>
  );
}

/** `300 sites`, or `12 of 300 sites, found by name first`. */
function foundSitesText(shown: number, all: number, namesFirst: boolean): string {
  const order = namesFirst ? 'names' : 'usual';
  return shown === all
    ? t('{all, plural, one {# site} other {# sites}}{order, select, names {, found by name first} other {}}', {
        all,
        order,
      })
    : t(
        '{shown} of {all, plural, one {# site} other {# sites}}{order, select, names {, found by name first} other {}}',
        { shown, all, order },
      );
}

/** A button with the number of contract ends that are not dates. It opens a dialog where they can be corrected. */
function UnreadEnds({ sites }: { sites: readonly WatchedSite[] }) {
  const [isOpen, setOpen] = useState(false);
  const count = sites.filter(({ row }) => !isArchived(row) && isUnreadEnd(row.contract_until)).length;
  return (
    <>
      {count > 0 && (
        <Button className={layout.unprinted} onClick={() => setOpen(true)}>
          <Icon name="calendar" />
          {t('{count, plural, one {# contract end is not a date} other {# contract ends are not dates}}', { count })}
        </Button>
      )}
      {isOpen && <ContractEndsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
