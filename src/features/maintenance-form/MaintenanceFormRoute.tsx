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

/** The Maintenance Report form, which is filled in on site and handed over as a PDF (`spec §2`, `decisions §8`). */
export function MaintenanceFormRoute({ title }: { title: string }) {
  const draft = useFormDraft();
  const { client, typed } = draft;
  const formClient = useFormClient(client);
  const { sites, fromClient, formSite, waiting, failed } = formClient;
  const canSaveEquipment = useRight('changeRecords');
  const [dateRefused, setDateRefused] = useState(false);
  // the checks that 'All pass' has set for this visit
  const [passed, setPassed] = useState<readonly TaskField[]>([]);
  const [loadingClient, setLoadingClient] = useState<string | null>(null);
  const dateInput = useRef<HTMLInputElement>(null);
  const { openSections, setOpen, jump } = useFolding();
  useOpenedSite(draft, sites);

  const posts = formSite?.posts ?? [];
  const withPosts = (base: MaintenanceForm) => ({ ...base, conclusion: conclusionsFor(posts, base.conclusion) });
  const newForm = withPosts(freshForm(draft, fromClient));
  const form = typed ? withPosts(typed) : newForm;
  // a form that is equal to a new one needs no draft
  const change = (next: MaintenanceForm) => draft.change(sameForm(next, newForm) ? null : next);
  /** Resets the state that belongs to the form that was open. */
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
          loadingClient={loadingClient}
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
            // for another client the fields are mounted anew, so that they have no state of the previous form
            key={client}
            form={form}
            onChange={change}
            open={openSections}
            onOpen={setOpen}
            dateInput={dateInput}
            dateError={dateRefused ? formDateProblem(form) : null}
            savedEquipment={formSite?.equipment ?? null}
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
      <GapsDialog question={handOver.question} onGo={handOver.goToGap} onLeave={handOver.leaveGaps} />
    </div>
  );
}

/** Opens the form of the site in a link, or of a technician's only site if nothing was typed yet. */
function useOpenedSite({ client, typed, open }: ReturnType<typeof useFormDraft>, sites: FormClient['sites']): void {
  const siteByName = (name: string | null) => sites.find((site) => site.name === name);
  const linkedSite = siteByName(useSearchParams()[0].get('site'));
  const onlySite = siteByName(useOnlySite());
  useWhen(linkedSite ? clientOf(linkedSite) : null, (linkedClient) => linkedClient !== client && open(linkedClient));
  useWhen(!linkedSite && onlySite && client === '' && typed === null ? clientOf(onlySite) : null, open);
}

interface EquipmentFootProps {
  client: FormClient;
  form: MaintenanceForm;
  draft: ReturnType<typeof useFormDraft>;
}

/** Offers to save the equipment in the site record, as soon as the record is read. */
function EquipmentFoot({ client: { site, formSite }, form, draft }: EquipmentFootProps) {
  if (!site || !formSite) return null;
  return (
    <SaveEquipment
      site={site}
      saved={formSite}
      typed={form.equipment}
      untouched={draft.typed === null}
      onSaved={(sent, saved) =>
        draft.revise((latest) => ({ ...latest, equipment: withSaved(latest.equipment, sent, saved) }))
      }
    />
  );
}

/** Says that the sites, or the posts and equipment of the client, could not be loaded, and offers to try again. */
function ClientNotLoaded({ client: { site, retrying, retry } }: { client: FormClient }) {
  const isLost = useServiceAway();
  const offlineText = site
    ? t('There is no connection, and the posts and equipment of {site} are not kept on this device.', {
        site: site.name,
      })
    : t('There is no connection, and the list of sites is not kept on this device.');
  return (
    <LoadError
      message={isLost ? offlineText : t('The sites, or the posts and equipment of this site, could not be loaded.')}
      busy={retrying}
      onRetry={retry}
    />
  );
}

/** Which groups of the form are open. At first all are; on a phone only the checks are, so that the page is short. */
function useFolding() {
  const isNarrow = useNarrow();
  const [openSections, setOpenSections] = useState<ReadonlySet<SectionId>>(
    () => new Set(isNarrow ? ['tasks'] : formSections.map(({ id }) => id)),
  );
  const setOpen = (id: SectionId, isOpen: boolean) =>
    // rendered at once, because a field in the group may get the focus next
    flushSync(() =>
      setOpenSections((current) => {
        const others = [...current].filter((other) => other !== id);
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

/** The time in Singapore with seconds (`spec §2`). Screen readers can read it, but do not announce each change. */
function LiveClock({ className }: { className?: string | undefined }) {
  const now = useNow(1_000);
  return (
    <time className={className} dateTime={now.toISOString()} aria-live="off">
      {liveTime(now)}
    </time>
  );
}
