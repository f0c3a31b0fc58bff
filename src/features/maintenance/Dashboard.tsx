import { useDeferredValue, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { TaskDialogs } from '../../components/task/TaskDialogs.tsx';
import { TaskGone } from '../../components/task/TaskGone.tsx';
import { TaskList } from '../../components/task/TaskList.tsx';
import { useOpenedFile } from '../../components/task/use-opened-file.ts';
import type { SiteRecord } from '../../records/site/site-record.ts';
import { countTasks, hasPdf, hasPhotos, inPeriod, visibleTasks } from '../../records/task/task.ts';
import layout from '../../ui/layout.module.css';
import { NoActivities } from './NoActivities.tsx';
import { ReportOffer } from './ReportOffer.tsx';
import { readFilter } from './task-filter.ts';
import { TaskCounts } from './TaskCounts.tsx';

/** The tasks of one site within the filter of the address. */
export function Dashboard({ site }: { site: SiteRecord }) {
  const tasks = site.tasks2024;
  const [params] = useSearchParams();
  const { year, month, has } = readFilter(params);
  const { opened, linked, openPhoto, openPdf, showPhoto, close } = useOpenedFile();

  const visible = useMemo(() => visibleTasks(tasks), [tasks]);
  const counts = countTasks(inPeriod(tasks, { year, month }));
  const wantsPdf = has.includes('pdf');
  const wantsPhotos = has.includes('photos');
  const shown = useMemo(
    () =>
      inPeriod(visible, { year, month }).filter(
        (task) => (!wantsPdf || hasPdf(task)) && (!wantsPhotos || hasPhotos(task)),
      ),
    [visible, year, month, wantsPdf, wantsPhotos],
  );
  // the selectors answer at once, thousands of tasks follow
  const listed = useDeferredValue(shown);

  return (
    <div className={layout.loose}>
      <TaskGone task={opened?.task ?? linked} tasks={visible} onDismiss={close} />
      <ReportOffer site={site} filter={{ year, month }} />
      <TaskCounts counts={counts} has={has} />
      {shown.length === 0 ? (
        <NoActivities visible={visible} />
      ) : (
        <TaskList tasks={listed} linked={linked} onPhoto={openPhoto} onPdf={openPdf} />
      )}
      <TaskDialogs tasks={visible} opened={opened} showPhoto={showPhoto} onClose={close} />
    </div>
  );
}
