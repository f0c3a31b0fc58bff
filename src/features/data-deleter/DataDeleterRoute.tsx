import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams, useNavigate } from 'react-router-dom';
import { useRef, useState, type FormEvent, useMemo, memo } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import { NoSiteData } from '../../components/SitePicker.tsx';
import * as paths from '../../records/portal-paths.ts';
import { tasksQuery } from '../../records/task/task-queries.ts';
import { siteNamesQuery } from '../../records/site/site-queries.ts';
import { PeriodFields } from '../../components/TaskFields.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { Button } from '../../ui/Button.tsx';
import { SiteChoice } from '../../components/SiteChoice.tsx';
import styles from './DataDeleterRoute.module.css';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { monthOfYear, isMonth, taskYears, type Month } from '../../records/time.ts';
import { type StoredTask, inPeriod, newestFirst, languageOf } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { BackLink } from '../../components/BackLink.tsx';
import { EditTask } from '../../components/task-edit/EditTask.tsx';
import { changeShowing, useExpected } from '../../components/task-edit/use-showing.ts';
import { useMovedMessage } from '../../components/task-edit/use-moved-message.ts';
import { HideDialog } from '../../components/task-edit/VisitDialogs.tsx';
import surface from '../../ui/surface.module.css';
import { KindBadge, MisfiledNote, TaskTexts, TaskTime } from '../../components/task/TaskMarks.tsx';
import { t } from '../../lib/language/translate.ts';

/** Hides the tasks of a month and shows them again (`spec §2`): deleting a task only hides it (`spec §4`). */
export function DataDeleterRoute({ title }: { title: string }) {
  const [params] = useSearchParams();
  const choice = readMonthChoice(params);
  const whole = completeChoice(choice);
  return (
    <div className={`${layout.page} ${layout.top}`}>
      <div className={`${layout.stack} ${styles.top}`}>
        <PageHeading title={title}>
          <BackLink className={`${layout.inline} ${texts.smaller} ${styles.back}`} to={paths.addTask}>
            {t('Back to Add New Task')}
          </BackLink>
        </PageHeading>
        <ChoiceForm applied={choice} />
      </div>
      {whole ? (
        <TaskResults key={monthChoiceSearch(whole)} choice={whole} />
      ) : (
        <p className={texts.muted}>{t('Select a name, a year and a month, then Apply, to see the visits.')}</p>
      )}
    </div>
  );
}

function TaskResults({ choice }: { choice: CompleteChoice }) {
  const tasks = useQuery(tasksQuery(choice.site));
  return (
    <Loaded
      query={tasks}
      error={t('Failed to fetch tasks.')}
      skeleton={<ListSkeleton text={t('Loading visits…')} rows={3} height={120} />}
      none={<NoSiteData onRetry={() => void tasks.refetch()} />}
    >
      {(listed) => <TaskListing choice={choice} tasks={listed} />}
    </Loaded>
  );
}

/** Name, year and month, applied with 'Apply' (`spec §5`). `applied`: the choice in the query string. */
function ChoiceForm({ applied }: { applied: MonthChoice }) {
  const names = useQuery(siteNamesQuery);
  const [choice, setChoice] = useState(applied);
  const [appliedSearch, setAppliedSearch] = useState(monthChoiceSearch(applied));
  const [asked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();

  // follows Back and links; remounting the form would drop the focus of 'Apply'
  if (appliedSearch !== monthChoiceSearch(applied)) {
    setAppliedSearch(monthChoiceSearch(applied));
    setChoice(applied);
  }

  // a name that no site has is no choice
  const site = names.data && !names.data.includes(choice.site) ? '' : choice.site;
  const picked = { ...choice, site };
  const whole = completeChoice(picked);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    setAsked(whole === null);
    if (whole === null) {
      const fields = (['site', 'year', 'month'] as const)
        .filter((key) => picked[key] === '')
        .map((key) => form.current?.querySelector<HTMLElement>(`[name='${key}']`));
      // while the names cannot be loaded, their field is missing
      fields.find((field) => field)?.focus();
      return;
    }
    void navigate(monthChoiceSearch(whole), { replace: true });
    void queryClient.invalidateQueries({ queryKey: tasksQuery(whole.site).queryKey });
  };
  const missing = (key: keyof MonthChoice, text: string) => asked && picked[key] === '' && text;

  return (
    <form ref={form} className={layout.tight} aria-label={t('Visits to list')} noValidate onSubmit={apply}>
      <div className={`${layout.stack} ${styles.fields}`}>
        <SiteChoice
          label={t('Name')}
          name="site"
          required
          value={site}
          onChange={(chosen) => setChoice({ ...choice, site: chosen })}
          placeholder={t('Select a name')}
          // 'Apply' must be able to focus it while the names load
          focusable
          error={missing('site', t('Choose a name.'))}
        />
        <PeriodFields
          period={choice}
          onChange={(values) => setChoice({ ...choice, ...values })}
          problems={{ year: missing('year', t('Choose a year.')), month: missing('month', t('Choose a month.')) }}
        />
        <Button type="submit" variant="primary" className={styles.apply}>
          {t('Apply')}
        </Button>
      </div>
      {asked && whole === null && (
        <p role="alert" className={texts.problem}>
          {t('Please select a name, year, and month.')}
        </p>
      )}
    </form>
  );
}

function TaskListing({ choice, tasks }: { choice: CompleteChoice; tasks: readonly StoredTask[] }) {
  const { site, year, month } = choice;
  const deleted = showsDeleted(useSearchParams()[0]);
  const [toDelete, setToDelete] = useState<StoredTask | null>(null);
  const [edited, setEdited] = useState<StoredTask | null>(null);
  const sayMoved = useMovedMessage();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusAfter = useFocusAfter();

  const expected = useExpected(site, tasks);
  const found = useMemo(() => newestFirst(inPeriod(expected, { year, month })), [expected, year, month]);
  const hidden = found.filter(({ showing }) => showing === 'False');
  const listed = deleted ? hidden : found.filter(({ showing }) => showing === 'True');

  /** Focuses the neighbour of a row that disappears: a dialog has just restored the focus to a button in that row. */
  const leaves = (id: number) => {
    const at = listed.findIndex((one) => one.id === id);
    const next = (listed[at + 1] ?? listed[at - 1])?.id;
    focusAfter(() => {
      const row = next === undefined ? null : document.getElementById(`task-${next}`);
      if (row) return row;
      heading.current?.focus({ preventScroll: true });
      return null;
    });
  };
  const change = (id: number, showing: StoredTask['showing']) => {
    leaves(id);
    setToDelete(null);
    changeShowing(site, id, showing);
  };
  const corrected = (saved: StoredTask | undefined) => {
    if (saved?.showing === 'True' && (saved.year !== year || saved.month !== month)) {
      const filed = { year: saved.year, month: saved.month };
      const to = paths.dataDeleter + monthChoiceSearch({ site, ...filed });
      leaves(saved.id);
      sayMoved({ id: saved.id, title: saved.title, site, filed, to });
    }
    setEdited(null);
  };

  return (
    <section className={layout.stack} aria-labelledby="listing">
      <div className={`${layout.spread} ${styles.head}`}>
        <div>
          <h2 id="listing" ref={heading} tabIndex={-1}>
            {t('{site}, {month}', { site, month: monthOfYear(month, year) })}
          </h2>
          <p role="status" className={texts.muted}>
            {deleted
              ? t('{count, plural, one {# deleted visit} other {# deleted visits}}', { count: listed.length })
              : t('{count, plural, one {# visit} other {# visits}}', { count: listed.length })}
          </p>
        </div>
        <ShowFilter choice={choice} deleted={deleted} count={hidden.length} />
      </div>
      {listed.length > 0 ? (
        <TaskRows
          key={String(deleted)}
          tasks={listed}
          onDelete={setToDelete}
          onEdit={setEdited}
          onRestore={(task) => change(task.id, 'True')}
        />
      ) : (
        <NoTasks choice={choice} deleted={deleted} tasks={expected} />
      )}
      {toDelete && (
        <HideDialog
          task={toDelete}
          title={t('Are you sure you want to delete this task?')}
          action={t('Delete')}
          after={t('The client will no longer see it. You can restore it under Deleted.')}
          onCancel={() => setToDelete(null)}
          onHide={() => change(toDelete.id, 'False')}
        />
      )}
      {edited && <EditTask site={site} task={edited} onDone={corrected} onCancel={() => setEdited(null)} />}
    </section>
  );
}

interface NoTasksProps {
  choice: CompleteChoice;
  deleted: boolean;
  tasks: readonly StoredTask[];
}

function NoTasks({ choice, deleted, tasks }: NoTasksProps) {
  const wanted = deleted ? 'False' : 'True';
  const latest = newestFirst(tasks.filter(({ showing }) => showing === wanted))[0];
  return (
    <div className={`${surface.empty} ${texts.muted} ${styles.empty}`}>
      <p>
        {deleted
          ? t('No deleted visits for the selected year and month.')
          : t('No tasks found for the selected year and month.')}
      </p>
      {latest && (
        <Link to={monthChoiceSearch({ ...choice, year: latest.year, month: latest.month }, deleted)} replace>
          {deleted
            ? t('Latest deleted: {month}', { month: monthOfYear(latest.month, latest.year) })
            : t('Latest: {month}', { month: monthOfYear(latest.month, latest.year) })}
        </Link>
      )}
    </div>
  );
}

function ShowFilter({ choice, deleted, count }: { choice: CompleteChoice; deleted: boolean; count: number }) {
  return (
    <nav aria-label={t('Which visits')} className={`${layout.unprinted} ${styles.filter}`}>
      <Link to={monthChoiceSearch(choice)} replace aria-current={deleted ? undefined : 'true'}>
        {t('Shown')}
      </Link>
      <Link to={monthChoiceSearch(choice, true)} replace aria-current={deleted ? 'true' : undefined}>
        {t('Deleted ({count})', { count })}
      </Link>
    </nav>
  );
}

interface TaskActions {
  onDelete: (task: StoredTask) => void;
  onEdit: (task: StoredTask) => void;
  onRestore: (task: StoredTask) => void;
}

interface TaskRowsProps extends TaskActions {
  tasks: readonly StoredTask[];
}

/** How many rows the list grows by: a site may have thousands of tasks. */
const step = 100;

function TaskRows({ tasks, ...actions }: TaskRowsProps) {
  const [limit, setLimit] = useState(step);
  const focusAfter = useFocusAfter();

  const left = tasks.length - limit;
  return (
    <>
      <ul className={surface.plate}>
        {tasks.slice(0, limit).map((task) => (
          <TaskRow key={task.id} task={task} {...actions} />
        ))}
      </ul>
      {left > 0 && (
        <div className={`${layout.row} ${texts.muted}`}>
          <Button
            onClick={() => {
              const next = tasks[limit];
              // the button moves or disappears: reading continues at the first new row
              if (next) focusAfter(() => document.getElementById(`task-${next.id}`) ?? undefined);
              setLimit(limit + step);
            }}
          >
            {t('Show more')}
          </Button>
          <span>{t('{shown} of {all} visits', { shown: limit, all: tasks.length })}</span>
        </div>
      )}
    </>
  );
}

/** A task and what can be done with it. Memoised: a list may hold thousands. */
const TaskRow = memo(function TaskRow({ task, onDelete, onEdit, onRestore }: TaskActions & { task: StoredTask }) {
  const rowId = `task-${task.id}`;
  const titleId = `${rowId}-title`;
  const photos = task.urls.length;
  return (
    <li id={rowId} className={`${surface.divided} ${styles.row}`} tabIndex={-1} aria-labelledby={titleId}>
      <TaskTime time={task.time} />
      <div className={`${layout.stack} ${texts.breaks} ${styles.words}`}>
        <div className={`${layout.row} ${styles.rowHead}`}>
          <h3 id={titleId} lang={languageOf(task.title)}>
            {visitTitle(task)}
          </h3>
          <KindBadge kind={task.kind} />
        </div>
        <TaskTexts task={task} />
        <MisfiledNote task={task} />
        <p className={`${texts.clamp} ${texts.muted} ${texts.measure} ${styles.text}`} lang={languageOf(task.tasks)}>
          {task.tasks}
        </p>
        <p className={`${layout.wrap} ${texts.faint} ${styles.files}`}>
          <span>
            <Icon name="photo" />
            {photos === 0 ? t('No photos') : t('{count, plural, one {# photo} other {# photos}}', { count: photos })}
          </span>
          <span>
            <Icon name="pdf" />
            {task.pdf === '' ? t('No PDF') : t('PDF')}
          </span>
        </p>
      </div>
      <div className={`${layout.line} ${layout.unprinted} ${styles.actions}`}>
        {task.showing === 'True' ? (
          <>
            <Button onClick={() => onEdit(task)} aria-describedby={titleId}>
              {t('Edit')}
            </Button>
            <Button className={styles.delete} onClick={() => onDelete(task)} aria-describedby={titleId}>
              {t('Delete')}
            </Button>
          </>
        ) : (
          <Button onClick={() => onRestore(task)} aria-describedby={titleId}>
            {t('Restore')}
          </Button>
        )}
      </div>
    </li>
  );
});

interface MonthChoice {
  site: string;
  year: string;
  month: Month | '';
}

type CompleteChoice = MonthChoice & { month: Month };

/** Reads `?site=Selasih+Park&year=2026&month=mar`; unknown values are ignored. */
function readMonthChoice(params: URLSearchParams): MonthChoice {
  const month = params.get('month');
  return {
    site: params.get('site') ?? '',
    year: taskYears.find((year) => year === params.get('year')) ?? '',
    month: isMonth(month) ? month : '',
  };
}

/** The choice once it is complete, else null: 'Apply' requires site, year and month (`spec §5`). */
function completeChoice({ site, year, month }: MonthChoice): CompleteChoice | null {
  return site !== '' && year !== '' && month !== '' ? { site, year, month } : null;
}

/** Whether the query string asks for the deleted tasks, with `?show=deleted`. */
function showsDeleted(params: URLSearchParams): boolean {
  return params.get('show') === 'deleted';
}

function monthChoiceSearch({ site, year, month }: MonthChoice, deleted = false): string {
  return `?${new URLSearchParams({ site, year, month, ...(deleted && { show: 'deleted' }) }).toString()}`;
}
