import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { ChooseButton } from '../../components/chosen/ChooseButton.tsx';
import { PrintedList } from '../../components/print/PrintedList.tsx';
import { PrintedVisitReport } from '../../components/print/PrintedVisits.tsx';
import { MissingTaskNotice } from '../../components/task-edit/MissingTaskNotice.tsx';
import { useVisitActions } from '../../components/task-edit/use-visit-actions.ts';
import { VisitChange } from '../../components/task-edit/VisitChange.tsx';
import { TaskDialogs, useOpenedFile } from '../../components/task/TaskDialogs.tsx';
import { useNewTasks } from '../../components/task/use-new-tasks.ts';
import { YearReportOffer } from '../../components/YearReportOffer.tsx';
import { csvFile } from '../../lib/csv.ts';
import { canStoreFiles } from '../../lib/device/copies.ts';
import { currentOwner } from '../../lib/device/session-copies.ts';
import { t } from '../../lib/language/translate.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useNarrow, usePrinting } from '../../lib/screen/viewport.ts';
import { useStore } from '../../lib/store.ts';
import { knownFaultNames } from '../../records/fault/known-names.ts';
import { downloadJob } from '../../records/offline/download-sites.ts';
import { pinnedSiteQuery, pinnedText } from '../../records/offline/pinned-sites.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { taskCsv } from '../../records/task/task-csv.ts';
import { hasPdf, type Task } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LoadError } from '../../ui/message/Notice.tsx';
import { filterText, historyFileStem } from './history-filters.ts';
import { orderValue } from './history-order.ts';
import { HistoryChosenBar } from './HistoryChosenBar.tsx';
import { HistoryCount } from './HistoryCount.tsx';
import { MonthStrip } from './MonthStrip.tsx';
import { OfflineCopyDialog } from './OfflineCopyDialog.tsx';
import { historyEntries } from './table/history-entries.ts';
import { HistoryTable } from './table/HistoryTable.tsx';
import { TaskDetails } from './TaskDetails.tsx';
import { useChosenVisits, type VisitChoice } from './use-chosen-visits.ts';
import { type ServiceHistory } from './use-history.ts';
import layout from '../../ui/layout.module.css';
import styles from './TaskHistory.module.css';

interface TaskHistoryProps {
  record: SiteRecord;
  history: ServiceHistory;
  site: string | null;
  /** Called after filters were removed, because the pressed button disappears. */
  onCleared: () => void;
}

export function TaskHistory({ record, history, site, onCleared }: TaskHistoryProps) {
  const { query, filter, order, words, searching, visible, shown, change } = history;
  const { opened, linked, taskBelow, openTask, showTask, openPhoto, openPdf, showPhoto, close } = useOpenedFile();
  // on a phone, the strip of months is in the sheet of filters
  const isNarrow = useNarrow();
  const newTasks = useNewTasks(record.id, visible);

  const choice = useChosenVisits(visible, shown);
  const entries = useMemo(() => historyEntries(shown, order.key, visible), [shown, order.key, visible]);
  const detailedId = linked ?? taskBelow;
  const visits = useVisitActions({
    site: record,
    period: { year: filter.year, month: filter.month },
    onLeave: (id) => {
      if (id === detailedId) close();
    },
    linkTo: (filed) => linkTo(paths.serviceHistory, { ...filed, site }),
  });
  const isListed = useSecondRender();
  const details = isListed ? visible.find(({ id }) => id === detailedId) : undefined;

  // an open task is printed instead of the list
  const printedTask = details ?? visible.find(({ id }) => id === opened?.task);

  const changeAndFocus = (values: Parameters<typeof change>[0]) => {
    change(values);
    onCleared();
  };
  const stem = historyFileStem(record.name, filter, query);

  return (
    <>
      <div className={`${layout.gap3} ${layout.unprinted} ${styles.history}`}>
        <MissingTaskNotice
          taskId={opened?.task ?? linked}
          opened={opened}
          tasks={visible}
          site={record}
          onDismiss={close}
        />
        <VisitChange visits={visits} />
        {!isNarrow && <MonthStrip history={history} />}
        <FailedPosts postList={history.postList} />
        <HistoryCount
          history={history}
          site={site}
          newCount={shown.filter(({ id }) => newTasks.has(id)).length}
          onChange={changeAndFocus}
        >
          <HistoryActions {...{ record, site, shown, choice }} year={filter.year} fileStem={stem} />
        </HistoryCount>
        {shown.length > 0 && (
          <HistoryTable
            entries={entries}
            words={words}
            newTasks={newTasks}
            followUps={history.followUps}
            record={record.name}
            siteId={record.id}
            site={site}
            order={order}
            onOrder={(next) => change({ sort: orderValue(next, searching) })}
            chosen={choice.ids}
            onChoose={choice.select}
            ids={visits.ids}
            actions={visits.actions}
            onOpen={openTask}
            onPhoto={openPhoto}
            onPdf={openPdf}
          />
        )}
        <HistoryChosenBar record={record} choice={choice} matching={shown.length} />
        {details && (
          <TaskDetails
            record={record}
            task={details}
            words={words}
            isNew={newTasks.has(details.id)}
            followUps={history.followUps.get(details.id)}
            posts={history.postList.posts}
            among={shown}
            site={site}
            covered={opened !== null || visits.isOpen}
            actions={visits.ids.has(details.id) ? visits.actions : undefined}
            onShow={showTask}
            onPhoto={openPhoto}
            onPdf={openPdf}
            onClose={close}
          />
        )}
        <TaskDialogs site={record.name} tasks={visible} opened={opened} showPhoto={showPhoto} onClose={close} />
      </div>
      {printedTask ? (
        <PrintedVisitReport site={record} visit={printedTask} />
      ) : (
        <PrintedHistory site={record.id} tasks={choice.printed} filter={filterText(filter, query)} name={stem} />
      )}
    </>
  );
}

interface PrintedHistoryProps {
  /** The id of the site. */
  site: number;
  tasks: readonly Task[];
  /** The filters in words. */
  filter: string;
  /** The name that a file with the same list would have. */
  name: string;
}

function PrintedHistory({ site, tasks, filter, name }: PrintedHistoryProps) {
  const printing = usePrinting();
  if (!printing) return null;
  const names = knownFaultNames(site);
  const rows = tasks.map((task) => ({
    ...task,
    names,
    key: task.id,
    text: task.tasks,
    pdf: hasPdf(task),
    photos: task.urls.length,
  }));
  return <PrintedList rows={rows} filter={filter} name={name} now={printing} />;
}

/** Says that the posts of the site could not be loaded, if the filter needs them. */
function FailedPosts({ postList }: Pick<ServiceHistory, 'postList'>) {
  if (!postList.hasFailed) return null;
  return (
    <LoadError
      message={t('The posts of this site could not be loaded.')}
      busy={postList.isFetching}
      onRetry={() => void postList.refetch()}
    />
  );
}

/** False in the first render. The task that a link opens renders after the list, because both together would block a phone. */
function useSecondRender(): boolean {
  const [isSecond, setIsSecond] = useState(false);
  useEffect(() => startTransition(() => setIsSecond(true)), []);
  return isSecond;
}

interface HistoryActionsProps {
  record: SiteRecord;
  /** The site that was picked; null for a client. */
  site: string | null;
  /** The chosen year; null for all years. */
  year: string | null;
  shown: readonly Task[];
  /** The name of a file with the shown tasks, without its extension. */
  fileStem: string;
  choice: VisitChoice;
}

/** The actions for the history: choose visits, export, print, keep offline, and the year report. */
function HistoryActions(props: HistoryActionsProps) {
  const { record, site, year, shown, fileStem, choice } = props;
  const isEmpty = shown.length === 0;
  return (
    <>
      <ChooseButton isChoosing={choice.isChoosing} isEmpty={isEmpty} onBegin={choice.begin} onEnd={choice.end} />
      <Button disabled={isEmpty} onClick={() => saveFile(csvFile(taskCsv(shown)), `${fileStem}.csv`)}>
        <Icon name="download" />
        {t('Export CSV')}
      </Button>
      <Button disabled={isEmpty} onClick={() => print()}>
        <Icon name="printer" />
        {t('Print')}
      </Button>
      <OfflineCopy record={record} site={site} />
      <YearReportOffer record={record} site={site} preferred={year} />
    </>
  );
}

interface OfflineCopyProps {
  record: SiteRecord;
  /** The site that was picked; null for a client. */
  site: string | null;
}

/** *Keep this site for offline*, or the progress of the download. Absent for admins and in old browsers, which store no copies. */
function OfflineCopy(props: OfflineCopyProps) {
  return currentOwner() !== null && canStoreFiles() ? <OfflineCopyButton {...props} /> : null;
}

function OfflineCopyButton({ record, site }: OfflineCopyProps) {
  const pinned = useQuery(pinnedSiteQuery(record.id)).data;
  const job = useStore(downloadJob);
  const [open, setOpen] = useState(false);
  const files = job?.current?.id === record.id ? job.files : null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name={pinned?.missing === 0 && !files ? 'check' : 'download'} />
        {files
          ? t('Keeping {done} of {total}…', { done: files.done, total: files.total })
          : pinned
            ? pinnedText(pinned)
            : t('Keep this site for offline')}
      </Button>
      {open && <OfflineCopyDialog record={record} site={site} pinned={pinned ?? null} onClose={() => setOpen(false)} />}
    </>
  );
}
