import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { OwnSessions } from '../../components/sessions/OwnSessions.tsx';
import { useRight } from '../../components/use-right.ts';
import * as paths from '../../records/portal-paths.ts';
import { takeReport } from '../../records/task/handed-report.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';
import { notify } from '../../lib/notify.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AddTaskForm } from './AddTaskForm.tsx';
import layout from '../../ui/layout.module.css';
import styles from './AddTaskRoute.module.css';
import { emptyForm, type TaskForm } from './task-form.ts';
import { openTaskDraft, type OpenedDraft } from './TaskDraft.tsx';

interface Begun {
  queue: UploadQueue;
  form: TaskForm;
  restoredAt: number | null;
  siteName: string | null;
  owned: boolean;
  /** A new number starts a new task. */
  number: number;
}

/** Add New Task (`spec §2`). `?site=` preselects a site by name. */
export function AddTaskRoute({ title }: { title: string }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const correctsAll = useRight('changeRecords');
  const [params] = useSearchParams();
  // from the link; the form may be of another site by now
  const [askedSite] = useState(() => params.get('site'));

  useEffect(() => {
    const onOpen = ({ draft, queue, owned }: OpenedDraft) => {
      const report = takeReport();
      if (report) queue.add([report.file], 'pdf');
      // the draft may be for another client, whose task must not get this report unnoticed
      if (report && draft)
        notify.alert(
          draft.files.some(({ kind }) => kind === 'pdf')
            ? 'The PDF replaced the one in the task you had started. Check its site and visit date.'
            : 'The PDF was added to the task you had started. Check its site and visit date.',
        );
      // nor may it be saved before somebody has checked that
      const form = draft && (report ? { ...draft.form, update: 'none' as const } : draft.form);
      setBegun({
        queue,
        form: form ?? emptyForm(new Date(), report),
        restoredAt: draft?.savedAt ?? null,
        siteName: draft && draft.form.siteId !== null ? null : (report?.siteName ?? askedSite),
        owned,
        number: 0,
      });
    };
    return openTaskDraft(onOpen);
  }, [askedSite]);

  return (
    <div className={layout.page}>
      <div className={`${layout.stack} ${styles.column}`}>
        <PageHeading title={title}>
          {correctsAll && (
            <Link className={styles.correction} to={paths.dataDeleter}>
              Need Correction? Enter Data Deleter
            </Link>
          )}
        </PageHeading>
        {!begun && <div data-waiting />}
        {begun && (
          <AddTaskForm
            key={begun.number}
            queue={begun.queue}
            begun={begun.form}
            restoredAt={begun.restoredAt}
            siteName={begun.siteName}
            askedSite={askedSite}
            owned={begun.owned}
            onDiscarded={() =>
              setBegun({
                ...begun,
                form: emptyForm(new Date()),
                restoredAt: null,
                siteName: askedSite,
                number: begun.number + 1,
              })
            }
          />
        )}
        {begun && <OwnSessions />}
      </div>
    </div>
  );
}
