import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { takeReport } from '../../records/task/stored-task.ts';
import { UploadQueue } from './upload-queue.ts';
import { lockDraft } from '../../lib/drafts.ts';
import { notify } from '../../lib/notify.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AddTaskForm } from './AddTaskForm.tsx';
import styles from './AddTaskRoute.module.css';
import { draftName, loadTaskDraft, type TaskDraft } from './TaskDraft.tsx';

interface Begun {
  queue: UploadQueue;
  draft: TaskDraft | null;
  owned: boolean;
  /** In the month of the new task. */
  day: Date;
  /** Of the form: another number is another task. */
  number: number;
}

/** Add New Task, the first screen of the admin workspace (`spec §2`). */
export function AddTaskRoute({ title }: { title: string }) {
  const [begun, setBegun] = useState<Begun | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    let queue: UploadQueue | undefined;
    void (async () => {
      const owned = await lockDraft(draftName, leaving.signal);
      const draft = owned ? await loadTaskDraft() : null;
      if (leaving.signal.aborted) return;
      queue = new UploadQueue(draft?.files);
      const report = takeReport();
      if (report) queue.add([report.file], 'pdf');
      // it may be another client's, and its report must not go to this one unseen
      if (report && draft)
        notify.alert('The PDF was added to the task that you had begun. Check its site, year and month.');
      const day = report ? new Date(`${report.day}T12:00:00+08:00`) : new Date();
      setBegun({ queue, draft, owned, day, number: 0 });
    })();
    return () => {
      leaving.abort();
      queue?.dispose();
    };
  }, []);

  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PageHeading title={title}>
          <Link className={styles.correction} to="/datadeleter">
            Need Correction? Enter Data Deleter
          </Link>
        </PageHeading>
        {begun && (
          <AddTaskForm
            key={begun.number}
            queue={begun.queue}
            draft={begun.draft}
            owned={begun.owned}
            day={begun.day}
            onDiscarded={() => setBegun({ ...begun, draft: null, day: new Date(), number: begun.number + 1 })}
          />
        )}
      </div>
    </div>
  );
}
