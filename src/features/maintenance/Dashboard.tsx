import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { useSearchParams, Link } from 'react-router-dom';
import { PrintButton, PrintedVisitReport, PrintedVisits } from '../../components/print/PrintedVisits.tsx';
import { MissingTaskNotice } from '../../components/task-edit/MissingTaskNotice.tsx';
import { useVisitActions } from '../../components/task-edit/use-visit-actions.ts';
import { VisitChange } from '../../components/task-edit/VisitChange.tsx';
import { TaskDialogs, useOpenedFile } from '../../components/task/TaskDialogs.tsx';
import { useNewTasks } from '../../components/task/use-new-tasks.ts';
import { useToday } from '../../components/use-today.ts';
import { rich } from '../../lib/language/rich.tsx';
import { t } from '../../lib/language/translate.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { toMonth } from '../../records/portal-links.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import {
  countTasks,
  firstPhotos,
  hasPdf,
  hasPhotos,
  inPeriod,
  visibleTasks,
  type Task,
  canReport,
  type TaskFilter,
} from '../../records/task/task.ts';
import { kindText, listedText, ofKind, readKindFilter, type KindFilter } from '../../records/task/visit.ts';
import { monthOfYear, shortMonth, type Month, isMonth, taskYears, months, siteMonth } from '../../records/time.ts';
import { monthlyReportOf } from '../../reports/report-data.ts';
import { startReport, useReportRunning, warmReports } from '../../reports/report-job.ts';
import type { ReportRequest } from '../../reports/report-request.ts';
import { monthFigures, visitFigures } from '../../reports/report-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';
import { blockSize, TaskList } from './list/TaskList.tsx';
import { MissedVisit } from './MissedVisit.tsx';
import buttons from '../../ui/Button.module.css';
import links from '../../ui/ButtonLink.module.css';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './Dashboard.module.css';

export function Dashboard({ site }: { site: SiteRecord }) {
  const tasks = site.tasks2024;
  const [params] = useQueryValues<'year' | 'month' | 'kind'>();
  const { year, month, has, kind } = readDashboardFilter(params);
  const wantsPdf = has.includes('pdf');
  const wantsPhotos = has.includes('photos');
  // `opened`: the photo or PDF that the URL names; `linked`: the id of the task that it names without a file
  const { opened, linked, openPhoto, openPdf, showPhoto, close } = useOpenedFile();

  const visible = useMemo(() => visibleTasks(tasks), [tasks]);
  const added = useNewTasks(site.id, visible);
  const visits = useVisitActions({
    site,
    period: { year, month },
    onLeave: (id) => {
      if (id === (opened?.task ?? linked)) close();
    },
    linkTo: (filed) => toMonth(filed.year, filed.month, site.name),
  });
  const counts = useMemo(
    // the server sends hidden tasks without their kind, so they are counted only while no kind is chosen
    () => countTasks(inPeriod(kind === null ? tasks : ofKind(visible, kind), { year, month })),
    [tasks, visible, kind, year, month],
  );
  const shownTasks = useMemo(
    () =>
      inPeriod(ofKind(visible, kind), { year, month }).filter(
        (task) => (!wantsPdf || hasPdf(task)) && (!wantsPhotos || hasPhotos(task)),
      ),
    [visible, kind, year, month, wantsPdf, wantsPhotos],
  );
  // `of` is the filter as text: with another filter `TaskList` builds its list anew
  const list = useMemo(
    () => ({ tasks: shownTasks, of: [year, month, kind, wantsPdf, wantsPhotos].join(' ') }),
    [shownTasks, year, month, kind, wantsPdf, wantsPhotos],
  );
  const period = useMemo(() => (year && month ? { year, month } : null), [year, month]);
  const isUnfiltered = kind === null && has.length === 0;
  const openTask = visible.find(({ id }) => id === opened?.task);
  const photos = useMemo(() => photosToPrint(shownTasks, period !== null), [shownTasks, period]);
  // the list is deferred, so that the selectors respond at once even if thousands of tasks are rendered
  const deferredList = useDeferredValue(list);

  return (
    <>
      <div className={`${layout.gap5} ${styles.dashboard}`}>
        <MissingTaskNotice
          taskId={opened?.task ?? linked}
          opened={opened}
          tasks={visible}
          site={site}
          onDismiss={close}
        />
        <VisitChange visits={visits} />
        <div className={`${layout.row} ${styles.period}`}>
          {year !== null && month !== null && <MonthSteps year={year} month={month} visible={visible} />}
          <ReportOffer
            site={site}
            visible={visible}
            filter={{ year, month }}
            printed={shownTasks.length > 0 ? photos : null}
          />
        </div>
        {period && <MissedVisit site={site} visible={visible} {...period} />}
        <TaskCounts counts={counts} has={has} />
        {shownTasks.length === 0 && <NoActivities visible={visible} />}
        {/* an empty list is hidden, not unmounted, because removing thousands of elements at once would block the page */}
        <div hidden={shownTasks.length === 0}>
          <TaskList
            {...deferredList}
            site={site}
            linked={linked}
            added={added}
            onPhoto={openPhoto}
            onPdf={openPdf}
            ids={visits.ids}
            actions={visits.actions}
          />
        </div>
        <TaskDialogs site={site.name} tasks={visible} opened={opened} showPhoto={showPhoto} onClose={close} />
      </div>
      {openTask ? (
        <PrintedVisitReport site={site} visit={openTask} />
      ) : (
        <PrintedVisits
          site={site}
          title={t('Maintenance Report')}
          period={printedPeriod({ year, month, has, kind })}
          visits={shownTasks.toReversed()}
          figures={() =>
            period && isUnfiltered ? monthFigures(monthlyReportOf(site, period, shownTasks)) : visitFigures(shownTasks)
          }
          photos={photos}
          compact={period === null}
        />
      )}
    </>
  );
}

/** The photos to print: all photos of a month. Of a longer period only those are printed that the list loads at once. */
function photosToPrint(tasks: readonly Task[], isSingleMonth: boolean): string[] {
  if (isSingleMonth) return tasks.flatMap((task) => task.urls);
  return tasks.slice(0, blockSize).flatMap((task) => firstPhotos(task));
}

/** The filters of the list in words, for the printed page, such as `March 2026, kind “Other work”, with PDF`. */
function printedPeriod({ year, month, has, kind }: ReturnType<typeof readDashboardFilter>): string {
  const files = has.map((attachment) => (attachment === 'pdf' ? t('with PDF') : t('with photos')));
  return listedText({ year, month }, [kindText(kind), ...files]);
}

/** Says that no task matches the filters, and offers to clear them or to go to the latest month. @param visible all visible tasks, newest first */
function NoActivities({ visible }: { visible: readonly Task[] }) {
  const [params, setParams] = useSearchParams();
  const unfilteredParams = new URLSearchParams(params);
  for (const key of ['year', 'month', 'has', 'kind']) unfilteredParams.delete(key);
  const isFiltered = unfilteredParams.toString() !== params.toString();

  const latest = visible[0];
  const latestParams = new URLSearchParams(unfilteredParams);
  if (latest) {
    latestParams.set('year', latest.year);
    latestParams.set('month', latest.month);
  }
  const count = latest ? inPeriod(visible, latest).length : 0;

  return (
    <div className={surface.empty}>
      <p className={styles.text} role="status">
        {t('No activities during requested period')}
      </p>
      <div className={`${layout.row} ${styles.ways}`}>
        {isFiltered && (
          <Button onClick={() => setParams(unfilteredParams, { replace: true })}>{t('Clear filters')}</Button>
        )}
        {latest && (
          <Link to={{ search: latestParams.toString() }} replace>
            {t('Latest: {month} ({count, plural, one {# visit} other {# visits}})', {
              month: monthOfYear(latest.month, latest.year),
              count,
            })}
          </Link>
        )}
      </div>
    </div>
  );
}

/** The counts of tasks (`spec §2`). The counts of tasks with a PDF and with photos are buttons that filter the list by them. */
function TaskCounts({ counts, has }: { counts: ReturnType<typeof countTasks>; has: readonly Attachment[] }) {
  const [params, setParams] = useSearchParams();
  const toggle = (kind: Attachment) => setParams(toggleAttachment(params, kind), { replace: true });
  const toggles: { kind: Attachment; label: string; count: number }[] = [
    { kind: 'pdf', label: t('Tasks with PDF'), count: counts.withPdf },
    { kind: 'photos', label: t('Tasks with Photos'), count: counts.withPhotos },
  ];
  return (
    <div className={`${surface.plate} ${styles.counts}`}>
      <p className={styles.card}>
        <span>
          {t('Total Tasks')}
          {counts.total > counts.visible && (
            <span className={`${texts.fine} ${styles.note}`}>
              <span className={layout.visuallyHiddenOnPhone}>{t('includes removed entries')}</span>
              <span className={layout.onPhone} aria-hidden="true">
                {t('{count} removed', { count: counts.total - counts.visible })}
              </span>
            </span>
          )}
        </span>
        <span className={styles.figure}>{counts.total}</span>
      </p>
      <p className={styles.card}>
        {t('Visible Tasks')} <span className={styles.figure}>{counts.visible}</span>
      </p>
      {toggles.map(({ kind, label, count }) => (
        <button
          key={kind}
          type="button"
          className={`${styles.card} ${styles.toggle}`}
          aria-pressed={has.includes(kind)}
          onClick={() => toggle(kind)}
        >
          <span>{label}</span> <span className={styles.figure}>{count}</span>{' '}
          <span
            className={`${layout.line} ${layout.visuallyHiddenOnPhone} ${texts.smallest} ${texts.bold} ${surface.smallIcons} ${styles.action}`}
          >
            {has.includes(kind) && <Icon name="check" />}
            {has.includes(kind) ? t('Only these shown') : t('Show only these')}
          </span>
        </button>
      ))}
    </div>
  );
}

function MonthSteps({ year, month, visible }: { year: string; month: Month; visible: readonly Task[] }) {
  const { previous, next } = monthSteps({ year, month }, visible, useToday());
  return (
    <nav className={`${layout.wrap} ${styles.steps}`} aria-label={t('Months')}>
      <Step to={previous} way="previous">
        <Icon name="chevron-left" />
      </Step>
      <Step to={next} way="next">
        <Icon name="chevron-right" />
      </Step>
    </nav>
  );
}

interface StepProps {
  to: MonthStep | null;
  way: 'previous' | 'next';
  children: ReactNode;
}

const faint = (inner: ReactNode) => <span className={`${texts.faint} ${styles.none}`}>{inner}</span>;

function Step({ to, way, children }: StepProps) {
  const [params] = useSearchParams();
  const search = new URLSearchParams(params);
  if (to) {
    search.set('year', to.year);
    search.set('month', to.month);
    // an opened task is not in the other month, so it is closed
    for (const key of ['task', 'photo', 'pdf']) search.delete(key);
  }
  // without another month the link stays, but is disabled, so that the focus is not lost
  return (
    <Link
      className={`${buttons.button} ${buttons.secondary} ${links.secondary} ${styles.step}`}
      to={{ search: search.toString() }}
      replace
      preventScrollReset
      aria-disabled={to === null}
      onClick={(event) => {
        if (!to) event.preventDefault();
      }}
    >
      {children}
      {to ? (
        <>
          <span className={layout.visuallyHiddenOnPhone}>
            {rich(
              '<spoken>{way, select, previous {Previous month} other {Next month}}: </spoken>{month}{tasks, plural, =0 {<none>, no visits</none>} other {}}',
              {
                way,
                month: monthOfYear(to.month, to.year),
                tasks: to.tasks,
                spoken: visuallyHidden,
                none: faint,
              },
            )}
          </span>
          <span className={layout.onPhone} aria-hidden="true">
            {shortMonth(to.month)}
          </span>
        </>
      ) : (
        <>
          <span className={layout.visuallyHiddenOnPhone}>
            {way === 'previous' ? t('No earlier month') : t('No later month')}
          </span>
          <span className={layout.onPhone} aria-hidden="true">
            –
          </span>
        </>
      )}
    </Link>
  );
}

interface ReportOfferProps {
  site: SiteRecord;
  /** The visible tasks, newest first. */
  visible: readonly Task[];
  filter: TaskFilter;
  /** The photos to print; null if there is nothing to print. */
  printed: readonly string[] | null;
}

/**
 * The buttons for the report and for printing. The report's button is *Download Report* if the month has more than 4 visible tasks (`spec §4`),
 * otherwise *Month as PDF*, which makes the same pages (`decisions §9`). Without a month a text asks to choose one.
 */
function ReportOffer({ site, visible, filter, printed }: ReportOfferProps) {
  const isReportRunning = useReportRunning();
  const tasks = inPeriod(visible, filter);
  const { year, month } = filter;
  const period = year && month ? { year, month } : null;
  const isDownloadAllowed = canReport(filter, tasks.length);
  const request =
    period && tasks.length > 0
      ? (): ReportRequest => ({ kind: 'monthly', data: monthlyReportOf(site, period, tasks) })
      : null;
  return (
    <div className={`${layout.apart} ${styles.offer}`}>
      {!period && (
        <p className={`${texts.hint} ${texts.measure}`}>{t('Choose a year and a month to download its report.')}</p>
      )}
      {request && (
        <Button
          variant="primary"
          busy={isReportRunning}
          onPointerEnter={() => warmReports(request())}
          onFocus={() => warmReports(request())}
          onClick={() => startReport(request())}
        >
          <Icon name="download" />
          {isDownloadAllowed ? t('Download Report') : t('Month as PDF')}
        </Button>
      )}
      {printed && <PrintButton photos={printed} />}
    </div>
  );
}

const attachments = ['pdf', 'photos'] as const;
type Attachment = (typeof attachments)[number];

interface DashboardFilter extends TaskFilter {
  /** Only tasks that have all of these. */
  has: readonly Attachment[];
  /** Null for all kinds. */
  kind: KindFilter | null;
}

/** Reads `?year=2026&month=mar&kind=emergency&has=photos`; unknown values are ignored. */
export function readDashboardFilter(params: URLSearchParams): DashboardFilter {
  const month = params.get('month');
  return {
    year: taskYears.find((year) => year === params.get('year')) ?? null,
    month: isMonth(month) ? month : null,
    has: attachments.filter((attachment) => params.getAll('has').includes(attachment)),
    kind: readKindFilter(params),
  };
}

/** The parameters with the filter for one kind of attachment switched on or off. */
function toggleAttachment(params: URLSearchParams, kind: Attachment): URLSearchParams {
  const current = readDashboardFilter(params).has;
  const next = new URLSearchParams(params);
  next.delete('has');
  for (const attachment of attachments)
    if ((attachment === kind) !== current.includes(attachment)) next.append('has', attachment);
  return next;
}

interface FiledMonth {
  year: string;
  month: Month;
}

interface MonthStep extends FiledMonth {
  /** How many tasks are filed under the month. */
  tasks: number;
}

/**
 * The month before and the month after, even if they have no tasks. There is no month before that of the first task, and none after the current
 * month or that of the last task, whichever is later; then the step is null.
 * @param filed the visible tasks
 */
export function monthSteps(
  here: FiledMonth,
  filed: readonly FiledMonth[],
  now: Date,
): { previous: MonthStep | null; next: MonthStep | null } {
  const numbers = filed.map(numberOf);
  const today = siteMonth(now);
  // the current year may be outside the range of tasks
  const reachable = isTaskYear(today.year) ? [...numbers, numberOf(today)] : numbers;
  const first = reachable.reduce((least, value) => Math.min(least, value), Infinity);
  const last = reachable.reduce((most, value) => Math.max(most, value), -Infinity);
  const current = numberOf(here);
  const step = (number: number): MonthStep | null => {
    const year = taskYears[Math.floor(number / 12)];
    const month = months[number % 12]?.value;
    return year && month ? { year, month, tasks: numbers.filter((value) => value === number).length } : null;
  };
  return { previous: current > first ? step(current - 1) : null, next: current < last ? step(current + 1) : null };
}

/** The number of a month, counted from 0 for January of the first year that tasks can have (`spec §3`). */
function numberOf({ year, month }: FiledMonth): number {
  return (Number(year) - Number(taskYears[0])) * 12 + months.findIndex(({ value }) => value === month);
}

function isTaskYear(year: string): boolean {
  return taskYears.some((taskYear) => taskYear === year);
}
