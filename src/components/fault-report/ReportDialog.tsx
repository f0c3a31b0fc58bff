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
  /** As the screens call it. */
  title: string;
  /** The names of its posts. */
  posts: readonly string[];
}

// What was typed into a report whose dialog was closed, until it is sent or the page ends. In memory only: a report takes seconds, and what
// is handed in is stored by its queue.

interface TypedReport {
  form: FilledReport;
  /** Undefined before a choice. */
  post: string | null | undefined;
}

const typed = createTypedMemory<TypedReport>();

const nameOf = (site: number, fault: number | undefined) => `${site}/${fault ?? ''}`;

interface ReportDialogProps {
  site: SiteToReport;
  /** The open fault that is added to; else a new one is reported. */
  joins?: Fault;
  onClose: () => void;
}

/** Reports a fault of a site, or adds to one (`decisions §15`). What was typed stays until it is sent, also when the dialog is closed. */
export function ReportDialog({ site, joins, onClose }: ReportDialogProps) {
  const [join, setJoin] = useState<Join | null>(joins ? { fault: joins } : null);
  const [outcome, setOutcome] = useState<ReportOutcome | null>(null);
  const queue = ownReports();
  const progress = useStore(queue.progress);
  const taken = outcome?.kind === 'reported' || outcome?.kind === 'waiting' ? outcome : null;
  const end = useReportEnd(queue, taken);
  const forget = () => {
    typed.forget(nameOf(site.id, join?.fault.id));
    // what was typed before it joined
    typed.forget(nameOf(site.id, joins?.id));
  };
  const close = () => {
    forget();
    onClose();
  };
  if (taken)
    return (
      <Dialog open title={t('Report a fault')} onClose={close}>
        <div className={styles.column}>
          {end ? (
            <ReportSent outcome={end} progress={progress}>
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
        // what waits in this page only may end with it
        if (next.kind === 'reported' || (next.kind === 'waiting' && next.stored)) forget();
        setOutcome(next);
      }}
    />
  );
}

function failureText(outcome: Extract<ReportOutcome, { kind: 'limited' | 'refused' }>): string {
  if (outcome.kind === 'refused')
    return t('The portal did not accept this report. Check it and send it again, or call {number}.', {
      number: companyContact.hotline,
    });
  return limitText(outcome.times, companyContact.hotline);
}

/** An open fault that is added to, with what was typed before that was known. */
interface Join {
  fault: Fault;
  form?: FilledReport;
}

interface ReportFormProps extends Pick<ReportDialogProps, 'site' | 'onClose'> {
  join: Join | null;
  /** Why the last one was not sent. */
  problem: string | null;
  onJoin: (join: Join) => void;
  onOutcome: (outcome: ReportOutcome) => void;
}

function ReportForm({ site, join, problem, onJoin, onOutcome, onClose }: ReportFormProps) {
  const joined = join?.fault;
  const [before] = useState(() => typed.get(nameOf(site.id, joined?.id)));
  const { form, change, whenRead } = useReportForm(join?.form ?? before?.form);
  const [only] = site.posts.length === 1 ? site.posts : [];
  const [post, setPost] = useState<string | null | undefined>(before?.post ?? (site.posts.length === 0 ? null : only));
  const [missing, setMissing] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  useOnLeave(() => {
    if (sending) return;
    if (isEmptyReport(form)) typed.forget(nameOf(site.id, joined?.id));
    else typed.set(nameOf(site.id, joined?.id), { form, post });
  });

  const send = async (words?: string) => {
    if (joined === undefined && post === undefined) return setMissing(t('Choose the gate first.'));
    setSending(true);
    // a photo may still be read
    const report = await whenRead();
    const filled = words === undefined ? report : { ...report, text: [words, report.text].filter(Boolean).join('\n') };
    const read = joined ? readAddition(filled, joined.id, joined.what) : readReport(filled);
    if ('problem' in read) {
      setSending(false);
      return setMissing(read.problem);
    }
    setMissing(null);
    // the answer may be that the session has ended, which takes this form away
    typed.set(nameOf(site.id, joined?.id), { form: report, post });
    const place = { site_id: site.id, site: site.title, post: joined ? joined.post : (post ?? null) };
    const outcome = await ownReports().submit(
      place,
      read.said,
      report.photos.map(({ content }) => content),
    );
    setSending(false);
    return onOutcome(outcome);
  };
  const joinWith = async (fault: Fault) => {
    const earlier = typed.get(nameOf(site.id, fault.id))?.form;
    onJoin({ fault, form: joinedReport(await whenRead(), fault.what, earlier) });
  };
  const changed: typeof change = (next) => {
    setMissing(null);
    change(next);
  };

  const hotline = { number: companyContact.hotline, url: telUrl(companyContact.hotline) };
  return (
    <Dialog
      open
      title={joined ? t('Add to number {number}', { number: joined.id }) : t('Report a fault')}
      size="large"
      onClose={onClose}
      footer={
        <SendReport
          busy={sending}
          problem={missing ?? problem}
          {...(joined && { label: t('Send') })}
          onSend={() => void send()}
        />
      }
    >
      <div className={styles.column}>
        <p className={texts.muted}>{joined ? faultTitle(joined) : site.title}</p>
        <KeepsNothing />
        {joined ? (
          <>
            <Button busy={sending} onClick={() => void send(worksAgain)}>
              <Icon name="check" />
              {t('It works again')}
            </Button>
            <ReportDetails form={form} onChange={changed} opened="text" />
          </>
        ) : (
          <>
            {site.posts.length > 0 && <PostChoice posts={site.posts} post={post} onChoose={setPost} />}
            {post !== undefined && <OpenFaults site={site.id} post={post} onJoin={(fault) => void joinWith(fault)} />}
            <ReportFields form={form} onChange={changed} hotline={hotline} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Says before anything is typed that a report cannot wait here. */
function KeepsNothing() {
  const { data: keeps = true } = useQuery({
    queryKey: ['stores reports'],
    queryFn: storesReports,
    meta: { still: true },
    gcTime: 0,
  });
  if (keeps) return null;
  return (
    <p className={`${texts.smaller} ${texts.warning}`}>
      {t('This device keeps nothing: without a connection, leave the portal open until the report is sent.')}
    </p>
  );
}

interface PostChoiceProps {
  posts: readonly string[];
  /** Null: the whole site. Undefined before a choice. */
  post: string | null | undefined;
  onChoose: (post: string | null) => void;
}

/** Where it is: one more tap where a site has several posts. */
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

/** What is open at the chosen post already: a second report adds to the first. */
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
