import { recentNames } from '../../lib/device/recent-texts.ts';
import { getSession } from '../../lib/device/session.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import type { HandedReport } from '../../records/task/handed-report.ts';
import type { OpenedDraft } from './open-task-draft.ts';
import { isFinished, listTaskDrafts, taskName } from './task-drafts.ts';
import { emptyForm, withReportText, type TaskForm } from './task-form.ts';

// What the form of Add New Task begins with: a draft of this device, a finished report form, or nothing.

export interface OpenedForm extends OpenedDraft {
  form: TaskForm;
  /** When the draft was stored, in milliseconds since 1970; null for a new task. */
  restoredAt: number | null;
  /** The site to choose once the sites are loaded; null where the draft has one, or none is named. */
  siteName: string | null;
}

/** Names of the drafts to open, the best first; none for a new task. A finished visit is among them only where the URL names it. */
export function draftsToOpen(visit: string | null, report: HandedReport | null, site: string | null): string[] {
  if (visit !== null) return [taskName(visit)];
  const unfinished = listTaskDrafts().filter((task) => !isFinished(task));
  const forSite = (siteName: string | null) => unfinished.filter(({ form }) => form.siteName === siteName);
  let tasks = site === null ? unfinished : [...forSite(site), ...forSite(null)];
  // a report goes into the draft of its site, unless that draft has a PDF
  if (report) tasks = forSite(report.siteName).filter(({ hasPdf }) => !hasPdf);
  return tasks.map(({ name }) => name);
}

/** Who came last with a technician's key, and so most likely comes now; empty for other keys, as the office files for many people. */
function likelyName(): string {
  const session = getSession();
  const [last = ''] = session?.role === 'technician' ? recentNames.read(session) : [];
  return last;
}

/** Makes the form of the opened draft. A report adds its PDF, and its text below what was typed there. */
export function startForm(opened: OpenedDraft, report: HandedReport | null, site: string | null): OpenedForm {
  const { draft, queue } = opened;
  if (report) queue.add([report.file], 'pdf');
  const form = draft ? formOfDraft(draft.form, report) : emptyForm(new Date(), report, likelyName());
  if (report && draft) {
    notify.alert(
      form.text === draft.form.text
        ? t('The PDF was added to the visit you had started for this site. Check its visit date.')
        : t(
            'The PDF was added to the visit you had started for this site, and what the form says to its text. Check its visit date.',
          ),
    );
  }
  const hasSite = draft !== null && draft.form.siteId !== null;
  return {
    ...opened,
    form,
    restoredAt: draft?.savedAt ?? null,
    siteName: hasSite ? null : (report?.siteName ?? site),
  };
}

function formOfDraft(form: TaskForm, report: HandedReport | null): TaskForm {
  return report ? withReport(form, report) : reopened(form);
}

/** Adds the text of a report to a draft. The draft is then unfinished, so that it is not saved before the person has looked at it. */
function withReport(form: TaskForm, report: HandedReport): TaskForm {
  return { ...withReportText(form, report), by: form.by || report.by, failed: report.failed, update: 'none' };
}

/** A finished visit that is only opened stays in the queue (`decisions §12`), unless files of it are lost. */
function reopened(form: TaskForm): TaskForm {
  return form.update === 'waiting' && form.lost > 0 ? { ...form, update: 'incomplete' } : form;
}
