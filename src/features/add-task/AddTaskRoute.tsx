import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { AskedAnswers } from '../../components/call-out/AnswerFields.tsx';
import { OwnSessions } from '../../components/sessions/SessionsDialog.tsx';
import { useRight } from '../../components/use-right.ts';
import { said, t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { listedWords } from '../../records/counted.ts';
import * as paths from '../../records/portal-paths.ts';
import { takeReport, type HandedReport } from '../../records/task/handed-report.ts';
import { unreadableDraft } from '../../records/upload/files-draft.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AddTaskForm } from './AddTaskForm.tsx';
import { EndedKeyDrafts } from './EndedKeyDrafts.tsx';
import { openTaskDraft } from './open-task-draft.ts';
import { draftsToOpen, startForm, type OpenedForm } from './start-form.ts';
import { taskName, visitInForm } from './task-drafts.ts';
import { TaskDraftList } from './TaskDraftList.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './AddTaskRoute.module.css';

/**
 * The screen Add New Task (`spec §2`). In its URL, `?site=` preselects a site by name, `?visit=` opens a task draft of this device, and
 * `?answers=41,42` ticks open faults of the site.
 */
export function AddTaskRoute({ title }: { title: string }) {
  const mayCorrect = useRight('changeRecords');
  const [params, setParams] = useSearchParams();
  // the site of the link that opened this screen; the person may choose another site in the form
  const [requestedSite] = useState(() => params.get('site'));
  const requestedVisit = params.get('visit');
  const [requestedAnswers, setRequestedAnswers] = useState(() => faultNumbers(params.get('answers')));
  // counts the tasks that were opened on this screen, so that each has a form of its own
  const [openedCount, setOpenedCount] = useState(0);

  /** Removes the faults that were found from the URL, and says which of them are not open any more. */
  const onFaultsRead = (ticked: readonly number[], notOpen: readonly number[]) => {
    const remainingIds = requestedAnswers.filter((id) => !ticked.includes(id) && !notOpen.includes(id));
    setRequestedAnswers(remainingIds);
    const { answers: _, ...others } = Object.fromEntries(params);
    setParams(remainingIds.length === 0 ? others : { ...others, answers: remainingIds.join(',') }, { replace: true });
    if (notOpen.length > 0) notify.alert(notOpenText(notOpen));
  };
  /** Opens an empty form, and removes the visit from the URL. */
  const startNewTask = () => {
    setOpenedCount(openedCount + 1);
    if (requestedVisit !== null) setParams(requestedSite === null ? {} : { site: requestedSite }, { replace: true });
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  };

  return (
    <div className={layout.page}>
      <div className={`${layout.gap4} ${styles.column}`}>
        <PageHeading title={title}>
          {mayCorrect && (
            <Link className={texts.smaller} to={paths.dataDeleter}>
              {t('Need Correction? Enter Data Deleter')}
            </Link>
          )}
        </PageHeading>
        <OpenedTask
          key={`${openedCount} ${requestedVisit}`}
          requestedVisit={requestedVisit}
          requestedSite={requestedSite}
          requestedFaults={
            requestedAnswers.length === 0 ? undefined : { faults: requestedAnswers, onRead: onFaultsRead }
          }
          onEnded={startNewTask}
          onRequestedAgain={() => setOpenedCount(openedCount + 1)}
        />
      </div>
    </div>
  );
}

/** The numbers of faults in a query string such as `?answers=41,42`. */
function faultNumbers(text: string | null): number[] {
  return [...new Set(text?.split(',').map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
}

const notOpenText = (faults: readonly number[]) =>
  t('{count, plural, one {Fault no. {numbers} is} other {Faults no. {numbers} are}} not open any more.', {
    count: faults.length,
    numbers: listedWords(faults.map(String)),
  });

interface OpenedTaskProps {
  /** The id of the task draft in the URL; null to go on with an unfinished task, or to start a new one. */
  requestedVisit: string | null;
  requestedSite: string | null;
  /** The faults that the task answers according to the URL. */
  requestedFaults: AskedAnswers | undefined;
  /** Called when the task was discarded, or when it is finished and waits on this device. */
  onEnded: () => void;
  /** Called when the person opens the task of the URL again, because it could not be opened at first. */
  onRequestedAgain: () => void;
}

/** The other drafts of this device, and the form of a task as soon as its draft is open in this tab. */
function OpenedTask({ requestedVisit, requestedSite, requestedFaults, onEnded, onRequestedAgain }: OpenedTaskProps) {
  const [openedForm, setOpenedForm] = useState<OpenedForm | null>(null);
  useEffect(() => {
    let report: HandedReport | null = null;
    const chooseDrafts = () => {
      report = takeReport();
      return draftsToOpen(requestedVisit, report, requestedSite);
    };
    const release = openTaskDraft(chooseDrafts, (openedDraft) => {
      if (openedDraft.unreadable) notify.alert(said(unreadableDraft));
      else if (requestedVisit !== null && openedDraft.name !== taskName(requestedVisit))
        notify.alert(t('This visit is open in another tab, or gone.'));
      visitInForm.set(openedDraft.name);
      setOpenedForm(startForm(openedDraft, report, requestedSite));
    });
    return () => {
      visitInForm.set(null);
      release();
    };
  }, [requestedVisit, requestedSite]);

  return (
    <>
      <EndedKeyDrafts />
      <TaskDraftList
        nameInForm={openedForm?.name ?? null}
        onOpen={(name) => requestedVisit !== null && name === taskName(requestedVisit) && onRequestedAgain()}
      />
      {!openedForm && <div data-waiting />}
      {openedForm && (
        <AddTaskForm
          name={openedForm.name}
          queue={openedForm.queue}
          opened={openedForm.form}
          restoredAt={openedForm.restoredAt}
          siteName={openedForm.siteName}
          requestedFaults={requestedFaults}
          onDiscarded={onEnded}
          onSetAside={onEnded}
        />
      )}
      {openedForm && <OwnSessions />}
    </>
  );
}
