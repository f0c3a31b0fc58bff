import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayMs } from '../../lib/calendar/day.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { isNoService } from '../../lib/request-error.ts';
import { useSingleMutation } from '../../lib/screen/single-mutation.ts';
import { withIdempotencyKey } from '../../records/attempt.ts';
import { companyContact, telUrl } from '../../records/company.ts';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import { invalidateFaults } from '../../records/fault/fault-news.ts';
import { reportFault } from '../../records/fault/fault-queries.ts';
import { faultLimits } from '../../records/fault/fault.ts';
import { readReport } from '../../records/fault/report-form.ts';
import type { SaidReport } from '../../records/fault/report-queue.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { visitStamp, visitTime } from '../../records/task/visit.ts';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { TextAreaField, TextField } from '../../ui/field/TextField.tsx';
import { LoadFailure } from '../../ui/message/Loaded.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { SymptomChoice, type ReportFormProps } from '../fault/SymptomChoice.tsx';
import { useReportForm } from '../fault/use-report-form.ts';
import { SiteChoice } from '../SiteChoice.tsx';
import { StepDialog } from './StepDialog.tsx';
import texts from '../../ui/text.module.css';
import styles from './PhoneReportDialog.module.css';

/** A call may be at most this many days ago: the database refuses older ones (`report_fault`). */
const maxDays = 31;

const hotline = { number: companyContact.hotline, url: telUrl(companyContact.hotline) };

interface CallReport {
  siteId: number;
  post: string | null;
  said: SaidReport;
}

interface CallLocation {
  /** The name of the site; empty before a choice. */
  site: string;
  /** The index of the post in the list of the site's posts, as text; empty for the whole site. */
  post: string;
}

/**
 * Enters a fault that somebody reported by phone. The input stays until it is sent. It is saved only once, even if the button is pressed
 * again because an answer was lost.
 */
export function PhoneReportDialog({ site: initialSite, onClose }: { site: string | null; onClose: () => void }) {
  const { form, change } = useReportForm();
  const [callLocation, setCallLocation] = useState<CallLocation>({ site: initialSite ?? '', post: '' });
  // the time when the dialog opened, because the call is most likely going on
  const [callTime, setCallTime] = useState(() => visitTime(new Date()));
  const [timeProblem, setTimeProblem] = useState<string | null>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { data: sites } = useQuery(sitesQuery);
  const posts = useQuery({ ...failureSiteQuery(callLocation.site || null), enabled: callLocation.site !== '' });
  const names = [...(posts.data?.posts.keys() ?? [])];
  const sending = useSingleMutation({
    mutationFn: ({ siteId, post, said }: CallReport) =>
      withIdempotencyKey('fault/phone', { siteId, post, said }, (attempt) =>
        // `age` is how long a report waited on the device, which this one never does; the time of the call is in `said`
        reportFault(siteId, post, { ...said, attempt, photos: 0, age: 0 }),
      ),
    onSuccess: ({ fault, joined }) => {
      notify.success(
        joined
          ? t('Added to number {number}, which is open.', { number: fault })
          : t('Reported, number {number}.', { number: fault }),
      );
      onClose();
    },
    onError: (error) => console.error('The fault could not be reported', error),
    onSettled: () => void invalidateFaults(),
  });
  const checkedReport = readReport(form);
  const problem = isSubmitted && 'problem' in checkedReport ? checkedReport.problem : null;
  const submit = () => {
    setIsSubmitted(true);
    const callStamp = visitStamp(callTime);
    const newTimeProblem = callTimeProblem(callStamp, new Date());
    setTimeProblem(newTimeProblem);
    const siteId = sites?.find(({ name }) => name === callLocation.site)?.id;
    if (siteId === undefined || 'problem' in checkedReport || callStamp === null || newTimeProblem !== null) return;
    const post = names.find((_, index) => `${index}` === callLocation.post) ?? null;
    sending.mutate({ siteId, post, said: { ...checkedReport.said, reported: callStamp } });
  };

  return (
    <StepDialog
      title={t('Reported by phone')}
      action={t('Save report')}
      size="large"
      saving={{ isPending: sending.isPending, problem: sending.error && failureText(sending.error) }}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={styles.pair}>
        <SiteChoice
          label={t('Site')}
          value={callLocation.site}
          error={isSubmitted && callLocation.site === '' ? t('Choose a site.') : undefined}
          // the post is reset, because the same index is another post at another site
          onChange={(site) => setCallLocation({ site, post: '' })}
        />
        <SelectField
          label={t('Post')}
          value={callLocation.post}
          onChange={(post) => setCallLocation({ ...callLocation, post })}
          options={[
            { value: '', label: t('Whole site') },
            ...names.map((name, index) => ({ value: `${index}`, label: name })),
          ]}
        />
      </div>
      <LoadFailure query={posts} error={t('Error fetching data.')} />
      <SymptomChoice form={form} onChange={change} hotline={hotline} problem={problem} />
      <TextAreaField
        label={t('What else was said')}
        value={form.text}
        limit={faultLimits.text}
        onChange={(text) => change({ text })}
      />
      <div className={styles.pair}>
        <TextField
          label={t('Day of the call')}
          type="date"
          value={callTime.date}
          error={timeProblem}
          onChange={(date) => setCallTime({ ...callTime, date })}
        />
        <TextField
          label={t('Time')}
          type="time"
          value={callTime.clock}
          onChange={(clock) => setCallTime({ ...callTime, clock })}
        />
      </div>
      <CallerFields form={form} onChange={change} />
      <ErrorNote>{problem}</ErrorNote>
    </StepDialog>
  );
}

/** The name and telephone number of the caller. */
function CallerFields({ form, onChange: change }: ReportFormProps) {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={t('Who called')}
          autoComplete="off"
          value={form.name}
          limit={faultLimits.name}
          onChange={(name) => change({ name })}
        />
        <TextField
          label={t('Telephone number')}
          type="tel"
          autoComplete="off"
          value={form.phone}
          limit={faultLimits.phone}
          onChange={(phone) => change({ phone })}
        />
      </div>
      <p className={`${texts.small} ${texts.measure}`}>
        {t(
          'Seen by the office, its technicians and the management of this site. Deleted 12 months after the fault has ended.',
        )}
      </p>
    </>
  );
}

/**
 * What is wrong with the time of a call; null if nothing is.
 * @param callStamp in the form in which tasks store times; null if the input is incomplete
 */
function callTimeProblem(callStamp: string | null, now: Date): string | null {
  if (callStamp === null) return t('Enter the day and the time of the call.');
  const ageMs = now.getTime() - Date.parse(callStamp);
  // five minutes in the future are accepted, because clocks differ
  if (ageMs < -5 * 60_000) return t('This is in the future.');
  return ageMs > maxDays * dayMs ? t('At most {days} days ago.', { days: maxDays }) : null;
}

function failureText(error: Error): string {
  return isNoService(error)
    ? t('There is no connection. Try again when there is one: it is saved only once.')
    : t('Error updating data.');
}
