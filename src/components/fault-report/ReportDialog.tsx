import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createTypedMemory } from '../../lib/device/typed-memory.ts';
import { t } from '../../lib/language/translate.ts';
import { useOnLeave } from '../../lib/screen/use-draft.ts';
import { useStore } from '../../lib/store.ts';
import { companyContact, telUrl } from '../../records/company.ts';
import { faultMoment } from '../../records/fault/fault-end.ts';
import { openFaultsQuery } from '../../records/fault/fault-queries.ts';
import { faultTitle, faultWhat } from '../../records/fault/fault-words.ts';
import type { Fault } from '../../records/fault/fault.ts';
import { ownReports } from '../../records/fault/own-reports.ts';
import {
  isEmptyReport,
  joinedReport,
  limitText,
  readAddition,
  readReport,
  type ReportForm as FilledReport,
} from '../../records/fault/report-form.ts';
import type { ReportOutcome } from '../../records/fault/report-queue.ts';
import { storesReports } from '../../records/fault/report-store.ts';
import { worksAgain } from '../../records/fault/voice-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { RadioCard } from '../fault/RadioCard.tsx';
import { ReportDetails, ReportFields, SendReport } from '../fault/ReportFields.tsx';
import { ReportSent } from '../fault/ReportSent.tsx';
import { useReportEnd } from '../fault/use-report-end.ts';
import { useReportForm } from '../fault/use-report-form.ts';
import { useToday } from '../use-today.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './ReportDialog.module.css';

export interface SiteToReport {
  id: number;
  /** The title of the site as the screens show it. */
  title: string;
  /** The names of the posts of the site. */
  posts: readonly string[];
}

// The input of reports whose dialog was closed is remembered until it is sent or the page is closed. It is in memory only: a report takes
// seconds to type, and the queue of reports stores what is submitted.

interface TypedReport {
  form: FilledReport;
  /** Null for the whole site; undefined before a choice. */
  post: string | null | undefined;
}

const typedReports = createTypedMemory<TypedReport>();

const memoryKeyOf = (site: number, fault: number | undefined) => `${site}/${fault ?? ''}`;

interface ReportDialogProps {
  site: SiteToReport;
  /** The open fault that the report is added to. Without it a new fault is reported. */
  joins?: Fault;
  onClose: () => void;
}

/** Reports a fault of a site, or adds to an open fault (`decisions §15`). The input stays until it is sent, even if the dialog is closed. */
export function ReportDialog({ site, joins, onClose }: ReportDialogProps) {
  const [join, setJoin] = useState<Join | null>(joins ? { fault: joins } : null);
  const [outcome, setOutcome] = useState<ReportOutcome | null>(null);
  const queue = ownReports();
  const progress = useStore(queue.progress);
  const submitted = outcome?.kind === 'reported' || outcome?.kind === 'waiting' ? outcome : null;
  const latestState = useReportEnd(queue, submitted);
  const forgetInput = () => {
    typedReports.forget(memoryKeyOf(site.id, join?.fault.id));
    // the input from before the person chose to add to an open fault
    typedReports.forget(memoryKeyOf(site.id, joins?.id));
  };
  const close = () => {
    forgetInput();
    onClose();
  };
  if (submitted)
    return (
      <Dialog open title={t('Report a fault')} onClose={close}>
        <div className={styles.column}>
          {latestState ? (
            <ReportSent outcome={latestState} progress={progress}>
              <CallHotline />
              <Button onClick={close}>{t('Done')}</Button>
            </ReportSent>
          ) : (
            <>
              <ErrorNote>
                {t('The portal did not accept this report. Call {number}, or report it again.', {
                  number: companyContact.hotline,
                })}
              </ErrorNote>
              <CallHotline />
              <Button onClick={close}>{t('Done')}</Button>
            </>
          )}
        </div>
      </Dialog>
    );
  return (
    <ReportForm
      key={join?.fault.id ?? 'new'}
      {...{ site, join, onClose }}
      problem={outcome?.kind === 'limited' || outcome?.kind === 'refused' ? failureText(outcome) : null}
      onJoin={setJoin}
      onOutcome={(next) => {
        // a report that is not stored is lost with the page, so its input is remembered
        if (next.kind === 'reported' || (next.kind === 'waiting' && next.stored)) forgetInput();
        setOutcome(next);
      }}
    />
  );
}

/** Whether a site offers this choice: a post may have been renamed or removed since it was remembered. */
function isChoiceOf({ posts }: SiteToReport, post: string | null | undefined): boolean {
  return typeof post !== 'string' || posts.includes(post);
}

function failureText(outcome: Extract<ReportOutcome, { kind: 'limited' | 'refused' }>): string {
  if (outcome.kind === 'refused')
    return t('The portal did not accept this report. Check it and send it again, or call {number}.', {
      number: companyContact.hotline,
    });
  return limitText(outcome.times, companyContact.hotline);
}

/** An open fault that the report is added to, with the input from before it was chosen. */
interface Join {
  fault: Fault;
  form?: FilledReport;
}

interface ReportFormProps extends Pick<ReportDialogProps, 'site' | 'onClose'> {
  join: Join | null;
  /** Why the last attempt was not sent. */
  problem: string | null;
  onJoin: (join: Join) => void;
  onOutcome: (outcome: ReportOutcome) => void;
}

function ReportForm({ site, join, problem, onJoin, onOutcome, onClose }: ReportFormProps) {
  const joinedFault = join?.fault;
  const [remembered] = useState(() => typedReports.get(memoryKeyOf(site.id, joinedFault?.id)));
  const { form, change, whenRead } = useReportForm(join?.form ?? remembered?.form);
  const [onlyPost] = site.posts.length === 1 ? site.posts : [];
  // at a site without posts, the whole site (null) is the only choice
  const defaultPost = site.posts.length === 0 ? null : onlyPost;
  const [post, setPost] = useState<string | null | undefined>(
    remembered && isChoiceOf(site, remembered.post) ? remembered.post : defaultPost,
  );
  const [inputProblem, setInputProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  useOnLeave(() => {
    if (isSending) return;
    if (isEmptyReport(form)) typedReports.forget(memoryKeyOf(site.id, joinedFault?.id));
    else typedReports.set(memoryKeyOf(site.id, joinedFault?.id), { form, post });
  });

  /** @param words put before the typed text */
  const send = async (words?: string) => {
    if (joinedFault === undefined && post === undefined) return setInputProblem(t('Choose the gate first.'));
    setIsSending(true);
    // waits for photos that are still being read
    const report = await whenRead();
    const filledReport =
      words === undefined ? report : { ...report, text: [words, report.text].filter(Boolean).join('\n') };
    const checkedReport = joinedFault
      ? readAddition(filledReport, joinedFault.id, joinedFault.what)
      : readReport(filledReport);
    if ('problem' in checkedReport) {
      setIsSending(false);
      return setInputProblem(checkedReport.problem);
    }
    setInputProblem(null);
    // remembered before sending: if the session has ended, the login replaces this form
    typedReports.set(memoryKeyOf(site.id, joinedFault?.id), { form: report, post });
    const place = { site_id: site.id, site: site.title, post: joinedFault ? joinedFault.post : (post ?? null) };
    const outcome = await ownReports().submit(
      place,
      checkedReport.said,
      report.photos.map(({ content }) => content),
    );
    setIsSending(false);
    return onOutcome(outcome);
  };
  const joinWith = async (fault: Fault) => {
    const earlierForm = typedReports.get(memoryKeyOf(site.id, fault.id))?.form;
    onJoin({ fault, form: joinedReport(await whenRead(), fault.what, earlierForm) });
  };
  const changeForm: typeof change = (next) => {
    setInputProblem(null);
    change(next);
  };

  const hotline = { number: companyContact.hotline, url: telUrl(companyContact.hotline) };
  return (
    <Dialog
      open
      title={joinedFault ? t('Add to number {number}', { number: joinedFault.id }) : t('Report a fault')}
      size="large"
      onClose={onClose}
      footer={
        <SendReport
          busy={isSending}
          problem={inputProblem ?? problem}
          {...(joinedFault && { label: t('Send') })}
          onSend={() => void send()}
        />
      }
    >
      <div className={styles.column}>
        <p className={texts.muted}>{joinedFault ? faultTitle(joinedFault) : site.title}</p>
        <CannotStoreWarning />
        {joinedFault ? (
          <>
            <Button busy={isSending} onClick={() => void send(worksAgain)}>
              <Icon name="check" />
              {t('It works again')}
            </Button>
            <ReportDetails form={form} onChange={changeForm} opened="text" />
          </>
        ) : (
          <>
            {site.posts.length > 0 && <PostChoice posts={site.posts} post={post} onChoose={setPost} />}
            {post !== undefined && <OpenFaults site={site.id} post={post} onJoin={(fault) => void joinWith(fault)} />}
            <ReportFields form={form} onChange={changeForm} hotline={hotline} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Warns, before anything is typed, if this device cannot store a report until there is a connection. */
function CannotStoreWarning() {
  const { data: canStore = true } = useQuery({
    queryKey: ['stores reports'],
    queryFn: storesReports,
    meta: { still: true },
    gcTime: 0,
  });
  if (canStore) return null;
  return (
    <p className={`${texts.smaller} ${texts.warning}`}>
      {t('This device keeps nothing: without a connection, leave the portal open until the report is sent.')}
    </p>
  );
}

interface PostChoiceProps {
  posts: readonly string[];
  /** Null for the whole site; undefined before a choice. */
  post: string | null | undefined;
  onChoose: (post: string | null) => void;
}

/** Asks which post has the fault. */
function PostChoice({ posts, post, onChoose }: PostChoiceProps) {
  return (
    <fieldset className={styles.posts}>
      <legend className={styles.legend}>{t('Which gate?')}</legend>
      {[...posts, null].map((choice) => (
        <RadioCard
          key={choice ?? ''}
          name="post"
          checked={post === choice}
          onChoose={() => onChoose(choice)}
          className={styles.post}
        >
          <span>{choice ?? t('Whole site')}</span>
        </RadioCard>
      ))}
    </fieldset>
  );
}

interface OpenFaultsProps {
  site: number;
  post: string | null;
  onJoin: (fault: Fault) => void;
}

/** The faults that are already open at the chosen post, so that a person can add to one of them instead of reporting it twice. */
function OpenFaults({ site, post, onJoin }: OpenFaultsProps) {
  const today = useToday();
  const open = useQuery(openFaultsQuery(site)).data?.filter((fault) => fault.post === post) ?? [];
  if (open.length === 0) return null;
  return (
    <ul className={styles.known}>
      {open.map((fault) => (
        <li key={fault.id} className={styles.knownFault}>
          <p className={texts.bold}>
            {t('{what}: open since {clock}', {
              what: faultWhat(fault),
              clock: faultMoment(fault.reported_at, today),
            })}
          </p>
          <p className={texts.small}>{t('The office knows.')}</p>
          <Button onClick={() => onJoin(fault)}>{t('It is this one')}</Button>
        </li>
      ))}
    </ul>
  );
}

function CallHotline() {
  const { hotline } = companyContact;
  return (
    <a className={styles.call} href={telUrl(hotline)}>
      <Icon name="phone" />
      <span className={layout.rest}>{hotline}</span>
    </a>
  );
}
