import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router-dom';
import { useOnlySite } from '../../components/SitePicker.tsx';
import { useRight } from '../../components/use-right.ts';
import { thisCentury, yearProblem } from '../../lib/calendar/year-range.ts';
import { useServiceAway } from '../../lib/device/query-copies.ts';
import { t } from '../../lib/language/translate.ts';
import { useNow } from '../../lib/screen/pace.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { useNarrow } from '../../lib/screen/viewport.ts';
import { conclusionsFor } from '../../records/maintenance-form/form-visit.ts';
import {
  sameForm,
  withSaved,
  type MaintenanceForm,
  type TaskField,
} from '../../records/maintenance-form/maintenance-form.ts';
import { liveTime } from '../../records/time.ts';
import { LoadError } from '../../ui/message/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { AllPass } from './CheckRows.tsx';
import { ClientChoice, SaveEquipment } from './ClientChoice.tsx';
import { freshForm } from './form-drafts.ts';
import { clientOf } from './form-site.ts';
import { FormBar } from './FormBar.tsx';
import { ClearForm, FormDraftNote } from './FormDraftNote.tsx';
import { GapsDialog, HandOverButtons, useFormHandOver } from './FormHandOver.tsx';
import { formSections, sectionElement, type SectionId } from './FormTable.tsx';
import { FormTables } from './FormTables.tsx';
import { useFormClient, type FormClient } from './use-form-client.ts';
import { useFormDraft } from './use-form-draft.ts';
import layout from '../../ui/layout.module.css';
import styles from './FormTable.module.css';

function formDateProblem({ generalInfo: { date } }: MaintenanceForm): string | null {
  return date === '' ? t('ERROR: Please Insert Date!') : yearProblem(date, thisCentury);
}

/** The Maintenance Report form: filled in on site, handed over as a PDF (`spec §2`, `decisions §8`). */
export function MaintenanceFormRoute({ title }: { title: string }) {
  const draft = useFormDraft();
  const { client, typed } = draft;
  const formClient = useFormClient(client);
  const { sites, fromClient, details, waiting, failed } = formClient;
  const canSaveEquipment = useRight('changeRecords');
  const [dateRefused, setDateRefused] = useState(false);
  /** The checks that 'All pass' has set for this visit. */
  const [passed, setPassed] = useState<readonly TaskField[]>([]);
  const [loadingClient, setLoadingClient] = useState<string | null>(null);
  const dateInput = useRef<HTMLInputElement>(null);
  const { openSections, setOpen, jump } = useFolding();
  useOpenedSite(draft, sites);

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
  const isDateRefused = () => {
    const isRefused = formDateProblem(form) !== null;
    setDateRefused(isRefused);
    if (isRefused) setOpen('general', true);
    if (isRefused) dateInput.current?.focus();
    return isRefused;
  };
  const handOver = useFormHandOver({ draft, form, client: formClient, isDateRefused, setOpen });

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
      {failed && <ClientNotLoaded client={formClient} />}
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
            equipmentFoot={canSaveEquipment && <EquipmentFoot client={formClient} form={form} draft={draft} />}
          />
          <ClearForm
            onClear={() => {
              leaveForm();
              draft.clear();
            }}
          />
          <FormBar form={form} onJump={jump}>
            <HandOverButtons {...handOver} />
          </FormBar>
        </>
      )}
      <GapsDialog asked={handOver.asked} onGo={handOver.goToGap} onLeave={handOver.leaveGaps} />
    </div>
  );
}

/** Opens the form of the site that a link names, or of a technician's only site unless something was typed already. */
function useOpenedSite({ client, typed, open }: ReturnType<typeof useFormDraft>, sites: FormClient['sites']): void {
  const siteNamed = (name: string | null) => sites.find((site) => site.name === name);
  const linkedSite = siteNamed(useSearchParams()[0].get('site'));
  const onlySite = siteNamed(useOnlySite());
  useWhen(linkedSite ? clientOf(linkedSite) : null, (linked) => linked !== client && open(linked));
  useWhen(!linkedSite && onlySite && client === '' && typed === null ? clientOf(onlySite) : null, open);
}

interface EquipmentFootProps {
  client: FormClient;
  form: MaintenanceForm;
  draft: ReturnType<typeof useFormDraft>;
}

/** Offers to save the equipment on the site record, when the record is read. */
function EquipmentFoot({ client: { site, details }, form, draft }: EquipmentFootProps) {
  if (!site || !details) return null;
  return (
    <SaveEquipment
      site={site}
      stored={details}
      typed={form.equipment}
      untouched={draft.typed === null}
      onSaved={(sent, saved) => draft.revise((now) => ({ ...now, equipment: withSaved(now.equipment, sent, saved) }))}
    />
  );
}

/** Says what of the client could not be loaded, and why. */
function ClientNotLoaded({ client: { site, retrying, retry } }: { client: FormClient }) {
  const isLost = useServiceAway();
  const offline = site
    ? t('There is no connection, and the posts and equipment of {site} are not kept on this device.', {
        site: site.name,
      })
    : t('There is no connection, and the list of sites is not kept on this device.');
  return (
    <LoadError
      message={isLost ? offline : t('The sites, or the posts and equipment of this site, could not be loaded.')}
      busy={retrying}
      onRetry={retry}
    />
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
