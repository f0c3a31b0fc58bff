import { startTransition, useEffect, useMemo, useState } from 'react';
import { useNewTasks } from '../../components/task/use-new-tasks.ts';
import { OwnVisitDialogs } from '../../components/task-edit/OwnVisitDialogs.tsx';
import { useOwnVisits } from '../../components/task-edit/use-own-visits.ts';
import { TaskDialogs } from '../../components/task/TaskDialogs.tsx';
import { MissingTaskNotice } from '../../components/task/MissingTaskNotice.tsx';
import { useOpenedFile } from '../../components/task/use-opened-file.ts';
import { fileStemOf } from '../../lib/file-names.ts';
import { saveFile } from '../../lib/save-file.ts';
import { usePrinting } from '../../lib/screen/use-printing.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { YearReportOffer } from '../../components/YearReportOffer.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import { historyEntries } from './table/history-entries.ts';
import { filterText, orderValue } from './history-filter.ts';
import { HistoryCount } from './HistoryCount.tsx';
import { HistoryTable } from './table/HistoryTable.tsx';
import { KeepOffline } from './offline/KeepOffline.tsx';
import { MonthStrip } from './MonthStrip.tsx';
import { PrintSheet } from './PrintSheet.tsx';
import { taskCsv } from './task-csv.ts';
import { TaskDetails } from './TaskDetails.tsx';
import styles from './TaskHistory.module.css';
import type { ServiceHistory } from './use-history.ts';
import { visitsByMonth } from './visit-counts.ts';

interface TaskHistoryProps {
  record: SiteRecord;
  history: ServiceHistory;
  site: string | null;
  monthsShown: boolean;
  /** After clearing the filters, when the pressed button disappears. */
  onCleared: () => void;
}

export function TaskHistory({ record, history, site, monthsShown, onCleared }: TaskHistoryProps) {
  const { filter, order, words, visible, found, shown, change } = history;
  const { year, month } = filter;
  const { key } = order;
  const { opened, linked, below, openTask, showTask, openPhoto, openPdf, showPhoto, close } = useOpenedFile();
  const printing = usePrinting();
  const added = useNewTasks(record.id, visible);
  const visits = useOwnVisits(record);

  const strip = useMemo(() => visitsByMonth(found, year), [found, year]);
  const entries = useMemo(() => historyEntries(shown, key, visible), [shown, key, visible]);
  const detailed = linked ?? below;
  // what a link opens renders after the list: both at once would block a phone
  const [listed, setListed] = useState(false);
  useEffect(() => startTransition(() => setListed(true)), []);
  const details = listed ? visible.find(({ id }) => id === detailed) : undefined;

  const clear = () => {
    change({ q: '', year: '', month: '', kind: '' });
    onCleared();
  };
  const exportCsv = () =>
    saveFile(
      new Blob([taskCsv(shown)], { type: 'text/csv;charset=utf-8' }),
      `${fileStemOf(record.name, 'Service-History')}.csv`,
    );
  const empty = shown.length === 0;

  return (
    <>
      <div className={`${layout.tight} ${styles.history}`}>
        <MissingTaskNotice task={opened?.task ?? linked} tasks={visible} onDismiss={close} />
        <MonthStrip
          year={year}
          months={strip}
          chosen={month}
          onChoose={(chosen) => change({ month: chosen ?? '' })}
          shown={monthsShown}
        />
        <HistoryCount
          filter={filter}
          shown={shown.length}
          total={visible.length}
          added={shown.filter(({ id }) => added.has(id)).length}
          onClear={clear}
        >
          <Button disabled={empty} onClick={exportCsv}>
            <Icon name="download" />
            Export CSV
          </Button>
          <Button disabled={empty} onClick={() => print()}>
            <Icon name="printer" />
            Print
          </Button>
          <KeepOffline record={record} site={site} />
          <YearReportOffer record={record} site={site} preferred={year} compact />
        </HistoryCount>
        {!empty && (
          <HistoryTable
            entries={entries}
            words={words}
            added={added}
            site={site}
            order={order}
            onOrder={(next) => change({ sort: orderValue(next) })}
            onOpen={openTask}
            onPhoto={openPhoto}
            onPdf={openPdf}
          />
        )}
        {details && (
          <TaskDetails
            task={details}
            words={words}
            isNew={added.has(details.id)}
            among={shown}
            visible={visible}
            site={site}
            covered={opened !== null || visits.edited !== null || visits.toWithdraw !== null}
            own={visits.ids.has(details.id) ? visits.own : undefined}
            onShow={showTask}
            onPhoto={openPhoto}
            onPdf={openPdf}
            onClose={close}
          />
        )}
        <OwnVisitDialogs visits={visits} onWithdrawn={close} />
        <TaskDialogs tasks={visible} opened={opened} showPhoto={showPhoto} onClose={close} />
      </div>
      {printing && <PrintSheet tasks={shown} filter={filterText(filter)} now={printing} />}
    </>
  );
}
