import { startTransition, useEffect, useLayoutEffect, useMemo, useState, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNewTasks } from '../../components/task/use-new-tasks.ts';
import { ChangedVisit } from '../../components/task-edit/ChangedVisit.tsx';
import { useVisitActions, type VisitActions } from '../../components/task-edit/use-visit-actions.ts';
import { TaskDialogs, useOpenedFile } from '../../components/task/TaskDialogs.tsx';
import { MissingTaskNotice } from '../../components/task-edit/MissingTaskNotice.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { csvFile } from '../../lib/csv.ts';
import { usePrinting } from '../../lib/screen/viewport.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { PrintedVisitReport } from '../../components/print/PrintedVisits.tsx';
import { YearReportOffer } from '../../components/YearReportOffer.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import texts from '../../ui/text.module.css';
import layout from '../../ui/layout.module.css';
import { keepsFiles } from '../../lib/device/copies.ts';
import { sessionOwner } from '../../lib/device/session-copies.ts';
import { monthLabel, monthOfYear, shortMonth, type Month, momentText } from '../../records/time.ts';
import { MisfiledNote, TaskTexts } from '../../components/task/TaskMarks.tsx';
import { hasPdf, languageOf, type Task, canReport, firstPhotos, inPeriod } from '../../records/task/task.ts';
import { visitKindLabel, visitTitle } from '../../records/task/visit.ts';
import { historyEntries, HistoryTable } from './table/HistoryTable.tsx';
import { type ServiceHistory } from './use-history.ts';
import { filterText, historyFileStem, orderValue, visitsByMonth, taskCsv } from './history-filters.ts';
import { HistoryCount } from './HistoryCount.tsx';
import styles from './TaskHistory.module.css';
import { useStore } from '../../lib/store.ts';
import { keepJob } from '../../records/offline/keep-sites.ts';
import { keptSiteQuery, keptText } from '../../records/offline/kept-sites.ts';
import { KeepDialog } from './KeepDialog.tsx';
import { Link } from 'react-router-dom';
import { TaskCard } from '../../components/task/TaskCard.tsx';
import { useWhen } from '../../lib/screen/timing.ts';
import { thumbnailsQuery } from '../../records/task/task-queries.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { LoadError } from '../../ui/message/Notice.tsx';
import { linkTo, toMonth } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { useKeys } from '../../lib/screen/keyboard.ts';
import { message, said, t, tIn, inEnglish } from '../../lib/language/translate.ts';

interface TaskHistoryProps {
  record: SiteRecord;
  history: ServiceHistory;
  site: string | null;
  filtersShown: boolean;
  /** Called after filters were taken away, when the pressed button disappears. */
  onCleared: () => void;
}

export function TaskHistory({ record, history, site, filtersShown, onCleared }: TaskHistoryProps) {
  const { query, filter, order, words, searching, visible, found, shown, change } = history;
  const { year, month } = filter;
  const { key } = order;
  const { opened, linked, below, openTask, showTask, openPhoto, openPdf, showPhoto, close } = useOpenedFile();
  const printing = usePrinting();
  const added = useNewTasks(record.id, visible);

  const strip = useMemo(() => visitsByMonth(found, year), [found, year]);
  const entries = useMemo(() => historyEntries(shown, key, visible), [shown, key, visible]);
  const detailed = linked ?? below;
  const visits = useVisitActions({
    site: record,
    period: { year, month },
    onLeave: (id) => {
      if (id === detailed) close();
    },
    linkTo: (filed) => linkTo(paths.serviceHistory, { ...filed, site }),
  });
  // the task that a link opens renders after the list: both at once would block a phone
  const [listed, setListed] = useState(false);
  useEffect(() => startTransition(() => setListed(true)), []);
  const details = listed ? visible.find(({ id }) => id === detailed) : undefined;

  // what is open is printed, not the list behind it
  const printedTask = details ?? visible.find(({ id }) => id === opened?.task);

  const changeHere = (values: Parameters<typeof change>[0]) => {
    change(values);
    onCleared();
  };
  const stem = historyFileStem(record.name, filter, query);
  const exportCsv = () => saveFile(csvFile(taskCsv(shown)), `${stem}.csv`);
  const empty = shown.length === 0;

  return (
    <>
      <div className={`${layout.tight} ${layout.unprinted} ${styles.history}`}>
        <MissingTaskNotice
          task={opened?.task ?? linked}
          opened={opened}
          tasks={visible}
          site={record}
          onDismiss={close}
        />
        <ChangedVisit visits={visits} />
        <MonthStrip
          year={year}
          months={strip}
          chosen={month}
          onChoose={(chosen) => change({ month: chosen ?? '' })}
          shown={filtersShown}
        />
        {history.postList.hasFailed && (
          <LoadError
            message={t('The posts of this site could not be loaded.')}
            onRetry={() => void history.postList.refetch()}
          />
        )}
        <HistoryCount
          history={history}
          site={site}
          added={shown.filter(({ id }) => added.has(id)).length}
          onChange={changeHere}
        >
          <Button disabled={empty} onClick={exportCsv}>
            <Icon name="download" />
            {t('Export CSV')}
          </Button>
          <Button disabled={empty} onClick={() => print()}>
            <Icon name="printer" />
            {t('Print')}
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
            onOrder={(next) => change({ sort: orderValue(next, searching) })}
            ids={visits.ids}
            actions={visits.actions}
            onOpen={openTask}
            onPhoto={openPhoto}
            onPdf={openPdf}
          />
        )}
        {details && (
          <TaskDetails
            record={record}
            task={details}
            words={words}
            isNew={added.has(details.id)}
            among={shown}
            visible={visible}
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
        printing && <PrintSheet tasks={shown} filter={filterText(filter, query)} name={stem} now={printing} />
      )}
    </>
  );
}

interface KeepOfflineProps {
  record: SiteRecord;
  /** The site that was picked; null for a client. */
  site: string | null;
}

/** *Keep this site for offline*, or its progress. Nothing for admins and old browsers, which keep nothing. */
function KeepOffline(props: KeepOfflineProps) {
  return sessionOwner() !== null && keepsFiles() ? <KeepButton {...props} /> : null;
}

function KeepButton({ record, site }: KeepOfflineProps) {
  const kept = useQuery(keptSiteQuery(record.id)).data;
  const job = useStore(keepJob);
  const [open, setOpen] = useState(false);
  const files = job?.current?.id === record.id ? job.files : null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name={kept?.missing === 0 && !files ? 'check' : 'download'} />
        {files
          ? t('Keeping {done} of {total}…', { done: files.done, total: files.total })
          : kept
            ? keptText(kept)
            : t('Keep this site for offline')}
      </Button>
      {open && <KeepDialog record={record} site={site} kept={kept ?? null} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MonthStripProps {
  /** Null for all years together. */
  year: string | null;
  /** January first. */
  months: readonly { month: Month; visits: number }[];
  /** Null for all. */
  chosen: Month | null;
  onChoose: (month: Month | null) => void;
  /** Whether the months are shown on a phone, where a button toggles them. */
  shown: boolean;
}

/** The choice of a month, as radio buttons: one tab stop with arrow keys inside, where thirteen would be in the way. */
function MonthStrip({ year, months, chosen, onChoose, shown }: MonthStripProps) {
  const all = months.reduce((sum, { visits }) => sum + visits, 0);
  return (
    <fieldset id="history-months" className={`${styles.strip} ${shown ? '' : styles.folded}`}>
      <legend className={layout.spoken}>
        {year === null ? t('Visits by month, all years') : t('Visits in {year}', { year })}
      </legend>
      {[{ month: null, visits: all }, ...months].map(({ month, visits }) => {
        return (
          <label
            key={month}
            className={`${layout.line} ${texts.faint} ${styles.month} ${visits > 0 ? styles.visited : ''} ${month === chosen ? styles.chosen : ''}`}
          >
            <input
              type="radio"
              name="history-month"
              className={styles.input}
              checked={month === chosen}
              aria-label={monthChoiceText(month, year, visits)}
              onChange={() => onChoose(month)}
            />
            <span className={`${texts.smallest} ${texts.medium}`}>
              {month === null ? tIn('of the months', 'All') : shortMonth(month)}
            </span>{' '}
            <span className={styles.figure}>{visits}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** A month to choose, and how many visits it has: `March 2026, 3 visits`. */
function monthChoiceText(month: Month | null, year: string | null, visits: number): string {
  if (month !== null)
    return t('{month}, {visits, plural, one {# visit} other {# visits}}', {
      month: year === null ? monthLabel(month) : monthOfYear(month, year),
      visits,
    });
  return year === null
    ? t('All months, {visits, plural, one {# visit} other {# visits}}', { visits })
    : t('All months {year}, {visits, plural, one {# visit} other {# visits}}', { year, visits });
}

const printedHeads = [
  { head: message('Date'), width: styles.date },
  { head: message('Kind'), width: styles.kind },
  { head: message('Title'), width: styles.title },
  { head: message('Text') },
  { head: message('PDF'), width: styles.pdf },
  { head: message('Photos'), width: styles.photos },
];

interface PrintSheetProps {
  tasks: readonly Task[];
  /** The filters in words. */
  filter: string;
  /** Of a file that holds the same. */
  name: string;
  now: Date;
}

/** Prints every task of the filter: the list on the screen renders only the rows in view. */
function PrintSheet({ tasks, filter, name, now }: PrintSheetProps) {
  // browsers name a PDF by the title of the page
  useLayoutEffect(() => {
    const before = document.title;
    document.title = name;
    return () => {
      document.title = before;
    };
  }, [name]);
  return (
    <section className={styles.sheet} aria-label={t('Print')}>
      <p className={styles.facts}>
        <span>{filter}</span>
        <span>{t('{count, plural, one {# visit} other {# visits}}', { count: tasks.length })}</span>
        <span>{t('Printed on {moment}', { moment: momentText(now) })}</span>
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            {printedHeads.map(({ head, width }) => (
              <th key={inEnglish(head)} scope="col" className={width}>
                {said(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <tr key={task.id}>
              <td>
                {momentText(task.time)}
                <MisfiledNote task={task} />
              </td>
              <td>{visitKindLabel(task.kind)}</td>
              <td lang={languageOf(task.title)}>
                {visitTitle(task)}
                <TaskTexts task={task} />
              </td>
              <td className={styles.words} lang={languageOf(task.tasks)}>
                {task.tasks}
              </td>
              <td>{hasPdf(task) ? t('Yes') : t('No')}</td>
              <td className={styles.photos}>{task.urls.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface TaskDetailsProps {
  record: SiteRecord;
  task: Task;
  words: readonly string[];
  isNew: boolean;
  /** The listed tasks, in order; a link may lead to a task that the filters leave out. */
  among: readonly Task[];
  /** All visible tasks of the site. */
  visible: readonly Task[];
  site: string | null;
  /** Whether a photo, PDF or form covers the task and handles the keys. */
  covered: boolean;
  /** Set while the task can be changed here. */
  actions: VisitActions | undefined;
  onShow: (task: number) => void;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
  onClose: () => void;
}

/** An open task, with buttons to its neighbours in the list, so that people can read on without closing it. */
function TaskDetails(props: TaskDetailsProps) {
  const { record, task, words, isNew, among, visible, site, covered, actions, onShow, onPhoto, onPdf, onClose } = props;
  const signing = useQuery(thumbnailsQuery(firstPhotos(task)));
  const card = useRef<HTMLDivElement>(null);
  const first = useRef(task.id);
  // another task is shown from its top
  useWhen(task.id, (id) => {
    if (first.current !== id) card.current?.scrollIntoView({ block: 'start' });
    first.current = id;
  });
  const { year, month } = task;
  const report = canReport({ year, month }, inPeriod(visible, { year, month }).length);
  return (
    <Dialog
      open
      size="large"
      title={t('Visit details')}
      onClose={onClose}
      footer={
        <>
          <Link className={`${layout.target} ${styles.monthLink}`} to={toMonth(year, month, site)}>
            {report
              ? t('All of {month} and its report', { month: monthOfYear(month, year) })
              : t('All of {month}', { month: monthOfYear(month, year) })}
          </Link>
          <TaskSteps task={task.id} among={among} still={covered} onShow={onShow} />
        </>
      }
    >
      {hasFailed(signing) && (
        <LoadError
          message={t('The photos could not be loaded.')}
          busy={signing.isFetching}
          onRetry={() => void signing.refetch()}
        />
      )}
      <div ref={card} className={styles.card}>
        <TaskCard
          key={task.id}
          site={record}
          task={task}
          linked={false}
          words={words}
          isNew={isNew}
          thumbnails={signing.data}
          signed={signing.isSuccess || signing.isError}
          onPhoto={onPhoto}
          onPdf={onPdf}
          actions={actions}
        />
      </div>
    </Dialog>
  );
}

interface TaskStepsProps {
  task: number;
  /** In the order of the list. */
  among: readonly Task[];
  /** Leaves the arrow keys to what covers the task. */
  still: boolean;
  onShow: (task: number) => void;
}

/** Leads to the previous and next task of the list, by buttons and arrow keys; empty for a task outside the list. */
function TaskSteps({ task, among, still, onShow }: TaskStepsProps) {
  const place = among.findIndex(({ id }) => id === task);
  const previous = among[place - 1]?.id;
  const next = place === -1 ? undefined : among[place + 1]?.id;

  const step = (target: number | undefined) => (target === undefined ? undefined : () => onShow(target));
  useKeys(still ? null : { ArrowLeft: step(previous), ArrowRight: step(next) });

  if (place === -1 || among.length < 2) return null;
  return (
    <div className={`${layout.line} ${styles.steps}`} role="group" aria-label={t('Tasks of the list')}>
      {/* disabled with ARIA at the ends, to keep the focus */}
      <Button aria-disabled={previous === undefined} onClick={step(previous)}>
        <Icon name="chevron-left" />
        {t('Previous')}
      </Button>
      <span className={`${texts.muted} ${styles.place}`} role="status">
        {t('{place} of {count}', { place: place + 1, count: among.length })}
      </span>
      <Button aria-disabled={next === undefined} onClick={step(next)}>
        {t('Next')}
        <Icon name="chevron-right" />
      </Button>
    </div>
  );
}
