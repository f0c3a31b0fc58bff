import { recentNames } from '../../lib/device/recent-texts.ts';
import { getSession } from '../../lib/device/session.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import type { HandedReport } from '../../records/task/handed-report.ts';
import type { OpenedDraft } from './open-task-draft.ts';
import { isFinished, listTaskDrafts, taskName } from './task-drafts.ts';
import { emptyForm, withReportText, type TaskForm } from './task-form.ts';

// The first content of the Add New Task form: a draft of this device, a finished report form, or an empty form.

export interface OpenedForm extends OpenedDraft {
  form: TaskForm;
  /** When the draft was stored, in milliseconds since 1970; null for a new task. */
  restoredAt: number | null;
  /** The name of the site to choose when the sites are loaded. Null if the draft has a site, or if no site was named. */
  siteName: string | null;
}

/**
 * The names of the drafts to try to open, the preferred one first; empty for a new task.
 * @param visit the id of the draft that the URL names. A finished visit is opened only if the URL names it.
 * @param report a finished report form that was handed over
 * @param site the name of the site in the URL
 */
export function draftsToOpen(visit: string | null, report: HandedReport | null, site: string | null): string[] {
  if (visit !== null) return [taskName(visit)];
  const unfinished = listTaskDrafts().filter((task) => !isFinished(task));
  const unfinishedOf = (siteName: string | null) => unfinished.filter(({ form }) => form.siteName === siteName);
  let tasks = site === null ? unfinished : [...unfinishedOf(site), ...unfinishedOf(null)];
  // a report is added to the draft of its site, unless that draft has a PDF already
  if (report) tasks = unfinishedOf(report.siteName).filter(({ hasPdf }) => !hasPdf);
  return tasks.map(({ name }) => name);
}

/**
 * The name to suggest for who came: the last name that was typed with a technician's key. Empty for other keys, because the office enters the
 * visits of many people.
 */
function likelyName(): string {
  const session = getSession();
  const [lastName = ''] = session?.role === 'technician' ? recentNames.read(session) : [];
  return lastName;
}

/** Makes the form for an opened draft. A report adds its PDF to the files, and its text below the typed text. */
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

/** Adds the content of a report to a draft. The draft is unfinished afterwards, so that it is not saved before the person has checked it. */
function withReport(form: TaskForm, report: HandedReport): TaskForm {
  return { ...withReportText(form, report), by: form.by || report.by, failed: report.failed, update: 'none' };
}

/** The form of a reopened draft. A finished visit that is only opened stays in the queue (`decisions §12`), unless some of its files are lost. */
function reopened(form: TaskForm): TaskForm {
  return form.update === 'waiting' && form.lost > 0 ? { ...form, update: 'incomplete' } : form;
}
