import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams, useNavigate } from 'react-router-dom';
import { useRef, useState, type FormEvent } from 'react';
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
import { LoadError } from '../../ui/message/Notice.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import {
  readMonthChoice,
  monthChoiceSearch,
  completeChoice,
  type CompleteChoice,
  type MonthChoice,
  TaskListing,
} from './TaskListing.tsx';
import styles from './DataDeleterRoute.module.css';

/** Hides the tasks of a month and shows them again (`spec §2`): deleting a task only hides it (`spec §4`). */
export function DataDeleterRoute({ title }: { title: string }) {
  const [params] = useSearchParams();
  const choice = readMonthChoice(params);
  const whole = completeChoice(choice);
  return (
    <div className={`${layout.page} ${layout.top}`}>
      <div className={`${layout.stack} ${styles.top}`}>
        <PageHeading title={title}>
          <Link className={`${layout.inline} ${texts.smaller} ${layout.unprinted} ${styles.back}`} to={paths.addTask}>
            <Icon name="chevron-left" />
            Back to Add New Task
          </Link>
        </PageHeading>
        <ChoiceForm applied={choice} />
      </div>
      {whole ? (
        <TaskResults key={monthChoiceSearch(whole)} choice={whole} />
      ) : (
        <p className={texts.muted}>Select a name, a year and a month, then Apply, to see the tasks.</p>
      )}
    </div>
  );
}

function TaskResults({ choice }: { choice: CompleteChoice }) {
  const tasks = useQuery(tasksQuery(choice.site));
  return (
    <Loaded
      query={tasks}
      error="Failed to fetch tasks."
      skeleton={<ListSkeleton text="Loading tasks…" rows={3} height={120} />}
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
    <form ref={form} className={layout.tight} aria-label="Tasks to list" noValidate onSubmit={apply}>
      <div className={`${layout.stack} ${styles.fields}`}>
        {names.isError && !names.data ? (
          <LoadError message="Failed to load names." onRetry={() => void names.refetch()} />
        ) : (
          <SelectField
            label="Name"
            name="site"
            required
            value={names.data ? site : ''}
            onChange={(chosen) => setChoice({ ...choice, site: chosen })}
            // not `disabled` while the names load: 'Apply' must be able to focus it
            aria-busy={names.isPending}
            error={missing('site', 'Choose a name.')}
            options={[
              { value: '', label: names.isPending ? 'Loading names…' : 'Select a name' },
              ...(names.data ?? []).map((name) => ({ value: name, label: name })),
            ]}
          />
        )}
        <PeriodFields
          period={choice}
          onChange={(values) => setChoice({ ...choice, ...values })}
          problems={{ year: missing('year', 'Choose a year.'), month: missing('month', 'Choose a month.') }}
        />
        <Button type="submit" variant="primary" className={styles.apply}>
          Apply
        </Button>
      </div>
      {asked && whole === null && (
        <p role="alert" className={texts.problem}>
          Please select a name, year, and month.
        </p>
      )}
    </form>
  );
}
