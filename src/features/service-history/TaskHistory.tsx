import { useCallback, useDeferredValue, useMemo, useRef, type ReactNode, type Ref } from 'react';
import { useSearchParams } from 'react-router-dom';
import { KindSelect } from '../../components/task/KindSelect.tsx';
import { TaskDialogs } from '../../components/task/TaskDialogs.tsx';
import { TaskGone } from '../../components/task/TaskGone.tsx';
import { useOpenedFile } from '../../components/task/use-opened-file.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { taskCsv } from './task-csv.ts';
import { orderTasks } from './task-order.ts';
import { searchTasks, toSearch } from './task-search.ts';
import { inPeriod, visibleTasks } from '../../records/task/task.ts';
import { ofKind } from '../../records/task/visit-kind.ts';
import { visitsByMonth, visitsByYear } from './visit-counts.ts';
import { fileStemOf } from '../../lib/file-names.ts';
import { saveFile } from '../../lib/save-file.ts';
import { filterText, orderValue, readHistoryFilter, readOrder } from './history-filter.ts';
import { HistoryCount } from './HistoryCount.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { MonthStrip } from './MonthStrip.tsx';
import { PrintSheet } from './PrintSheet.tsx';
import { TaskDetails } from './TaskDetails.tsx';
import { YearReportOffer } from '../../reports/YearReportOffer.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import layout from '../../ui/layout.module.css';
import styles from './TaskHistory.module.css';
import { usePrinting } from '../../lib/use-printing.ts';
import { YearChips } from './YearChips.tsx';

/** `site` is the name that an admin picked. */
export function TaskHistory({ record, site }: { record: SiteRecord; site: string | null }) {
  const [params, change] = useHistoryParams();
  const filter = readHistoryFilter(params);
  const { year, month, kind } = filter;
  const { key, descending } = readOrder(params);
  const { opened, linked, openTask, openPhoto, openPdf, showPhoto, close } = useOpenedFile();
  const search = useRef<HTMLInputElement>(null);
  const printing = usePrinting();
  // letters appear at once, thousands of tasks follow
  const query = useDeferredValue(filter.query);

  const visible = useMemo(() => visibleTasks(record.tasks2024), [record.tasks2024]);
  const prepared = useMemo(() => toSearch(visible), [visible]);
  const found = useMemo(() => ofKind(searchTasks(prepared, query), kind), [prepared, query, kind]);
  const shown = useMemo(
    () => orderTasks(inPeriod(found, { year, month }), { key, descending }),
    [found, year, month, key, descending],
  );
  const years = useMemo(() => visitsByYear(found), [found]);
  const strip = useMemo(() => visitsByMonth(found, year), [found, year]);
  const named = opened?.task ?? linked;
  const details = visible.find(({ id }) => id === named);

  const clear = () => {
    change({ q: '', year: '', month: '', kind: '' });
    // the button that was pressed goes away
    search.current?.focus();
  };
  const exportCsv = () =>
    saveFile(
      new Blob([taskCsv(shown)], { type: 'text/csv;charset=utf-8' }),
      `${fileStemOf(record.name, 'Service-History')}.csv`,
    );

  return (
    <>
      <div className={`${layout.loose} ${styles.history}`}>
        <TaskGone task={named} tasks={visible} onDismiss={close} />
        <HistoryControls
          query={filter.query}
          onQuery={(q) => change({ q })}
          kind={kind ?? ''}
          onKind={(chosen) => change({ kind: chosen })}
          searchRef={search}
          empty={shown.length === 0}
          onExport={exportCsv}
        >
          <YearReportOffer record={record} site={site} preferred={year} />
        </HistoryControls>
        <YearChips years={years} chosen={year} onChoose={(chosen) => change({ year: chosen ?? '' })} />
        <MonthStrip
          year={year}
          months={strip}
          chosen={month}
          onChoose={(chosen) => change({ month: chosen ?? '' })}
          site={site}
        />
        <HistoryCount
          filter={filter}
          shown={shown.length}
          total={visible.length}
          order={{ key, descending }}
          onOrder={(sort) => change({ sort })}
          onClear={clear}
        />
        {shown.length > 0 && (
          <HistoryTable
            tasks={shown}
            order={{ key, descending }}
            onOrder={(order) => change({ sort: orderValue(order) })}
            onOpen={openTask}
          />
        )}
        {details && (
          <TaskDetails
            key={details.id}
            task={details}
            site={site}
            onPhoto={openPhoto}
            onPdf={openPdf}
            onClose={close}
          />
        )}
        <TaskDialogs tasks={visible} opened={opened} showPhoto={showPhoto} onClose={close} />
      </div>
      {printing && <PrintSheet tasks={shown} filter={filterText(filter)} now={printing} />}
    </>
  );
}

type Change = Partial<Record<'q' | 'year' | 'month' | 'kind' | 'sort', string>>;

/** The query string, and a way to change filters and order in it: replaced, so that Back leaves the page. */
function useHistoryParams(): [URLSearchParams, (change: Change) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (values: Change) =>
      setParams(
        (before) => {
          for (const [key, value] of Object.entries(values)) {
            if (value) before.set(key, value);
            else before.delete(key);
          }
          return before;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [params, change];
}

interface HistoryControlsProps {
  query: string;
  onQuery: (query: string) => void;
  kind: string;
  onKind: (kind: string) => void;
  searchRef: Ref<HTMLInputElement>;
  empty: boolean;
  onExport: () => void;
  children: ReactNode;
}

function HistoryControls({ query, onQuery, kind, onKind, searchRef, empty, onExport, children }: HistoryControlsProps) {
  return (
    <div className={`${layout.spread} ${styles.controls}`}>
      <div className={styles.search}>
        <SearchField label="Search titles and texts" inputRef={searchRef} value={query} onChange={onQuery} />
      </div>
      <div className={styles.kind}>
        <KindSelect value={kind} onChange={onKind} />
      </div>
      <div className={styles.actions}>
        <Button disabled={empty} onClick={onExport}>
          <Icon name="download" />
          Export CSV
        </Button>
        <Button disabled={empty} onClick={() => print()}>
          <Icon name="printer" />
          Print
        </Button>
      </div>
      {children}
    </div>
  );
}
