import { useMemo, useState, type ReactNode, type Ref } from 'react';
import { DayRangeField } from '../../components/DayRangeField.tsx';
import { KindSelect, PersonSelect } from '../../components/task/TaskMarks.tsx';
import { rich } from '../../lib/language/rich.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { clearedFilters, countFilters } from '../../lib/screen/list-filters.ts';
import { useNarrow } from '../../lib/screen/viewport.ts';
import { searchRemark } from '../../lib/text-search.ts';
import { directionOptions } from '../../records/task/common-filters.ts';
import { directionsOf } from '../../records/task/visit-direction.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';
import { historyFilters, visitsByYear } from './history-filters.ts';
import { orderKeys, orderLabels, orderValue, usualOrder } from './history-order.ts';
import { MonthStrip } from './MonthStrip.tsx';
import { type ServiceHistory } from './use-history.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import styles from './TaskHistory.module.css';

interface HistoryControlsProps {
  history: ServiceHistory;
  /** The end of the site's contract as saved. The contract year can be chosen as a range of days. */
  contract: string | null;
  searchRef: Ref<HTMLInputElement>;
}

/** The search and the filters. On a phone the filters are in a sheet, so that the list begins on the first screen. */
export function HistoryControls({ history, contract, searchRef }: HistoryControlsProps) {
  const { fields, change } = history;
  const isNarrow = useNarrow();
  return (
    <div className={`${layout.unprinted} ${styles.controls}`}>
      <SearchField
        label={t('Search titles and texts')}
        inputRef={searchRef}
        value={fields.query}
        error={searchRemark(fields.query)}
        onChange={(q) => change({ q })}
      />
      {isNarrow ? (
        <FilterSheet history={history} contract={contract} />
      ) : (
        <FilterFields history={history} contract={contract} />
      )}
    </div>
  );
}

type FilterProps = Pick<HistoryControlsProps, 'history' | 'contract'>;

const inCount = (inner: ReactNode) => <span className={surface.count}>{inner}</span>;

/** A button with the number of set filters opens the sheet. The button that closes the sheet says how many visits remain. */
function FilterSheet({ history, contract }: FilterProps) {
  const [open, setOpen] = useState(false);
  const { fields, shown, change } = history;
  const active = countFilters(fields.filter);
  const close = () => setOpen(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {active > 0
          ? rich('Filters <count>{active}</count> <spoken>set</spoken>', {
              active,
              count: inCount,
              spoken: visuallyHidden,
            })
          : t('Filters')}
      </Button>
      <Dialog
        open={open}
        size="sheet"
        title={t('Filters')}
        onClose={close}
        footer={
          <>
            {active > 0 && <Button onClick={() => change(clearedFilters(historyFilters))}>{t('Clear filters')}</Button>}
            <Button variant="primary" className={styles.showFound} onClick={close}>
              {t('Show {count, plural, =0 {no visit} one {# visit} other {# visits}}', { count: shown.length })}
            </Button>
          </>
        }
      >
        <div className={styles.sheetFields}>
          <FilterFields history={history} contract={contract} />
        </div>
        <MonthStrip history={history} />
      </Dialog>
    </>
  );
}

function FilterFields({ history, contract }: FilterProps) {
  const { order, searching, visible, found, change } = history;
  const { filter } = history.fields;
  const { year, kind } = filter;
  const years = useMemo(() => visitsByYear(visible, found, year), [visible, found, year]);
  const { posts } = history.postList;
  const hasOpenFollowUps = useMemo(
    () => [...history.followUps.values()].some((followUps) => followUps.some(({ end }) => end === null)),
    [history.followUps],
  );
  const hasDirections = useMemo(
    () => visible.some(({ title }) => directionsOf(title, posts).length > 0),
    [visible, posts],
  );
  return (
    <div className={styles.filters}>
      <SelectField
        label={t('Year')}
        value={year ?? ''}
        onChange={(chosen) => change({ year: chosen, from: null, to: null })}
        options={[
          { value: '', label: t('All years') },
          ...years.map((yearCount) => ({ value: yearCount.year, label: `${yearCount.year} (${yearCount.visits})` })),
        ]}
      />
      <DayRangeField
        from={filter.from}
        to={filter.to}
        contract={contract}
        // a year beside a range of days could exclude all visits, so it is reset
        onChange={(range) => change({ ...range, year: null, month: null })}
      />
      <KindSelect value={kind ?? ''} onChange={(chosen) => change({ kind: chosen })} />
      {posts.length > 0 && (
        <SelectField
          label={t('Car post')}
          value={filter.post ?? ''}
          onChange={(post) => change({ post })}
          options={[{ value: '', label: t('All posts') }, ...posts.map((post) => ({ value: post, label: post }))]}
        />
      )}
      {(hasDirections || filter.direction !== null) && (
        <SelectField
          label={t('Direction')}
          value={filter.direction ?? ''}
          onChange={(direction) => change({ direction })}
          options={[{ value: '', label: t('Both directions') }, ...directionOptions()]}
        />
      )}
      <PersonSelect people={history.people} value={filter.by ?? ''} onChange={(by) => change({ by })} />
      {(hasOpenFollowUps || filter.follow !== null) && (
        <SelectField
          label={t('Recommendations')}
          value={filter.follow ?? ''}
          onChange={(follow) => change({ follow })}
          options={[
            { value: '', label: t('All visits') },
            { value: 'open', label: t('With open ones') },
          ]}
        />
      )}
      <div className={styles.order}>
        <SelectField
          label={t('Sort by')}
          value={orderValue(order, searching)}
          onChange={(sort) => change({ sort })}
          options={orderOptions(searching)}
        />
      </div>
    </div>
  );
}

/** The orders as options. Each column has its usual direction first. */
function orderOptions(searching: boolean) {
  const columns = orderKeys.flatMap((key) => {
    const optionOf = (descending: boolean) => ({
      value: orderValue({ key, descending }, searching),
      label: said(orderLabels[key][descending ? 'descending' : 'ascending']),
    });
    return key === usualOrder.key ? [optionOf(true), optionOf(false)] : [optionOf(false), optionOf(true)];
  });
  return searching ? [{ value: '', label: t('Best match first') }, ...columns] : columns;
}
