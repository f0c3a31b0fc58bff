import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { useRight } from '../../components/use-right.ts';
import {
  withSaved,
  sameForm,
  type MaintenanceForm,
  type TaskField,
} from '../../records/maintenance-form/maintenance-form.ts';
import { conclusionsFor, formGaps, gapWords, type FormGap } from '../../records/maintenance-form/form-visit.ts';
import { aboutVisit, visitLines } from '../../records/maintenance-form/visit-lines.ts';
import * as paths from '../../records/portal-paths.ts';
import { handReport, takeReport } from '../../records/task/handed-report.ts';
import { liveTime, thisMinute, draftMoment } from '../../records/time.ts';
import { notify } from '../../lib/notify.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useServiceAway } from '../../lib/device/query-copies.ts';
import { getSession, onSessionChange } from '../../lib/device/session.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { useToday } from '../../components/use-today.ts';
import { useNow, useUnmounted } from '../../lib/screen/pace.ts';
import { shareAction, startReport, useReportRunning, warmReports } from '../../reports/report-job.ts';
import { reportTitle, type ReportRequest } from '../../reports/report-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LoadError } from '../../ui/message/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import layout from '../../ui/layout.module.css';
import { useNarrow } from '../../lib/screen/viewport.ts';
import { useOnlySite } from '../../components/SitePicker.tsx';
import { presetOf } from '../../records/maintenance-form/form-presets.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { ConfirmButton, ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { ClientChoice, KeepEquipment } from './ClientChoice.tsx';
import { AllPass } from './CheckRows.tsx';
import { FormBar } from './FormBar.tsx';
import { formSections, gapElement, sectionElement, type SectionId } from './FormTable.tsx';
import { FormTables } from './FormTables.tsx';
import styles from './FormTable.module.css';
import { freshForm, handOver } from './form-drafts.ts';
import { useFormDraft } from './use-form-draft.ts';
import { formSiteQuery } from '../../records/maintenance-form/form-site-query.ts';
import { clientOf, detailsOf, siteOf, type ClientDetails } from './form-site.ts';
import texts from '../../ui/text.module.css';
import { thisCentury, yearProblem } from '../../lib/calendar/year-range.ts';
import { t } from '../../lib/language/translate.ts';

// a form handed over but not taken belongs to the session that ends
onSessionChange(() => {
  if (!getSession()) takeReport();
});

type Purpose = 'download' | 'attach';

function formDateProblem({ generalInfo: { date } }: MaintenanceForm): string | null {
  return date === '' ? t('ERROR: Please Insert Date!') : yearProblem(date, thisCentury);
}

/** The Maintenance Report form: filled in on site, handed over as a PDF (`spec §2`, `decisions §8`). */
export function MaintenanceFormRoute({ title }: { title: string }) {
  const navigate = useNavigate();
  const draft = useFormDraft();
  const { client, typed } = draft;
  const { sites, site, fromClient, details, waiting, failed, retry } = useFormClient(client);
  const isLost = useServiceAway();
  const keepsEquipment = useRight('changeRecords');
  const working = useReportRunning();
  const [dateRefused, setDateRefused] = useState(false);
  const [asked, setAsked] = useState<{ gaps: FormGap[]; purpose: Purpose } | null>(null);
  /** The checks that 'All pass' has set for this visit. */
  const [passed, setPassed] = useState<readonly TaskField[]>([]);
  const [loadingClient, setLoadingClient] = useState<string | null>(null);
  const dateInput = useRef<HTMLInputElement>(null);
  const { openSections, setOpen, jump } = useFolding();
  const siteNamed = (name: string | null) => sites.find((one) => one.name === name);
  const linkedSite = siteNamed(useSearchParams()[0].get('site'));
  const onlySite = siteNamed(useOnlySite());
  // opens the form of the site that a link names, or of a technician's only site unless something was typed already
  useWhen(linkedSite ? clientOf(linkedSite) : null, (linked) => linked !== client && draft.open(linked));
  useWhen(!linkedSite && onlySite && client === '' && typed === null ? clientOf(onlySite) : null, draft.open);

  const posts = details?.posts ?? [];
  const withPosts = (shown: MaintenanceForm) => ({ ...shown, conclusion: conclusionsFor(posts, shown.conclusion) });
  const fresh = withPosts(freshForm(draft, fromClient));
  const form = typed ? withPosts(typed) : fresh;
  const change = (next: MaintenanceForm) => draft.change(sameForm(next, fresh) ? null : next);
  /** Forgets what belongs to the form that was open. */
  const leaveForm = () => {
    setDateRefused(false);
    setPassed([]);
  };

  const request = (): ReportRequest => ({ kind: 'form', data: { form, madeOn: thisMinute() } });
  const warm = () => warmReports(request());
  const unmounted = useUnmounted();

  const make = (purpose: Purpose) => {
    draft.settle();
    startReport(request(), (file) => {
      handOver(client, form, typed, fromClient);
      if (purpose === 'download' || unmounted.current) {
        saveFile(file, file.name);
        // the user may have gone to another screen, or have the new task open already
        notify.success(
          purpose === 'download'
            ? t('Report saved: {file}', { file: file.name })
            : t('You left the form, so its PDF was saved instead of attached: {file}', { file: file.name }),
          shareAction(reportTitle(request()), undefined, file),
        );
        draft.handedOver(typed);
        return;
      }
      const lines = visitLines(form);
      handReport({
        file,
        day: form.generalInfo.date,
        siteName: site?.name ?? null,
        title: t('Preventive maintenance'),
        lines,
        about: aboutVisit(form),
      });
      void navigate(paths.addTask);
    });
  };
  const press = (purpose: Purpose) => {
    const problem = formDateProblem(form);
    setDateRefused(problem !== null);
    if (problem !== null) {
      setOpen('general', true);
      dateInput.current?.focus();
      return;
    }
    const gaps = formGaps(form);
    if (gaps.length > 0) setAsked({ gaps, purpose });
    else make(purpose);
  };
  const goToGap = () => {
    const [first] = asked?.gaps ?? [];
    flushSync(() => setAsked(null));
    if (!first) return;
    setOpen(first.kind === 'finding' ? 'tasks' : 'signatures', true);
    document.getElementById(gapElement(first))?.focus();
  };

  return (
    <div className={layout.page}>
      <PageHeading title={title}>
        <LiveClock className={styles.clock} />
      </PageHeading>
      <div className={styles.choice}>
        <ClientChoice
          client={client}
          sites={sites}
          form={form}
          untouched={typed === null}
          onOpen={(next) => {
            leaveForm();
            draft.open(next);
          }}
          loading={loadingClient}
          onLoad={setLoadingClient}
          onMove={(next, template) => {
            leaveForm();
            setLoadingClient(null);
            draft.moveTo(next, template);
          }}
        />
        {loadingClient === null && <FormDraftNote draft={draft} onReplace={leaveForm} />}
      </div>
      {failed && (
        <LoadError
          message={
            !isLost
              ? t('The sites, or the posts and equipment of this site, could not be loaded.')
              : site
                ? t('There is no connection, and the posts and equipment of {site} are not kept on this device.', {
                    site: site.name,
                  })
                : t('There is no connection, and the list of sites is not kept on this device.')
          }
          onRetry={retry}
        />
      )}
      {loadingClient !== null || (waiting && !typed) ? (
        <ListSkeleton text={t('Loading the client…')} rows={6} height={56} />
      ) : (
        <>
          <FormTables
            // remounts for another client, so that nothing of the old form stays in its fields
            key={client}
            form={form}
            onChange={change}
            open={openSections}
            onOpen={setOpen}
            dateInput={dateInput}
            dateError={dateRefused ? formDateProblem(form) : null}
            storedEquipment={details?.equipment ?? null}
            checksHead={
              <AllPass
                form={form}
                onChange={change}
                passed={passed}
                onPassed={setPassed}
                onSign={() => jump('signatures')}
              />
            }
            equipmentFoot={
              keepsEquipment &&
              site &&
              details && (
                <KeepEquipment
                  site={site}
                  stored={details}
                  typed={form.equipment}
                  untouched={typed === null}
                  onKept={(sent, kept) =>
                    draft.revise((now) => ({ ...now, equipment: withSaved(now.equipment, sent, kept) }))
                  }
                />
              )
            }
          />
          <ClearForm
            onClear={() => {
              leaveForm();
              draft.clear();
            }}
          />
          <FormBar form={form} onJump={jump}>
            <Button busy={working} onPointerEnter={warm} onFocus={warm} onClick={() => press('attach')}>
              {t('Attach to a new task')}
            </Button>
            <Button
              variant="primary"
              busy={working}
              onPointerEnter={warm}
              onFocus={warm}
              onClick={() => press('download')}
            >
              <Icon name="download" />
              {t('Download PDF')}
            </Button>
          </FormBar>
        </>
      )}
      <GapsDialog
        asked={asked}
        onGo={goToGap}
        onLeave={(purpose) => {
          setAsked(null);
          make(purpose);
        }}
      />
    </div>
  );
}

/** Which groups are open: at first all, on a phone only the checks, so that the others are one press away. */
function useFolding() {
  const narrow = useNarrow();
  const [openSections, setOpenSections] = useState<ReadonlySet<SectionId>>(
    () => new Set(narrow ? ['tasks'] : formSections.map(({ id }) => id)),
  );
  const setOpen = (id: SectionId, isOpen: boolean) =>
    // synchronously, as a field in it may get the focus next
    flushSync(() =>
      setOpenSections((before) => {
        const others = [...before].filter((other) => other !== id);
        return new Set(isOpen ? [...others, id] : others);
      }),
    );
  const jump = (id: SectionId) => {
    setOpen(id, true);
    const section = document.getElementById(sectionElement(id));
    section?.querySelector('summary')?.focus({ preventScroll: true });
    section?.scrollIntoView({ block: 'start' });
  };
  return { openSections, setOpen, jump };
}

/** The time in Singapore, with seconds (`spec §2`); screen readers can read it, and do not announce it. */
function LiveClock({ className }: { className?: string | undefined }) {
  const now = useNow(1_000);
  return (
    <time className={className} dateTime={now.toISOString()} aria-live="off">
      {liveTime(now)}
    </time>
  );
}

/** The client of the form: what it brings, and the posts and equipment of its site. */
function useFormClient(client: string) {
  const sites = useQuery(sitesQuery);
  const preset = presetOf(client);
  const site = siteOf(client, sites.data ?? []);
  const details = useQuery({ ...formSiteQuery(site?.id ?? 0), enabled: site !== null });
  const fromClient: ClientDetails | null =
    preset ?? (site && { generalInfo: detailsOf(site), equipment: details.data?.equipment ?? null });
  return {
    sites: sites.data ?? [],
    site,
    fromClient,
    /** Null until known. */
    details: details.data ?? null,
    waiting: client !== '' && (sites.isPending || (site !== null && details.isPending)),
    failed: sites.isError || details.isError,
    retry: () => void (sites.isError ? sites.refetch() : details.refetch()),
  };
}

interface GapsDialogProps {
  asked: { gaps: readonly FormGap[]; purpose: Purpose } | null;
  onGo: () => void;
  onLeave: (purpose: Purpose) => void;
}

/** Asks about all that is missing (`decisions §8`), before the readers of the report do. */
function GapsDialog({ asked, onGo, onLeave }: GapsDialogProps) {
  if (!asked) return null;
  const { gaps, purpose } = asked;
  return (
    <ConfirmDialog
      title={t('{missing, plural, one {One thing is missing in the form} other {# things are missing in the form}}', {
        missing: gaps.length,
      })}
      action={purpose === 'download' ? t('Download anyway') : t('Attach anyway')}
      variant="secondary"
      cancel={t('Go back')}
      onConfirm={() => onLeave(purpose)}
      onClose={onGo}
    >
      <p>{t('Whoever reads the report will ask about:')}</p>
      <ul className={styles.gaps}>
        {gaps.map((gap) => (
          <li key={gapElement(gap)}>{gapWords(gap)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

/** Where the form is stored, and a button for a new visit or for the last form. */
function FormDraftNote({ draft, onReplace }: { draft: ReturnType<typeof useFormDraft>; onReplace: () => void }) {
  const { client, typed, restoredAt, handedAt, lastForm, kept } = draft;
  const today = useToday();
  return (
    <div className={`${layout.row} ${styles.notes}`}>
      <p className={`${texts.hint} ${texts.measure} ${styles.note}`} role="status">
        {handedAt === null
          ? draftText(kept, restoredAt, today)
          : t('Handed over at {time}. The next time you open this screen, a new visit starts.', {
              time: draftMoment(handedAt, today),
            })}
      </p>
      {handedAt !== null && (
        <Button
          onClick={() => {
            onReplace();
            draft.open(client);
          }}
        >
          {t('Start a new visit')}
        </Button>
      )}
      {handedAt === null && lastForm && (
        <ConfirmButton
          label={t('Go on with the last form')}
          asks={typed !== null}
          title={t('Replace what is typed with the last form?')}
          action={t('Yes')}
          variant="secondary"
          cancel={t('No')}
          onConfirm={() => {
            onReplace();
            draft.goOn();
          }}
        >
          <p>
            {t('The last form was handed over at {time}. What you have typed now is lost.', {
              time: draftMoment(lastForm.savedAt, today),
            })}
          </p>
        </ConfirmButton>
      )}
    </div>
  );
}

function draftText(kept: boolean, restoredAt: number | null, today: Date): string {
  if (!kept) return t('This device keeps no drafts: what you type is lost when you leave the page.');
  return restoredAt === null
    ? t('What is typed is kept on this device only, for each client, until it is handed over or cleared.')
    : t(
        'Draft from {time} restored. What is typed is kept on this device only, for each client, until it is handed over or cleared.',
        { time: draftMoment(restoredAt, today) },
      );
}

function ClearForm({ onClear }: { onClear: () => void }) {
  return (
    <div className={styles.clear}>
      <ConfirmButton
        label={t('Clear form')}
        title={t('Clear everything typed for this client?')}
        action={t('Yes')}
        variant="secondary"
        cancel={t('No')}
        onConfirm={onClear}
      >
        <p>{t("The form goes back to the client's template. This cannot be undone.")}</p>
      </ConfirmButton>
    </div>
  );
}
