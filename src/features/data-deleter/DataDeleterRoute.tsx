import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, useMemo, type RefObject } from 'react';
import { Link, useSearchParams, useNavigate } from 'react-router-dom';
import { BackLink } from '../../components/BackLink.tsx';
import { SiteChoice } from '../../components/SiteChoice.tsx';
import { NoSiteData } from '../../components/SitePicker.tsx';
import { EditTask } from '../../components/task-edit/EditTask.tsx';
import { MovedAway } from '../../components/task-edit/MovedAway.tsx';
import { useMovedMessage } from '../../components/task-edit/use-moved-message.ts';
import { changeShowing, useTasksAfterChanges } from '../../components/task-edit/use-showing.ts';
import { HideDialog } from '../../components/task-edit/VisitDialogs.tsx';
import { PeriodFields } from '../../components/TaskFields.tsx';
import { t } from '../../lib/language/translate.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { toVisit } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { siteNamesQuery, sitesQuery } from '../../records/site/site-queries.ts';
import { movedVisitsQuery, type VisitElsewhere } from '../../records/task/moved-visits.ts';
import { tasksQuery } from '../../records/task/task-queries.ts';
import { type StoredTask, inPeriod, newestFirst, visibleTasks } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { monthOfYear } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import {
  completeChoice,
  monthChoiceSearch,
  readMonthChoice,
  readView,
  type CompleteChoice,
  type MonthChoice,
  type View,
} from './month-choice.ts';
import { TaskRows, type Moved } from './TaskRows.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './DataDeleterRoute.module.css';

/**
 * The screen that deletes the tasks of a month and restores them (`spec §2`). Deleting a task only hides it (`spec §4`). A task that was moved to
 * another site is hidden here too; it cannot be restored, but moved back (`decisions §8`).
 */
export function DataDeleterRoute({ title }: { title: string }) {
  const [params] = useSearchParams();
  const choice = readMonthChoice(params);
  const completed = completeChoice(choice);
  return (
    <div className={`${layout.page} ${layout.top}`}>
      <div className={`${layout.gap4} ${styles.top}`}>
        <PageHeading title={title}>
          <BackLink className={`${layout.inline} ${texts.smaller} ${styles.back}`} to={paths.addTask}>
            {t('Back to Add New Task')}
          </BackLink>
        </PageHeading>
        <ChoiceForm applied={choice} />
      </div>
      {completed ? (
        <TaskResults key={monthChoiceSearch(completed)} choice={completed} />
      ) : (
        <p className={texts.muted}>{t('Select a name, a year and a month, then Apply, to see the visits.')}</p>
      )}
    </div>
  );
}

function TaskResults({ choice }: { choice: CompleteChoice }) {
  const tasks = useTasksWithMoves(choice.site);
  return (
    <Loaded
      query={tasks}
      error={t('Failed to fetch tasks.')}
      skeleton={<ListSkeleton text={t('Loading visits…')} rows={3} height={120} />}
      none={<NoSiteData onRetry={() => void tasks.refetch()} />}
    >
      {({ tasks: loadedTasks, moved }) => <TaskListing choice={choice} tasks={loadedTasks} moved={moved} />}
    </Loaded>
  );
}

/** The tasks of a site, and which of the hidden ones were moved to another site. The data are null if there is no such site. */
function useTasksWithMoves(site: string) {
  const sites = useQuery(sitesQuery);
  const id = sites.data?.find(({ name }) => name === site)?.id;
  const moved = useQuery({ ...movedVisitsQuery(id ?? 0), enabled: id !== undefined });
  const tasks = useQuery(tasksQuery(site));
  const isUnknown = tasks.data === null || (sites.isSuccess && id === undefined);
  return {
    data: isUnknown ? null : tasks.data && moved.data && { tasks: tasks.data, moved: moved.data },
    isError: [sites, moved, tasks].some(({ isError }) => isError),
    isFetching: [sites, moved, tasks].some(({ isFetching }) => isFetching),
    refetch: async () => Promise.all([sites, moved, tasks].map(async (query) => query.refetch())),
  };
}

/** The form for site, year and month, which takes effect with 'Apply' (`spec §5`). @param applied the choice in the query string */
function ChoiceForm({ applied }: { applied: MonthChoice }) {
  const names = useQuery(siteNamesQuery);
  const [choice, setChoice] = useState(applied);
  const [appliedSearch, setAppliedSearch] = useState(monthChoiceSearch(applied));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();

  // after Back or a link the form gets the new choice; mounting it anew instead would lose the focus of 'Apply'
  if (appliedSearch !== monthChoiceSearch(applied)) {
    setAppliedSearch(monthChoiceSearch(applied));
    setChoice(applied);
  }

  // a name that no site has counts as not chosen
  const site = names.data && !names.data.includes(choice.site) ? '' : choice.site;
  const validChoice = { ...choice, site };
  const completed = completeChoice(validChoice);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(completed === null);
    if (completed === null) {
      const fields = (['site', 'year', 'month'] as const)
        .filter((key) => validChoice[key] === '')
        .map((key) => form.current?.querySelector<HTMLElement>(`[name='${key}']`));
      // if the names cannot be loaded, there is no field for them
      fields.find((field) => field)?.focus();
      return;
    }
    void navigate(monthChoiceSearch(completed), { replace: true });
    void queryClient.invalidateQueries({ queryKey: tasksQuery(completed.site).queryKey });
  };
  const problemIfMissing = (key: keyof MonthChoice, text: string) => isSubmitted && validChoice[key] === '' && text;

  return (
    <form ref={form} className={layout.gap3} aria-label={t('Visits to list')} noValidate onSubmit={apply}>
      <div className={`${layout.gap4} ${styles.fields}`}>
        <SiteChoice
          label={t('Name')}
          name="site"
          required
          value={site}
          onChange={(chosen) => setChoice({ ...choice, site: chosen })}
          placeholder={t('Select a name')}
          // 'Apply' must be able to focus it while the names load
          focusable
          error={problemIfMissing('site', t('Choose a name.'))}
        />
        <PeriodFields
          period={choice}
          onChange={(values) => setChoice({ ...choice, ...values })}
          problems={{
            year: problemIfMissing('year', t('Choose a year.')),
            month: problemIfMissing('month', t('Choose a month.')),
          }}
        />
        <Button type="submit" variant="primary" className={styles.apply}>
          {t('Apply')}
        </Button>
      </div>
      {isSubmitted && completed === null && (
        <p role="alert" className={texts.problem}>
          {t('Please select a name, year, and month.')}
        </p>
      )}
    </form>
  );
}

function viewOf({ id, showing }: StoredTask, moved: Moved): View {
  if (showing === 'True') return 'shown';
  return moved.has(id) ? 'moved' : 'deleted';
}

interface TaskListingProps {
  choice: CompleteChoice;
  tasks: readonly StoredTask[];
  moved: Moved;
}

function TaskListing({ choice, tasks, moved }: TaskListingProps) {
  const { site, year, month } = choice;
  const view = readView(useSearchParams()[0]);
  const [toDelete, setToDelete] = useState<StoredTask | null>(null);
  const [movedVisit, setMovedVisit] = useState<{ id: number; there: VisitElsewhere } | null>(null);
  const [edited, setEdited] = useState<StoredTask | null>(null);
  const sayMoved = useMovedMessage();
  const heading = useRef<HTMLHeadingElement>(null);

  const expectedTasks = useTasksAfterChanges(site, tasks);
  const monthTasks = useMemo(() => newestFirst(inPeriod(expectedTasks, { year, month })), [expectedTasks, year, month]);
  const inView = (wantedView: View) => monthTasks.filter((task) => viewOf(task, moved) === wantedView);
  const listedTasks = inView(view);

  const focusNeighbour = useNeighbourFocus(listedTasks, heading);
  const change = (id: number, showing: StoredTask['showing']) => {
    focusNeighbour(id);
    setToDelete(null);
    changeShowing(site, id, showing);
  };
  const onCorrected = (saved: StoredTask | undefined) => {
    // a task that is now filed under another month leaves the list
    if (saved?.showing === 'True' && (saved.year !== year || saved.month !== month)) {
      const filed = { year: saved.year, month: saved.month };
      const to = paths.dataDeleter + monthChoiceSearch({ site, ...filed });
      focusNeighbour(saved.id);
      sayMoved({ id: saved.id, title: saved.title, site, filed, to });
    }
    setEdited(null);
  };

  return (
    <section className={layout.gap4} aria-labelledby="listing">
      <div className={`${layout.spread} ${styles.head}`}>
        <div>
          <h2 id="listing" ref={heading} tabIndex={-1}>
            {t('{site}, {month}', { site, month: monthOfYear(month, year) })}
          </h2>
          <p role="status" className={texts.muted}>
            {visitsInView(view, listedTasks.length)}
          </p>
        </div>
        <ShowFilter choice={choice} view={view} deleted={inView('deleted').length} moved={inView('moved').length} />
      </div>
      {listedTasks.length > 0 ? (
        <TaskRows
          key={view}
          tasks={listedTasks}
          moved={moved}
          onDelete={setToDelete}
          onEdit={setEdited}
          onRestore={(task) => change(task.id, 'True')}
          onMoved={(task) => {
            const there = moved.get(task.id);
            if (there) setMovedVisit({ id: task.id, there });
          }}
        />
      ) : (
        <NoTasks choice={choice} view={view} tasks={expectedTasks.filter((task) => viewOf(task, moved) === view)} />
      )}
      {toDelete && (
        <HideDialog
          task={toDelete}
          visits={visibleTasks(expectedTasks)}
          title={t('Are you sure you want to delete this task?')}
          action={t('Delete')}
          after={t('The client will no longer see it. You can restore it under Deleted.')}
          onCancel={() => setToDelete(null)}
          onHide={() => change(toDelete.id, 'False')}
        />
      )}
      {movedVisit && (
        <MovedAway
          site={site}
          there={movedVisit.there}
          onMoved={() => {
            focusNeighbour(movedVisit.id);
            setMovedVisit(null);
          }}
          onClose={() => setMovedVisit(null)}
        />
      )}
      {edited && (
        <EditTask
          site={site}
          task={edited}
          onDone={onCorrected}
          onMoved={(there) => {
            focusNeighbour(edited.id);
            sayMoved({ ...there, title: visitTitle(edited), to: toVisit(there.id, there.site) });
            setEdited(null);
          }}
          onCancel={() => setEdited(null)}
        />
      )}
    </section>
  );
}

/** Returns a function that focuses the neighbour of a row that disappears. Otherwise the focus would be lost with a button of the row. */
function useNeighbourFocus(listedTasks: readonly StoredTask[], heading: RefObject<HTMLElement | null>) {
  const focusAfter = useFocusAfter();
  return (id: number) => {
    const index = listedTasks.findIndex((task) => task.id === id);
    const neighbourId = (listedTasks[index + 1] ?? listedTasks[index - 1])?.id;
    focusAfter(() => {
      const row = neighbourId === undefined ? null : document.getElementById(`task-${neighbourId}`);
      if (row) return row;
      heading.current?.focus({ preventScroll: true });
      return null;
    });
  };
}

function visitsInView(view: View, count: number): string {
  if (view === 'shown') return t('{count, plural, one {# visit} other {# visits}}', { count });
  return view === 'deleted'
    ? t('{count, plural, one {# deleted visit} other {# deleted visits}}', { count })
    : t('{count, plural, one {# visit} other {# visits}} moved to another site', { count });
}

interface NoTasksProps {
  choice: CompleteChoice;
  view: View;
  /** All tasks of the view, of any month. */
  tasks: readonly StoredTask[];
}

function NoTasks({ choice, view, tasks }: NoTasksProps) {
  const latest = newestFirst(tasks)[0];
  return (
    <div className={`${surface.empty} ${texts.muted} ${styles.empty}`}>
      <p>
        {view === 'shown'
          ? t('No tasks found for the selected year and month.')
          : view === 'deleted'
            ? t('No deleted visits for the selected year and month.')
            : t('No visits were moved from the selected year and month.')}
      </p>
      {latest && (
        <Link to={monthChoiceSearch({ ...choice, year: latest.year, month: latest.month }, view)} replace>
          {view === 'deleted'
            ? t('Latest deleted: {month}', { month: monthOfYear(latest.month, latest.year) })
            : t('Latest: {month}', { month: monthOfYear(latest.month, latest.year) })}
        </Link>
      )}
    </div>
  );
}

interface ShowFilterProps {
  choice: CompleteChoice;
  view: View;
  /** How many deleted tasks the month has. */
  deleted: number;
  /** How many moved tasks the month has. */
  moved: number;
}

function ShowFilter({ choice, view, deleted, moved }: ShowFilterProps) {
  const ariaCurrent = (candidate: View) => (candidate === view ? 'true' : undefined);
  return (
    <nav aria-label={t('Which visits')} className={`${layout.unprinted} ${styles.filter}`}>
      <Link to={monthChoiceSearch(choice)} replace aria-current={ariaCurrent('shown')}>
        {t('Shown')}
      </Link>
      <Link to={monthChoiceSearch(choice, 'deleted')} replace aria-current={ariaCurrent('deleted')}>
        {t('Deleted ({count})', { count: deleted })}
      </Link>
      {(moved > 0 || view === 'moved') && (
        <Link to={monthChoiceSearch(choice, 'moved')} replace aria-current={ariaCurrent('moved')}>
          {t('Moved ({count})', { count: moved })}
        </Link>
      )}
    </nav>
  );
}
