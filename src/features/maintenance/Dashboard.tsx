import { useDeferredValue, useMemo } from 'react';
import { useSearchParams, Link } from 'react-router-dom';
import { OwnVisitDialogs } from '../../components/task-edit/OwnVisitDialogs.tsx';
import { useOwnVisits } from '../../components/task-edit/use-own-visits.ts';
import { TaskDialogs } from '../../components/task/TaskDialogs.tsx';
import { MissingTaskNotice } from '../../components/task/MissingTaskNotice.tsx';
import { TaskList } from './list/TaskList.tsx';
import { useNewTasks } from '../../components/task/use-new-tasks.ts';
import { useOpenedFile } from '../../components/task/use-opened-file.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { countTasks, hasPdf, hasPhotos, inPeriod, visibleTasks, type Task } from '../../records/task/task.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { ofKind } from '../../records/task/visit-kind.ts';
import layout from '../../ui/layout.module.css';
import { MonthSteps } from './MonthSteps.tsx';
import { ReportOffer } from './ReportOffer.tsx';
import { readDashboardFilter } from './task-filter.ts';
import { TaskCounts } from './TaskCounts.tsx';
import { monthLabel } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Dashboard.module.css';

export function Dashboard({ site }: { site: SiteRecord }) {
  const tasks = site.tasks2024;
  const [params, change] = useQueryValues<'year' | 'month' | 'kind'>();
  const { year, month, has, kind } = readDashboardFilter(params);
  const wantsPdf = has.includes('pdf');
  const wantsPhotos = has.includes('photos');
  const { opened, linked, openPhoto, openPdf, showPhoto, close } = useOpenedFile();

  const visible = useMemo(() => visibleTasks(tasks), [tasks]);
  const added = useNewTasks(site.id, visible);
  const visits = useOwnVisits(site);
  const counts = useMemo(
    // hidden tasks come without their kind, so they count only while no kind is chosen
    () => countTasks(inPeriod(kind === null ? tasks : ofKind(visible, kind), { year, month })),
    [tasks, visible, kind, year, month],
  );
  const shown = useMemo(
    () =>
      inPeriod(ofKind(visible, kind), { year, month }).filter(
        (task) => (!wantsPdf || hasPdf(task)) && (!wantsPhotos || hasPhotos(task)),
      ),
    [visible, kind, year, month, wantsPdf, wantsPhotos],
  );
  const list = useMemo(
    () => ({ tasks: shown, of: [year, month, kind, wantsPdf, wantsPhotos].join(' ') }),
    [shown, year, month, kind, wantsPdf, wantsPhotos],
  );
  // the selectors respond at once, thousands of tasks follow
  const listed = useDeferredValue(list);

  return (
    <div className={layout.loose}>
      <MissingTaskNotice task={opened?.task ?? linked} tasks={visible} onDismiss={close} />
      <div className={styles.period}>
        {year !== null && month !== null && <MonthSteps year={year} month={month} visible={visible} />}
        <ReportOffer site={site} visible={visible} filter={{ year, month }} printable={shown.length > 0} />
      </div>
      <TaskCounts counts={counts} has={has} />
      {shown.length === 0 && <NoActivities visible={visible} />}
      {/* hidden, not unmounted: removing all of it at once would block the page */}
      <div hidden={shown.length === 0}>
        <TaskList
          {...listed}
          linked={linked}
          added={added}
          onPhoto={openPhoto}
          onPdf={openPdf}
          ownIds={visits.ids}
          own={visits.own}
        />
      </div>
      <OwnVisitDialogs
        visits={visits}
        // follows the task to the month it is filed under now
        onCorrected={(saved) =>
          change({ ...(year !== null && { year: saved.year }), ...(month !== null && { month: saved.month }) })
        }
        onWithdrawn={close}
      />
      <TaskDialogs tasks={visible} opened={opened} showPhoto={showPhoto} onClose={close} />
    </div>
  );
}

/** Explains an empty list. `visible`: all tasks that could be shown, newest first. */
function NoActivities({ visible }: { visible: readonly Task[] }) {
  const [params, setParams] = useSearchParams();
  const without = new URLSearchParams(params);
  for (const key of ['year', 'month', 'has', 'kind']) without.delete(key);
  const filtered = without.size < params.size;

  const latest = visible[0];
  const toLatest = new URLSearchParams(without);
  if (latest) {
    toLatest.set('year', latest.year);
    toLatest.set('month', latest.month);
  }
  const count = latest ? inPeriod(visible, latest).length : 0;

  return (
    <div className={layout.empty}>
      <p className={styles.text} role="status">
        No activities during requested period
      </p>
      <div className={styles.ways}>
        {filtered && <Button onClick={() => setParams(without, { replace: true })}>Clear filters</Button>}
        {latest && (
          <Link to={{ search: toLatest.toString() }} replace>
            {`Latest: ${monthLabel(latest.month)} ${latest.year} (${count} ${count === 1 ? 'task' : 'tasks'})`}
          </Link>
        )}
      </div>
    </div>
  );
}
