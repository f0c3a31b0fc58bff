import { useMemo, type ReactNode, type Ref } from 'react';
import { DayRangeField } from '../../components/DayRangeField.tsx';
import { KindSelect } from '../../components/task/TaskMarks.tsx';
import { rich } from '../../lib/language/rich.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { countFilters } from '../../lib/screen/list-filters.ts';
import { searchRemark } from '../../lib/text-search.ts';
import { directionOptions } from '../../records/task/common-filters.ts';
import { directionsOf } from '../../records/task/visit-direction.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';
import { orderKeys, orderLabels, orderValue, showsMonths, usualOrder, visitsByYear } from './history-filters.ts';
import { type ServiceHistory } from './use-history.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import styles from './TaskHistory.module.css';

interface HistoryControlsProps {
  history: ServiceHistory;
  /** The end of the site's contract as stored, whose year can be chosen. */
  contract: string | null;
  searchRef: Ref<HTMLInputElement>;
  /** For phones: whether the filters and the months are shown, and the toggle. */
  filtersShown: boolean;
  onFilters: () => void;
}

/** The search, and the filters; on a phone these are behind a button, so that the list begins on the first screen. */
export function HistoryControls({ history, contract, searchRef, filtersShown, onFilters }: HistoryControlsProps) {
  const { query, filter, order, searching, visible, found, change } = history;
  const { year, kind } = filter;
  const years = useMemo(() => visitsByYear(visible, found, year), [visible, found, year]);
  const { posts } = history.postList;
  const saysDirection = useMemo(
    () => visible.some(({ title }) => directionsOf(title, posts).length > 0),
    [visible, posts],
  );
  const active = countFilters(filter);
  return (
    <div className={`${layout.unprinted} ${styles.controls}`}>
      <SearchField
        label={t('Search titles and texts')}
        inputRef={searchRef}
        value={query}
        error={searchRemark(query)}
        onChange={(q) => change({ q })}
      />
      <Button
        className={styles.filtersButton}
        aria-expanded={filtersShown}
        aria-controls={showsMonths(filter) ? 'history-filters history-months' : 'history-filters'}
        onClick={onFilters}
      >
        <span>
          {active > 0
            ? rich('Filters <count>{active}</count> <spoken>set</spoken>', {
                active,
                count,
                spoken: visuallyHidden,
              })
            : t('Filters')}
        </span>
        <Icon name="chevron-down" />
      </Button>
      <div id="history-filters" className={`${styles.filters} ${filtersShown ? '' : styles.folded}`}>
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
          // a range says both, and a year beside it would leave nothing
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
        {(saysDirection || filter.direction !== null) && (
          <SelectField
            label={t('Direction')}
            value={filter.direction ?? ''}
            onChange={(direction) => change({ direction })}
            options={[{ value: '', label: t('Both directions') }, ...directionOptions()]}
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
    </div>
  );
}

const count = (inner: ReactNode) => <span className={surface.count}>{inner}</span>;
function orderOptions(searching: boolean) {
  const columns = orderKeys.flatMap((key) => {
    const way = (descending: boolean) => ({
      value: orderValue({ key, descending }, searching),
      label: said(orderLabels[key][descending ? 'descending' : 'ascending']),
    });
    return key === usualOrder.key ? [way(true), way(false)] : [way(false), way(true)];
  });
  return searching ? [{ value: '', label: t('Best match first') }, ...columns] : columns;
}
