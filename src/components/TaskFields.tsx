import { recentNames } from '../lib/device/recent-texts.ts';
import { useSession } from '../lib/device/session.ts';
import { said, t } from '../lib/language/translate.ts';
import { textMemberNames, textMembers } from '../records/task/optional-members.ts';
import { textLimits, type TaskProblems, type TypedTask } from '../records/task/typed-task.ts';
import { isVisitKind, visitKinds, periodOf } from '../records/task/visit.ts';
import { longDay, taskYears, isMonth, monthLabel, months, type Month } from '../records/time.ts';
import { SelectField } from '../ui/field/SelectField.tsx';
import { TextAreaField, TextField } from '../ui/field/TextField.tsx';
import { AnswerFields, type AskedAnswers } from './call-out/AnswerFields.tsx';
import { DoneFields } from './call-out/DoneFields.tsx';
import { FollowFields, type FollowOffer } from './call-out/FollowFields.tsx';
import { TimeFields } from './call-out/TimeFields.tsx';
import { useSiteVisits } from './call-out/use-site-visits.ts';
import layout from '../ui/layout.module.css';
import styles from './TaskFields.module.css';

interface TaskFieldsProps {
  typed: TypedTask;
  onChange: (values: Partial<TypedTask>) => void;
  problems: TaskProblems;
  /** The saved task. A text that is too long there may stay until it is changed. */
  savedTask?: TypedTask;
  /** The name of the site; null while no site is chosen. */
  site: string | null;
  /** The id of a visit that is corrected; null for a new visit. */
  visit: number | null;
  /** The id of the site, given if it is known before the visits of the site are read. */
  siteId?: number | null;
  /** The faults that the link to the form asks to tick. */
  asked?: AskedAnswers;
  /** The recommendations that a maintenance form suggests. */
  offers?: readonly FollowOffer[] | undefined;
  /** Suggestions for the title. */
  titles?: readonly string[];
  inDialog?: boolean;
}

/** The fields of a task. All are required (`spec §5`), except the optional members. */
export function TaskFields(props: TaskFieldsProps) {
  const {
    typed,
    onChange,
    problems,
    savedTask,
    site,
    visit,
    siteId,
    asked,
    offers,
    titles = [],
    inDialog = false,
  } = props;
  const session = useSession();
  // an unchanged text has no limit, because a saved text that is too long may stay
  const limitOf = (field: keyof typeof textLimits) =>
    typed[field] === savedTask?.[field] ? {} : { limit: textLimits[field] };
  const { record } = useSiteVisits(site, visit);
  const knownSiteId = siteId ?? record.data?.id ?? null;
  return (
    <>
      {site !== null && knownSiteId !== null && (
        <AnswerFields
          key={knownSiteId}
          site={knownSiteId}
          visit={visit}
          typed={typed}
          onChange={onChange}
          asked={asked}
        />
      )}
      <WhenFields typed={typed} onChange={onChange} problems={problems} />
      <TextField
        label={t('Title')}
        name="title"
        autoComplete="off"
        required
        {...limitOf('title')}
        value={typed.title}
        onChange={(title) => onChange({ title })}
        error={problems.title}
        suggestions={titles}
        {...(inDialog && { 'data-autofocus': true })}
      />
      <div className={`${layout.gap4} ${styles.optional}`}>
        <SelectField
          label={t('Kind of visit')}
          name="kind"
          value={typed.kind}
          onChange={(kind) => onChange({ kind: isVisitKind(kind) ? kind : '' })}
          options={[{ value: '', label: t('Not specified') }, ...visitKinds]}
        />
        {textMemberNames.map((member) => (
          <TextField
            key={member}
            label={said(textMembers[member].label)}
            name={member}
            autoComplete="off"
            {...limitOf(member)}
            value={typed[member]}
            onChange={(value) => onChange({ [member]: value })}
            error={problems[member]}
            {...(member === 'by' && { suggestions: recentNames.read(session) })}
          />
        ))}
      </div>
      <TimeFields typed={typed} onChange={onChange} problems={problems} savedTask={savedTask} />
      <div className={styles.text}>
        <TextAreaField
          label={t('Task text')}
          name="text"
          rows={8}
          required
          {...limitOf('text')}
          value={typed.text}
          onChange={(text) => onChange({ text })}
          error={problems.text}
        />
      </div>
      {site !== null && <DoneFields site={site} visit={visit} typed={typed} onChange={onChange} />}
      <FollowFields
        site={site}
        visit={visit}
        typed={typed}
        onChange={onChange}
        error={problems.follow}
        savedTask={savedTask}
        offers={offers}
      />
    </>
  );
}

/** The date and time of the visit, and the year and month under which it is filed (`spec §3`). */
function WhenFields({ typed, onChange, problems }: Pick<TaskFieldsProps, 'typed' | 'onChange' | 'problems'>) {
  return (
    <div className={`${layout.gap4} ${styles.when}`}>
      <TextField
        label={t('Visit date')}
        name="date"
        type="date"
        required
        min={`${taskYears[0]}-01-01`}
        max={`${taskYears.at(-1)}-12-31`}
        value={typed.date}
        onChange={(date) => onChange({ date })}
        error={problems.date}
        // the hint writes the date in full, because browsers show it in the format of their own locale
        {...(periodOf(typed.date) && { hint: longDay(typed.date) })}
      />
      <TextField
        label={t('Time')}
        name="clock"
        type="time"
        required
        value={typed.clock}
        onChange={(clock) => onChange({ clock })}
        error={problems.clock}
      />
      <PeriodFields period={typed} onChange={onChange} problems={problems} />
    </div>
  );
}

interface Period {
  year: string;
  month: Month | '';
}

interface PeriodFieldsProps {
  period: Period;
  onChange: (values: Partial<Period>) => void;
  problems: Partial<Record<keyof Period, string | false | null | undefined>>;
}

/** The year and the month of a visit. Both are required (`spec §3`). */
export function PeriodFields({ period, onChange, problems }: PeriodFieldsProps) {
  return (
    <>
      <SelectField
        label={t('Year')}
        name="year"
        required
        value={period.year}
        onChange={(year) => onChange({ year })}
        error={problems.year}
        options={[{ value: '', label: t('Select a year') }, ...taskYears.map((year) => ({ value: year, label: year }))]}
      />
      <SelectField
        label={t('Month')}
        name="month"
        required
        value={period.month}
        onChange={(month) => onChange({ month: isMonth(month) ? month : '' })}
        error={problems.month}
        options={[
          { value: '', label: t('Select a month') },
          ...months.map(({ value }) => ({ value, label: monthLabel(value) })),
        ]}
      />
    </>
  );
}
