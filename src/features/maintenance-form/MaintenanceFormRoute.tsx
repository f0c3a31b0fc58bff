import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { useRight } from '../../components/use-right.ts';
import { withSaved } from '../../records/maintenance-form/equipment.ts';
import { conclusionsFor, failedWithoutFinding } from '../../records/maintenance-form/form-visit.ts';
import { sameForm, type MaintenanceForm, type TaskField } from '../../records/maintenance-form/maintenance-form.ts';
import * as paths from '../../records/portal-paths.ts';
import { handReport, takeReport } from '../../records/task/handed-report.ts';
import { liveTime, thisMinute } from '../../records/time.ts';
import { notify } from '../../lib/notify.ts';
import { saveFile } from '../../lib/save-file.ts';
import { getSession, onSessionChange } from '../../lib/session.ts';
import { useNow } from '../../lib/screen/use-now.ts';
import { useUnmounted } from '../../lib/screen/use-unmounted.ts';
import { shareAction, startReport, useReportJob, warmReports } from '../../reports/report-job.ts';
import { reportTitle, type ReportRequest } from '../../reports/report-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LoadError } from '../../ui/message/LoadError.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ListSkeleton } from '../../ui/skeleton/ListSkeleton.tsx';
import { ClearForm, FormBar } from './FormBar.tsx';
import { ClientChoice } from './ClientChoice.tsx';
import { FindingDialog } from './FindingDialog.tsx';
import { findingElement, formSections, sectionElement, type SectionId } from './form-sections.ts';
import { FormDraftNote } from './FormDraftNote.tsx';
import { FormTables } from './FormTables.tsx';
import { KeepEquipment } from './KeepEquipment.tsx';
import layout from '../../ui/layout.module.css';
import styles from './MaintenanceFormRoute.module.css';
import { useFormClient, useOnlyClient } from './use-form-client.ts';
import { freshForm, handOver } from './form-drafts.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useNarrow } from '../../lib/screen/use-narrow.ts';

// a form handed over but not taken belongs to the session that ends
onSessionChange(() => {
  if (!getSession()) takeReport();
});

const taskTitle = 'Preventive maintenance';

type Purpose = 'download' | 'attach';

/** The Maintenance Report form: filled in on site, handed over as a PDF (`spec §2`, `decisions §8`). */
export function MaintenanceFormRoute({ title }: { title: string }) {
  const navigate = useNavigate();
  const draft = useFormDraft();
  const { client, typed } = draft;
  const { sites, site, fromClient, details, waiting, failed, retry } = useFormClient(client);
  const keepsEquipment = useRight('changeRecords');
  const working = useReportJob() !== null;
  const [dateMissing, setDateMissing] = useState(false);
  const [unfound, setUnfound] = useState<{ fields: TaskField[]; purpose: Purpose } | null>(null);
  const [loading, setLoading] = useState<string | null>(null);
  const dateInput = useRef<HTMLInputElement>(null);
  const { open, unfold, jump } = useFolding();
  useOnlyClient(client, typed === null, draft.open);

  const posts = details?.posts ?? [];
  const withPosts = (one: MaintenanceForm) => ({ ...one, conclusion: conclusionsFor(posts, one.conclusion) });
  const fresh = withPosts(freshForm(draft, fromClient));
  const form = typed ? withPosts(typed) : fresh;
  const change = (next: MaintenanceForm) => draft.change(sameForm(next, fresh) ? null : next);

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
            ? `Report saved: ${file.name}`
            : `You left the form, so its PDF was saved instead of attached: ${file.name}`,
          shareAction({ title: reportTitle(request()), link: undefined, file }),
        );
        draft.handedOver(typed);
        return;
      }
      handReport({ file, day: form.generalInfo.date, siteName: site?.name ?? null, title: taskTitle });
      void navigate(paths.addTask);
    });
  };
  const press = (purpose: Purpose) => {
    const missing = form.generalInfo.date === '';
    setDateMissing(missing);
    if (missing) {
      unfold('general');
      dateInput.current?.focus();
      return;
    }
    const fields = failedWithoutFinding(form);
    if (fields.length > 0) setUnfound({ fields, purpose });
    else make(purpose);
  };
  const goToFinding = () => {
    const [first] = unfound?.fields ?? [];
    flushSync(() => setUnfound(null));
    unfold('tasks');
    if (first) document.getElementById(findingElement(first))?.focus();
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
            setDateMissing(false);
            draft.open(next);
          }}
          loading={loading}
          onLoad={setLoading}
          onMove={(next, template) => {
            setDateMissing(false);
            setLoading(null);
            draft.moveTo(next, template);
          }}
        />
        {loading === null && <FormDraftNote draft={draft} />}
      </div>
      {failed && (
        <LoadError message="The sites, or the posts and equipment of this site, could not be loaded." onRetry={retry} />
      )}
      {loading !== null || (waiting && !typed) ? (
        <ListSkeleton text="Loading the client…" rows={6} height={56} />
      ) : (
        <>
          <FormTables
            // remounts for another client, so that nothing of the old form stays in its fields
            key={client}
            form={form}
            onChange={change}
            open={open}
            onOpen={(id, isOpen) => unfold(id, isOpen)}
            dateInput={dateInput}
            dateError={dateMissing && form.generalInfo.date === '' ? 'ERROR: Please Insert Date!' : null}
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
              setDateMissing(false);
              draft.clear();
            }}
          />
          <FormBar form={form} onJump={jump}>
            <Button busy={working} onPointerEnter={warm} onFocus={warm} onClick={() => press('attach')}>
              Attach to a new task
            </Button>
            <Button
              variant="primary"
              busy={working}
              onPointerEnter={warm}
              onFocus={warm}
              onClick={() => press('download')}
            >
              <Icon name="download" />
              Download PDF
            </Button>
          </FormBar>
        </>
      )}
      <FindingDialog
        fields={unfound?.fields ?? []}
        onGo={goToFinding}
        onLeave={() => {
          setUnfound(null);
          if (unfound) make(unfound.purpose);
        }}
        onClose={() => setUnfound(null)}
      />
    </div>
  );
}

/** Which groups are open: on a phone only the checks, so that the others are one press away. */
function useFolding() {
  const narrow = useNarrow();
  const [open, setOpen] = useState<ReadonlySet<SectionId>>(
    () => new Set(narrow ? ['tasks'] : formSections.map(({ id }) => id)),
  );
  const unfold = (id: SectionId, isOpen = true) =>
    // synchronously, as a field in it may get the focus next
    flushSync(() =>
      setOpen((before) => new Set(isOpen ? [...before, id] : [...before].filter((other) => other !== id))),
    );
  const jump = (id: SectionId) => {
    unfold(id);
    const section = document.getElementById(sectionElement(id));
    section?.querySelector('summary')?.focus({ preventScroll: true });
    section?.scrollIntoView({ block: 'start' });
  };
  return { open, unfold, jump };
}

/** The time in Singapore, with seconds (`spec §2`). Not announced, but readable by screen readers. */
function LiveClock({ className }: { className?: string | undefined }) {
  const now = useNow(1_000);
  return (
    <time className={className} dateTime={now.toISOString()} aria-live="off">
      {liveTime(now)}
    </time>
  );
}
