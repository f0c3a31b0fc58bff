import { useMemo, type Ref } from 'react';
import { KindSelect } from '../../components/task/KindSelect.tsx';
import { monthLabel } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SearchField } from '../../ui/field/SearchField.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { orderValue } from './history-filter.ts';
import styles from './HistoryControls.module.css';
import { orderKeys, orderLabels, usualOrder } from './task-order.ts';
import type { ServiceHistory } from './use-history.ts';
import { visitsByYear } from './visit-counts.ts';

interface HistoryControlsProps {
  history: ServiceHistory;
  searchRef: Ref<HTMLInputElement>;
  /** For phones: whether the months are shown, and the toggle. */
  monthsShown: boolean;
  onMonths: () => void;
}

const orders = orderKeys.flatMap((key) => {
  const way = (descending: boolean) => ({
    value: orderValue({ key, descending }),
    label: orderLabels[key][descending ? 'descending' : 'ascending'],
  });
  return key === usualOrder.key ? [way(true), way(false)] : [way(false), way(true)];
});

export function HistoryControls({ history, searchRef, monthsShown, onMonths }: HistoryControlsProps) {
  const { filter, order, visible, found, change } = history;
  const { year, month, kind } = filter;
  const years = useMemo(() => visitsByYear(visible, found, year), [visible, found, year]);
  return (
    <div className={styles.controls}>
      <div className={styles.search}>
        <SearchField
          label="Search titles and texts"
          inputRef={searchRef}
          value={filter.query}
          onChange={(q) => change({ q })}
        />
      </div>
      <SelectField
        label="Year"
        value={year ?? ''}
        onChange={(chosen) => change({ year: chosen })}
        options={[
          { value: '', label: 'All years' },
          ...years.map((one) => ({ value: one.year, label: `${one.year} (${one.visits})` })),
        ]}
      />
      <KindSelect value={kind ?? ''} onChange={(chosen) => change({ kind: chosen })} />
      <SelectField label="Sort by" value={orderValue(order)} onChange={(sort) => change({ sort })} options={orders} />
      <Button className={styles.months} aria-expanded={monthsShown} aria-controls="history-months" onClick={onMonths}>
        {month === null ? 'Months' : monthLabel(month)}
        <Icon name="chevron-down" />
      </Button>
    </div>
  );
}
